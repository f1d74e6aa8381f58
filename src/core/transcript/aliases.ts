import { literalWord, type ShellWord } from "../shell/shell_word.ts"
import type { SimpleCommand } from "../shell/simple_command.ts"

/** What aliases stand for, by name; nothing where that is computed. */
export type Aliases = ReadonlyMap<string, string | undefined>

/** How many aliases are followed from one to the next, and how long what they stand for may be. */
const [longestChain, longestValue] = [8, 1000]

/** Notes the aliases that a command makes: `alias g=gh`. */
export function rememberAliases(
  { words: [program, ...rest] }: SimpleCommand,
  aliases: Map<string, string | undefined>,
): void {
  if (program?.value !== "alias") return
  for (const { value, literal } of rest) {
    const [, name, given] = /^([^\s=]+)=([^]*)$/u.exec(value) ?? []
    if (name !== undefined) aliases.set(name, literal ? given : undefined)
  }
}

/** A command whose first word is an alias, with what it stands for; `unknown` when that is no plain command. */
export function withoutAlias(command: SimpleCommand, aliases: Aliases): SimpleCommand | "unknown" | undefined {
  let words: readonly ShellWord[] = command.words
  for (let depth = 0; depth < longestChain; depth++) {
    const [first, ...rest] = words
    // A word with quotes is taken as it stands.
    if (first === undefined || first.text !== first.value || !aliases.has(first.value)) break
    const value = aliases.get(first.value)
    if (value === undefined || value.length > longestValue || /[;&|()$`<>"'\\\n]/u.test(value)) return "unknown"
    const expanded = value.split(/\s+/u).filter((part) => part !== "").map((part) => literalWord(part, first.offset))
    words = [...expanded, ...rest]
    if (expanded[0]?.value === first.value) break
  }
  return words === command.words ? undefined : { ...command, words }
}
