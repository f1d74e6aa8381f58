import type { CommandInput, SimpleCommand } from "./simple_command.ts"
import type { CommandAssignment } from "./simple_command.ts"
import type { ShellText, TextPair } from "./shell_text.ts"
import { keyAt, opaqueExpansion, replaceInPair } from "./shell_text.ts"
import type { ShellWord } from "./shell_word.ts"
import { readWord } from "./shell_word.ts"
import type { Command, HereDoc } from "./syntax.ts"

type Assignment = Extract<Command["prefix"][number], { readonly type: "Assignment" }>
type Redirection = Command["redirects"][number]

/** Reads one command of the tree of `text`. `start` is before the command when a `time` belongs to it. */
export function readCommand(
  command: Command,
  text: ShellText,
  start: number,
  inherited: CommandInput | undefined,
): SimpleCommand {
  const input = inputOf(command.redirects, text) ?? inherited
  const words = command.name === undefined ? [] : [readWord(command.name, text)]
  for (const argument of command.args) {
    words.push(argument.type === "Word" ? readWord(argument, text) : assignmentWord(argument, text))
  }
  return {
    segment: text.shown.slice(start, command.end).trim(),
    key: keyAt(text, start),
    words,
    assignments: command.prefix.flatMap((each) => each.type === "Assignment" ? [readAssignment(each, text)] : []),
    ...(input === undefined ? {} : { input }),
    via: text.via,
  }
}

/** What redirections make the standard input; the last one wins, as in a shell. */
export function inputOf(redirections: readonly Redirection[], text: ShellText): CommandInput | undefined {
  const last = redirections.findLast((each) =>
    (each.descriptor === undefined || (each.descriptor.type === "FileDescriptor" && each.descriptor.value === 0)) &&
    (each.type !== "Redirect" || each.operator === "<" || each.operator === "<>" || each.operator === "<&")
  )
  if (last === undefined) return undefined
  if (last.type === "HereDoc") {
    return { kind: "heredoc", text: heredocText(last, text), key: keyAt(text, last.body.pos) }
  }
  if (last.type === "Redirect") {
    return isProgramOutput(last) ? { kind: "pipe", from: () => undefined } : { kind: "file" }
  }
  if (last.target === undefined) return { kind: "file" }
  const word = readWord(last.target, text)
  return { kind: "here-string", text: { shown: word.value, read: word.read }, key: [...text.key, word.offset] }
}

/** The output of a command, `< <(…)`, or what was opened before, `<&3`: not known, and no script with a name. */
function isProgramOutput({ operator, target }: Extract<Redirection, { readonly type: "Redirect" }>): boolean {
  const source = target?.text ?? ""
  return operator === "<&" ? /^[1-9]|\$/u.test(source) : source.startsWith("<(")
}

/** The body of a heredoc as the command reads it. */
function heredocText(heredoc: HereDoc, text: ShellText): TextPair {
  const { body } = heredoc
  const shown = text.shown.slice(body.pos, body.end)
  const pair = { shown, read: shown }
  const stripped = (given: TextPair): TextPair =>
    heredoc.operator === "<<-" ? replaceInPair(given, /^\t+/gmu, () => "") : given
  if (heredoc.delimiter?.quoted === true) return stripped(pair)
  const pieces = (body.parts ?? []).filter(({ type }) => type !== "Literal")
  let [read, from] = ["", 0]
  for (const { pos, end } of pieces) {
    read += shown.slice(from, pos - body.pos) + opaqueExpansion(end - pos)
    from = end - body.pos
  }
  return stripped(
    replaceInPair(
      { shown, read: read + shown.slice(from) },
      /\\[$`\\\n]/gu,
      ([, kept = ""]) => kept === "\n" ? "" : kept,
    ),
  )
}

function readAssignment(assignment: Assignment, text: ShellText): CommandAssignment {
  const { name, value } = assignment
  return value.type === "Word" ? { name, value: readWord(value, text) } : { name }
}

/** `NAME=value` among the arguments, as of `export` and `env`. */
function assignmentWord(assignment: Assignment, text: ShellText): ShellWord {
  const { value: given, pos } = assignment
  const written = text.shown.slice(pos, assignment.end)
  const head = text.shown.slice(pos, given.pos)
  const value = given.type === "Word" ? readWord(given, text) : undefined
  return {
    text: written,
    offset: text.shift + pos,
    value: head + (value?.value ?? written.slice(head.length)),
    read: head + (value?.read ?? opaqueExpansion(written.length - head.length)),
    literal: value?.literal ?? false,
    tail: value?.tail ?? "",
    splits: false,
  }
}
