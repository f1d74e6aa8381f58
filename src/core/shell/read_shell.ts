import { brokenPlace, lineEnd, lineStart, startAfter } from "./broken_place.ts"
import type { OrderKey } from "./order_key.ts"
import { readScript } from "./script_reading.ts"
import type { ScriptReading, Trouble } from "./script_reading.ts"
import type { ShellText } from "./shell_text.ts"
import { keyAt, partOf } from "./shell_text.ts"
import type { SimpleCommand } from "./simple_command.ts"
import type { Entry, StatementReading } from "./statement_reading.ts"
import { parseShell } from "./syntax.ts"
import { nextWindow } from "./window.ts"

/** How many characters may still be parsed: text that does not parse is parsed again after each line that is given up. */
export interface ParseBudget {
  left: number
  /** Whether it was said that the rest is read line by line. */
  spent: boolean
}

/** A budget in proportion to the text: what is spent on hostile text stays linear. */
export function parseBudget(length: number): ParseBudget {
  return { left: 6 * length + 65_536, spent: false }
}

/** What is found in a text: a command, or a stretch of it that does not parse. */
export type Reading =
  | { readonly kind: "command"; readonly command: SimpleCommand }
  | {
    readonly kind: "unparsed"
    readonly text: string
    readonly key: OrderKey
    /** Whether its commands were found all the same; otherwise it is to be read piece by piece. */
    readonly whole: boolean
    /** Whether it was said before that the rest is read line by line. */
    readonly said: boolean
    readonly via: readonly string[]
  }

type Work =
  | Entry
  | { readonly kind: "text"; readonly text: ShellText; readonly from: number; readonly window: number }
  | { readonly kind: "reading"; readonly reading: Reading }

const largestWindow = 65_536
const smallestWindow = 64

/**
 * The commands of a text that a shell reads, in source order, nested substitutions after the command that holds them.
 * Where the text does not parse, the first line of the broken statement is given as it stands and reading goes on after
 * it: an open quote or heredoc hides nothing that follows.
 */
export function* readShell(text: ShellText, budget: ParseBudget): Generator<Reading, void, undefined> {
  const stack: Work[] = [{ kind: "text", text, from: 0, window: largestWindow }]
  for (let work = stack.pop(); work !== undefined; work = stack.pop()) {
    if (work.kind === "command") yield work
    else if (work.kind === "reading") yield work.reading
    else {
      const next = work.kind === "text" ? readWindow(work, budget) : readNested(work, budget)
      for (let index = next.length - 1; index >= 0; index--) {
        const item = next[index]
        if (item !== undefined) stack.push(item)
      }
    }
  }
}

/** A nested script that does not parse is read as a text of its own. */
function readNested(
  work: Extract<Entry, { kind: "script" | "quoted" | "subshells" }>,
  budget: ParseBudget,
): readonly Work[] {
  if (work.kind === "quoted") return readQuoted(work.text)
  if (work.kind === "subshells") return readAgain(work.text, budget)
  const { script, text } = work
  const reading = readScript(script, text, true)
  if (reading.trouble === undefined) return entriesOf(reading.statements)
  return readAgain(partOf(text, script.pos, script.end), budget)
}

/** A part of a text as a text of its own. */
function readAgain(text: ShellText, budget: ParseBudget): readonly Work[] {
  if (budget.left <= 0) return linesOf(text, 0, text.read.length, budget)
  return [{ kind: "text", text, from: 0, window: largestWindow }]
}

/** A text in which quotes are none is read as the body of a heredoc, where this holds. */
function readQuoted(text: ShellText): readonly Work[] {
  const [before, after] = [": <<\u0002\n", "\n\u0002\n"]
  const body: ShellText = {
    ...text,
    shown: before + text.shown + after,
    read: before + text.read + after,
    shift: text.shift - before.length,
  }
  const { statements } = readScript(parseShell(body.read), body, false)
  return entriesOf(statements).filter((entry, index) => index > 0 || entry.kind !== "command")
}

function readWindow(work: Extract<Work, { kind: "text" }>, budget: ParseBudget): readonly Work[] {
  const { text } = work
  const length = text.read.length
  const alone = budget.left <= 0
  const from = alone ? nextLineWithWord(text.read, work.from) : work.from
  if (from >= length) return []
  const { end, parse, last } = nextWindow(text.read, from, alone ? 1 : work.window)
  if (!parse) return [...linesOf(text, from, end, budget), { ...work, from: end }]
  const part = from === 0 && end === length ? text : partOf(text, from, end)
  budget.left -= end - from
  const reading = readScript(parseShell(part.read), part, false)
  const { statements, trouble } = reading
  if (trouble === undefined) {
    return [...entriesOf(statements), { ...work, from: end, window: Math.min(largestWindow, work.window * 2) }]
  }
  if (alone) return [...linesOf(text, from, end, budget), { ...work, from: end }]
  const cut = end < length && !last && trouble.kind !== "wrong"
  if (trouble.kind === "end" && end === length) {
    return [...entriesOf(statements), unparsed(part, startAfter(part.read, statements.at(-2)), true, false)]
  }
  return recover(
    {
      ...work,
      window: cut
        ? Math.max(work.window, end - from) * 2
        : Math.max(smallestWindow, Math.min(largestWindow, work.window) / 8),
    },
    part,
    reading,
    trouble,
    cut,
  )
}

/** Keeps what stands before the trouble; gives up one line, or asks for more text when the window cut the statement. */
function recover(
  work: Extract<Work, { kind: "text" }>,
  part: ShellText,
  reading: ScriptReading,
  trouble: Trouble,
  cut: boolean,
): readonly Work[] {
  const source = part.read
  const { sound, safe, start } = brokenPlace(source, reading, trouble)
  if (cut) {
    const settled = sound.filter(({ end }) => end <= start)
    const from = settled.length === sound.length ? start : startAfter(source, settled.at(-1))
    return [...entriesOf(settled), { ...work, from: work.from + from }]
  }
  const end = lineEnd(source, start)
  const line = unparsed(partOf(part, start, end), 0, false, false)
  return [...entriesOf(sound), line, { ...work, from: work.from + Math.max(end, safe) }]
}

/** Line by line, what holds no word holds no command. */
function nextLineWithWord(source: string, from: number): number {
  const word = /\w/gu
  word.lastIndex = from
  const found = word.exec(source)
  return found === null ? source.length : Math.max(from, lineStart(source, found.index))
}

function entriesOf(statements: readonly StatementReading[]): readonly Entry[] {
  return statements.flatMap(({ entries }) => entries)
}

/** Each line of a stretch as it stands; that the rest is read so is said once. */
function linesOf(text: ShellText, from: number, end: number, budget: ParseBudget): readonly Work[] {
  const lines: Work[] = []
  for (let at = from; at < end;) {
    const next = text.read.indexOf("\n", at)
    const stop = next < 0 || next >= end ? end : next + 1
    lines.push(unparsed(partOf(text, at, stop), 0, false, budget.spent))
    budget.spent ||= budget.left <= 0
    at = stop
  }
  return lines
}

function unparsed(text: ShellText, start: number, whole: boolean, said: boolean): Work {
  const line = text.shown.slice(start).split("\n", 1)[0] ?? ""
  const shown = whole ? line : text.shown
  return {
    kind: "reading",
    reading: { kind: "unparsed", text: shown, key: keyAt(text, start), whole, said, via: text.via },
  }
}
