import { readStatement } from "./read_statement.ts"
import type { ShellText } from "./shell_text.ts"
import type { Span, StatementReading } from "./statement_reading.ts"
import type { ParsedScript, Script } from "./syntax.ts"

/** The first place from which a tree cannot be trusted. */
export interface Trouble {
  readonly offset: number
  /** `end`: all is there but the word that closes a compound. `open`: more text might mend it. `wrong`: it cannot. */
  readonly kind: "end" | "open" | "wrong"
}

/** A script, read statement by statement. */
export interface ScriptReading {
  readonly statements: readonly StatementReading[]
  readonly trouble?: Trouble
}

/** What may stand between the parts of commands: blanks, separators, comments, keywords. */
const filling = String
  .raw`[\s;&|]+|\\\r?\n|#[^\n]*|(?:if|then|elif|else|fi|for|while|until|do|done|esac|case|in|select|function|coproc|time)(?![\w-])`
const gap = new RegExp(`(?:${filling})*`, "yu")
/** The same, and the brackets of compounds that have lost their place because they never end. */
const gapBeforeEnd = new RegExp(`(?:${filling}|[(){}[\\]]+)*`, "yu")
const missingEnd = /^expected (?:'(?:fi|done|esac|\}|\))'|command after)/u
const mendable = /^(?:expected|unterminated)/u

/** Reads all statements of a tree of `text`, and tells where it cannot be trusted. */
export function readScript(script: Script, text: ShellText, nested: boolean): ScriptReading {
  const source = text.read
  const scope = { source, end: script.end, nested }
  try {
    const statements = script.commands.map((statement) => readStatement(statement, text, scope))
    const trouble = firstTrouble(statements, troubleOf(script, statements, source))
    return { statements, ...(trouble === undefined ? {} : { trouble }) }
  } catch {
    // The parts of words are parsed when they are asked for: there, too, nesting may overflow the parser's stack.
    return { statements: [], trouble: { offset: script.pos, kind: "wrong" } }
  }
}

/** What the parser drops is trouble where none is told before it. */
function firstTrouble(statements: readonly StatementReading[], told: Trouble | undefined): Trouble | undefined {
  const dropped = statements.find(({ droppedAt }) => droppedAt !== undefined)?.droppedAt
  return dropped === undefined || told !== undefined && told.offset < dropped
    ? told
    : { offset: dropped, kind: "wrong" }
}

function troubleOf(
  script: ParsedScript,
  statements: readonly StatementReading[],
  source: string,
): Trouble | undefined {
  const open = statements.find(({ openAt }) => openAt !== undefined)?.openAt
  const errors = script.errors ?? []
  if (errors.length === 0) {
    if (open !== undefined) return { offset: open, kind: "open" }
    const uncovered = firstGap(script, statements, source, gap)
    return uncovered === undefined ? undefined : { offset: uncovered, kind: "wrong" }
  }
  const offset = errors.reduce((least, { pos }) => Math.min(least, pos), open ?? Infinity)
  const atEnd = source.slice(offset, script.end).trim() === ""
  if (atEnd && open === undefined && errors.every(({ message }) => missingEnd.test(message))) {
    const uncovered = firstGap(script, statements, source, gapBeforeEnd)
    return uncovered === undefined ? { offset, kind: "end" } : { offset: uncovered, kind: "wrong" }
  }
  const first = errors.find(({ pos }) => pos === offset)
  return { offset, kind: atEnd || first === undefined || mendable.test(first.message) ? "open" : "wrong" }
}

/** The first place that is in no statement and is no separator, comment or keyword: the parser drops such text silently. */
function firstGap(
  script: Script,
  statements: readonly StatementReading[],
  source: string,
  filler: RegExp,
): number | undefined {
  const leaves: Span[] = statements.flatMap((statement) => statement.leaves)
  leaves.sort((left, right) => left[0] - right[0] || left[1] - right[1])
  leaves.push([script.end, script.end])
  let at = script.pos
  for (const [start, end] of leaves) {
    while (at < start && isBlankOrSeparator(source.charCodeAt(at))) at++
    if (at < start) {
      filler.lastIndex = at
      filler.exec(source)
      if (filler.lastIndex < start) return filler.lastIndex
    }
    at = Math.max(at, end)
  }
  return undefined
}

/** A blank, a line end, `;`, `&`, `|`: nearly all that stands between commands. */
function isBlankOrSeparator(code: number): boolean {
  return code === 32 || code === 10 || code === 59 || code === 38 || code === 124 || code === 9
}
