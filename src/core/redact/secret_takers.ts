import { secretSet, setterNames } from "./secret_variables.ts"
import type { ShellToken, ShellWord } from "./shell_words.ts"

/** A command that takes a secret in a way that no name tells. */
interface SecretTaker {
  /** Words of the command, in this order; others may stand between. */
  readonly words: readonly string[]
  /** Flags whose value is the secret. */
  readonly flags: readonly string[]
  /** Whether its standard input is the secret. */
  readonly onInput: boolean
}

const secretTakers: readonly SecretTaker[] = [
  { words: ["gh", "secret", "set"], flags: ["-b", "--body"], onInput: true },
  { words: ["gh", "auth", "login", "--with-token"], flags: [], onInput: true },
  { words: ["--password-stdin"], flags: [], onInput: true },
  { words: ["--with-token"], flags: [], onInput: true },
]

/** One of these words is in every command that takes a secret: most texts have none of them. */
const takerWords: ReadonlySet<string> = new Set([
  ...secretTakers.map(({ words }) => words.at(-1) ?? ""),
  ...setterNames,
])

/** A part of a word from `start` on. */
export interface WordPart {
  readonly word: ShellWord
  readonly start: number
}

/**
 * What commands take as a secret, or put into a variable with the name of one: the values of their flags, a here-string, and
 * what `echo` or `printf` pipes into them.
 */
export function findPipedSecrets(tokens: readonly ShellToken[]): readonly WordPart[] {
  if (!tokens.some((token) => token.kind === "word" && takerWords.has(token.value))) return []
  const found: WordPart[] = []
  let [words, hereWords, piped]: [ShellWord[], ShellWord[], readonly ShellWord[]] = [[], [], []]
  let before: ShellToken["kind"] = "end"
  for (const token of [...tokens, { kind: "end" } as const]) {
    if (token.kind === "word") {
      if (before === "here") hereWords.push(token)
      else if (before !== "redirection") words.push(token)
    } else if (token.kind !== "here" && token.kind !== "redirection") {
      // One by one: a command may have more words than a call may have arguments.
      for (const part of takenBy(words, hereWords, piped)) found.push(part)
      piped = token.kind === "pipe" && /^(?:echo|printf)$/.test(words[0]?.value.slice(0, 20) ?? "")
        ? words.slice(1)
        : []
      ;[words, hereWords] = [[], []]
    }
    before = token.kind
  }
  return found
}

function takenBy(
  words: readonly ShellWord[],
  hereWords: readonly ShellWord[],
  piped: readonly ShellWord[],
): readonly WordPart[] {
  const taker = secretTakers.find((known) => isCommand(words, known.words))
  const set = secretSet(words)
  const isOnInput = taker?.onInput === true || set.onInput
  const onInput = isOnInput ? [...hereWords, ...piped.filter(({ value }) => !value.startsWith("-"))] : []
  const flags = taker?.flags ?? []
  return [
    ...[...onInput, ...set.words].map((word) => ({ word, start: 0 })),
    ...words.flatMap((word, index) => flagValue(word, words[index + 1], flags)),
  ]
}

/** The value of one of some flags: the next word, or the rest of this one. */
function flagValue(word: ShellWord, next: ShellWord | undefined, flags: readonly string[]): readonly WordPart[] {
  const flag = flags.find((known) => word.value.startsWith(known))
  if (flag === undefined) return []
  if (word.value.length === flag.length) return next === undefined ? [] : [{ word: next, start: 0 }]
  if (word.value.charAt(flag.length) === "=") return [{ word, start: flag.length + 1 }]
  return flag.startsWith("--") ? [] : [{ word, start: flag.length }]
}

/** Whether some words stand in a command in their order. */
function isCommand(words: readonly ShellWord[], wanted: readonly string[]): boolean {
  let at = 0
  for (const { value } of words) {
    const name = value.length > 200 ? "" : value.slice(value.lastIndexOf("/") + 1)
    if (name === wanted[at]) at++
    if (at === wanted.length) return true
  }
  return false
}
