import type { OrderKey } from "../shell/order_key.ts"
import { compareOrderKeys } from "../shell/order_key.ts"
import type { Reading } from "../shell/read_shell.ts"
import { parseBudget, readShell } from "../shell/read_shell.ts"
import { outermostText } from "../shell/shell_text.ts"
import type { ShellText } from "../shell/shell_text.ts"
import { rememberAliases } from "./aliases.ts"
import { readCommandUse } from "./command_use.ts"
import type { CommandFinding } from "./command_use.ts"
import type { CompiledPolicy } from "./compiled_policy.ts"
import type { NestedProgram } from "./nested_program.ts"
import { type LiteralVariables, variablesIn } from "./literal_variables.ts"
import { readLooseUses } from "./loose_uses.ts"
import { type LineOf, SourceLines } from "./source_lines.ts"
import type { ToolingUse, TranscriptReading, UndecidedCommand } from "./tooling_use.ts"

/** How many programs may be nested in one another: `sh -c "sh -c '…'"` are two. */
const deepest = 16

interface Frame {
  readonly text: ShellText
  readonly lineOf: LineOf
  readonly readings: Iterator<Reading, void, undefined>
  readonly depth: number
  readonly variables: LiteralVariables
  readonly aliases: Map<string, string | undefined>
}

/**
 * Reads all commands of a transcript, nested ones too, and asks the policy about each. Pure; linear in the length, for
 * text that does not parse as well.
 */
export function readTranscript(transcript: string, policy: CompiledPolicy): TranscriptReading {
  const text = transcript.includes("\r\n") ? transcript.replaceAll("\r\n", "\n") : transcript
  const budget = parseBudget(text.length)
  const found: FoundOnLine[] = []
  const consumed = new Set<unknown>()
  const newVariables = variablesIn(text)
  const lines = new SourceLines(text)
  const outermost = outermostText(text)
  const stack: Frame[] = [{
    text: outermost,
    lineOf: lines.lineOf,
    readings: readShell(outermost, budget),
    depth: 0,
    variables: newVariables(),
    aliases: new Map(),
  }]
  let [commands, lineEnd] = [0, 0]
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const next = frame.readings.next()
    if (next.done === true) {
      stack.pop()
      continue
    }
    const reading = next.value
    const [offset = 0] = reading.kind === "unparsed" ? reading.key : reading.command.key
    if (frame.depth === 0 && offset >= lineEnd) {
      commands++
      const feed = text.indexOf("\n", offset)
      lineEnd = feed < 0 ? text.length : feed + 1
    }
    if (reading.kind === "unparsed") {
      for (const finding of readLooseUses(reading, policy)) found.push(onLine(finding, frame))
      continue
    }
    const { command } = reading
    if (policy.policy.resolve.literal_variables) frame.variables.remember(command)
    const { findings, nested } = readCommandUse(command, policy, frame.variables, frame.aliases, consumed)
    rememberAliases(command, frame.aliases)
    for (const finding of findings) found.push(onLine(finding, frame))
    if (nested.length > 0 && frame.depth >= deepest) {
      const { segment, key } = command
      found.push(onLine({ kind: "undecided", segment, key, reason: "too deep" }, frame))
    } else {
      for (const program of nested.toReversed()) {
        const text = textOf(program)
        stack.push({
          text,
          lineOf: lines.within(text.shown, lineIn(frame, text.key)),
          readings: readShell(text, budget),
          depth: frame.depth + 1,
          variables: program.sharesVariables ? frame.variables : newVariables(),
          aliases: program.sharesVariables ? frame.aliases : new Map(),
        })
      }
    }
  }
  return { ...inSourceOrder(found), commands }
}

/** What was found, and the line on which it starts. */
type FoundOnLine = readonly [finding: CommandFinding, line: number]

function onLine(finding: CommandFinding, frame: Frame): FoundOnLine {
  return [finding, lineIn(frame, finding.key)]
}

/** The line of a key that begins with that of a frame's text. */
function lineIn({ text, lineOf }: Frame, key: OrderKey): number {
  return lineOf(key[text.key.length] ?? 0)
}

function textOf({ text, key, via, input, subshells }: NestedProgram): ShellText {
  return { ...text, key, shift: 0, via, ...(input === undefined ? {} : { input }), subshells }
}

function inSourceOrder(found: FoundOnLine[]): Omit<TranscriptReading, "commands"> {
  found.sort(([left], [right]) => compareOrderKeys(left.key, right.key))
  const uses: ToolingUse[] = []
  const undecided: UndecidedCommand[] = []
  for (const [finding, line] of found) {
    if (finding.kind === "undecided") undecided.push({ segment: finding.segment, reason: finding.reason, line })
    else {
      const { verdict: { kind, rule }, segment, via } = finding
      uses.push({
        kind,
        label: rule.label,
        segment,
        rule: rule.id,
        ...(rule.instead === undefined ? {} : { instead: rule.instead }),
        ...(finding.verdict.kind === "allowed" ? { allowed: finding.verdict.entry.words.join(" ") } : {}),
        via,
        line,
      })
    }
  }
  return { uses, undecided }
}
