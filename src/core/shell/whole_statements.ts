import { brokenPlace, lineEnd, lineStart } from "./broken_place.ts"
import { readScript } from "./script_reading.ts"
import { outermostText } from "./shell_text.ts"
import { parseShell } from "./syntax.ts"

/** How much of a text can be read without what follows it. */
export interface WholeStatements {
  /** Whether all statements are over at `end`, or the last line before it is one that no further text would mend. */
  readonly kind: "whole" | "wrong"
  /** Where a line starts; 0 when the first statement goes on behind the text. */
  readonly end: number
}

/** Where a text, which ends with a line, can be cut so that no statement, quote or heredoc goes on behind the cut. */
export function wholeStatements(source: string): WholeStatements {
  const reading = readScript(parseShell(source), outermostText(source), false)
  const { trouble } = reading
  if (trouble === undefined) return { kind: "whole", end: source.length }
  const { sound, safe, start } = brokenPlace(source, reading, trouble)
  if (trouble.kind === "wrong") return { kind: "wrong", end: Math.max(safe, lineEnd(source, start)) }
  let end = lineStart(source, start)
  for (const statement of sound.toReversed()) {
    if (statement.start < end && Math.max(statement.stop, statement.end) > end) end = lineStart(source, statement.start)
  }
  return { kind: "whole", end }
}
