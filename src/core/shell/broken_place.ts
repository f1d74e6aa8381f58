import type { ScriptReading, Trouble } from "./script_reading.ts"
import type { StatementReading } from "./statement_reading.ts"

/** Where a text breaks. */
export interface BrokenPlace {
  /** The statements before it. */
  readonly sound: readonly StatementReading[]
  /** Where they and their heredocs end. */
  readonly safe: number
  /** Where the statement, or the text between statements, starts that is broken. */
  readonly start: number
}

/** Parts what can be trusted from what cannot. */
export function brokenPlace(source: string, { statements }: ScriptReading, trouble: Trouble): BrokenPlace {
  const reaching = statements.findIndex(({ broken, end }) => broken || end > trouble.offset)
  const between = reaching < 0 || (statements[reaching]?.start ?? 0) > trouble.offset
  const sound = reaching < 0 ? statements : statements.slice(0, reaching)
  const safe = sound.reduce((most, { end }) => Math.max(most, end), 0)
  const start = between ? Math.max(safe, lineStart(source, trouble.offset)) : startAfter(source, sound.at(-1))
  return { sound, safe, start }
}

/** Where the statement after another begins; heredoc bodies are between them when a line end is. */
export function startAfter(source: string, statement: StatementReading | undefined): number {
  const rest = matchEnd(/(?:[ \t;&|]|\\\n)*(?:#[^\n]*)?/yu, source, statement?.stop ?? 0)
  const next = source[rest] === "\n" ? Math.max(rest, statement?.end ?? 0) : rest
  return matchEnd(/(?:[\s;&|]+|\\\n|#[^\n]*)*/yu, source, next)
}

function matchEnd(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at
  pattern.exec(source)
  return pattern.lastIndex
}

/** Where the line of an offset starts. */
export function lineStart(source: string, offset: number): number {
  return offset === 0 ? 0 : source.lastIndexOf("\n", offset - 1) + 1
}

/** Where the line of an offset ends, its line end included. */
export function lineEnd(source: string, offset: number): number {
  const at = source.indexOf("\n", offset)
  return at < 0 ? source.length : at + 1
}
