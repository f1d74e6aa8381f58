import { findSecrets } from "../redact/find_secrets.ts"
import { redactCut } from "../redact/redact.ts"
import type { SecretSpan } from "../redact/secret_span.ts"
import type { Reading } from "../shell/read_shell.ts"
import type { ShellWord } from "../shell/shell_word.ts"
import { classifyProgram } from "./classify_program.ts"
import { commandName } from "./command_name.ts"
import type { CommandFinding } from "./command_use.ts"
import type { CompiledPolicy } from "./compiled_policy.ts"
import { invocationsOf } from "./invocations.ts"
import type { LooseCommand } from "./loose_commands.ts"
import { looseCommands } from "./loose_commands.ts"
import { isShell } from "./shell_program.ts"

/** What is found in a stretch that does not parse: it counts, and the stretch is undecided all the same. */
export function readLooseUses(
  { text, key, whole, said, via }: Extract<Reading, { kind: "unparsed" }>,
  policy: CompiledPolicy,
): readonly CommandFinding[] {
  const findings: CommandFinding[] = []
  if (!said && text.trim() !== "") {
    findings.push({ kind: "undecided", segment: text.trim(), key, reason: "does not parse" })
  }
  if (whole) return findings
  let secrets: readonly SecretSpan[] | undefined
  for (const command of looseCommands(text)) {
    const uses = usesOf(command, policy)
    if (uses.length === 0) continue
    const { offset } = command
    // Quotes are not regarded: a piece may be the rest of a password.
    secrets ??= findSecrets(text)
    const segment = redactCut(text, secrets, offset, offset + command.segment.length)
    const at = [...key.slice(0, -1), (key.at(-1) ?? 0) + offset]
    for (const use of uses) {
      findings.push({ kind: "use", verdict: use.verdict, segment, key: at, via: [...via, ...use.via] })
    }
  }
  return findings
}

type Use = Pick<Extract<CommandFinding, { kind: "use" }>, "verdict" | "via">

function usesOf(command: LooseCommand, policy: CompiledPolicy): readonly Use[] {
  const uses: Use[] = []
  const pending: (readonly ShellWord[])[] = [command.words]
  for (let words = pending.pop(); words !== undefined; words = pending.pop()) {
    for (const { kind, words: given, via } of invocationsOf(words, policy, new Map())) {
      if (kind === "too deep" || kind === "unknown") continue
      const [program] = given
      const name = program === undefined ? undefined : commandName(program)
      if (name === undefined) continue
      const text = kind === "text" ? given : textAfter(name, given)
      if (text === undefined) {
        const verdict = classifyProgram(name, given, command.input, policy)
        if (verdict.kind === "violation" || verdict.kind === "allowed") uses.push({ verdict, via })
      } else if (text.length < words.length) pending.push(text)
    }
  }
  return uses
}

/** The words that a shell, `eval` or `trap` would run. */
function textAfter(name: string, words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (name === "eval" || name === "trap") return words.slice(1)
  if (!isShell(name)) return undefined
  const flag = words.findIndex(({ value }) => /^-[A-Za-z]*c$/u.test(value))
  return flag < 0 ? [] : words.slice(flag + 1)
}
