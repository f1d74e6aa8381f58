import type { ForeignObject } from "../foreign/foreign_value.ts"
import { isClaudeRecord, readClaudeRecord } from "./claude.ts"
import { isCodexRecord, readCodexRecord } from "./codex.ts"
import { isPiRecord, readPiRecord } from "./pi.ts"
import type { SessionEvent, SessionFormat } from "./session_event.ts"

/** How the records of a format are told and read. Nothing throws, whatever a record holds. */
export interface RecordFormat {
  readonly name: Exclude<SessionFormat, "lines">
  /** Whether a record is of this format; no record is of two. */
  readonly recognizes: (record: ForeignObject) => boolean
  /** What a record says, in its own order. */
  readonly read: (record: ForeignObject) => readonly SessionEvent[]
}

/** The formats of sessions that consist of JSON records, a line each. */
export const recordFormats: readonly RecordFormat[] = [
  { name: "codex", recognizes: isCodexRecord, read: readCodexRecord },
  { name: "pi", recognizes: isPiRecord, read: readPiRecord },
  { name: "claude", recognizes: isClaudeRecord, read: (record) => readClaudeRecord(record) },
]

/** The format of a record. */
export function formatOf(record: ForeignObject): RecordFormat | undefined {
  return recordFormats.find(({ recognizes }) => recognizes(record))
}
