import type { PolicyAllowed, PolicyRule } from "../schema/policy.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import type { CommandInput } from "../shell/simple_command.ts"
import type { CompiledPolicy } from "./compiled_policy.ts"
import { inlineCode } from "./inline_code.ts"

/** What a policy says of a program and its arguments. */
export type Verdict =
  | { readonly kind: "violation"; readonly rule: PolicyRule }
  | { readonly kind: "allowed"; readonly rule: PolicyRule; readonly entry: PolicyAllowed }
  | { readonly kind: "unknown" }
  | { readonly kind: "clean" }

/** Asks the rules of a policy; the first that catches the program decides. */
export function classifyProgram(
  name: string,
  words: readonly ShellWord[],
  input: CommandInput | undefined,
  policy: CompiledPolicy,
): Verdict {
  let verdict: Verdict = { kind: "clean" }
  for (const rule of policy.rulesFor(name)) {
    const use = rule.inline === undefined ? "yes" : inlineCode(words, rule.inline, input)
    if (use === "unknown") verdict = { kind: "unknown" }
    if (use !== "yes") continue
    const entry = policy.allowedFor(name).find((allowed) => isAllowed(words, allowed))
    return entry === undefined ? { kind: "violation", rule } : { kind: "allowed", rule, entry }
  }
  return verdict
}

/** Whether the words of an entry come first among the arguments; between them only its flags may stand. */
function isAllowed(words: readonly ShellWord[], { words: wanted, value_flags }: PolicyAllowed): boolean {
  let at = 1
  for (const expected of wanted.slice(1)) {
    for (let length = flagLength(words[at], value_flags); length > 0; length = flagLength(words[at], value_flags)) {
      at += length
    }
    const word = words[at++]
    if (word === undefined || !word.literal || word.value !== expected) return false
  }
  return true
}

/** How many words a flag of some has: 2 with its value, 1 with the value in the same word, 0 for all else. */
function flagLength(word: ShellWord | undefined, flags: readonly string[]): 0 | 1 | 2 {
  if (word === undefined || flags.includes(word.value)) return word === undefined ? 0 : 2
  const isAttached = (flag: string): boolean => word.value.startsWith(/^-[^-]$/u.test(flag) ? flag : `${flag}=`)
  return flags.some(isAttached) ? 1 : 0
}
