import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeAt } from "../diff/decode_at.ts"
import { Line } from "../schema/line.ts"
import { ProgramEnd } from "./program_end.ts"

/** The first line of a kept answer; the answer follows as it was printed, without secrets. */
export interface RecordHeader {
  readonly type: "record"
  readonly schema: 1
  readonly pass: string
  /** The digest of the request that was answered. */
  readonly request: string
  /** The day of the run, `YYYY-MM-DD`. */
  readonly today: string
  readonly ended: ProgramEnd
  /** The last line on its standard error, when it failed. */
  readonly last_words?: string
}

/** {@link RecordHeader} as a schema. */
const RecordHeader: Schema.Codec<RecordHeader> = Schema.Struct({
  type: Schema.Literal("record"),
  schema: Schema.Literal(1),
  pass: Line,
  request: Schema.String,
  today: Schema.String,
  ended: ProgramEnd,
  last_words: Schema.optionalKey(Line),
})

/** What an external pass answered. */
export interface ExternalRecord {
  readonly header: RecordHeader
  readonly answer: string
}

/** The name of the file that keeps a pass's answer: what could mean a folder or a hidden file is percent-encoded. */
export function recordName(pass: string): string {
  const name = encodeURIComponent(pass.toWellFormed()).replace(/^\./u, "%2E").replaceAll("*", "%2A")
  return `${name}.ndjson`
}

/** A kept answer as text. */
export function formatRecord({ header, answer }: ExternalRecord): string {
  return `${JSON.stringify(header)}\n${answer}`
}

const decodeHeader = Schema.decodeUnknownResult(Schema.fromJsonString(RecordHeader))

/** Reads the text of a kept answer; fails with what is wrong with it. */
export function parseRecord(text: string): Result.Result<ExternalRecord, string> {
  const end = text.indexOf("\n")
  const first = end === -1 ? text : text.slice(0, end)
  const answer = end === -1 ? "" : text.slice(end + 1)
  return Result.mapBoth(decodeAt(decodeHeader, first, ""), {
    onSuccess: (header) => ({ header, answer }),
    onFailure: ({ field, expected }) =>
      `its first line is no header of a record: ${field === "" ? "" : `${field}: `}${expected}`,
  })
}
