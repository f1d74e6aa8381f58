import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Stdio from "effect/Stdio"
import * as Flag from "effect/cli/Flag"
import { isObject } from "../core/diff/decode_at.ts"
import { Report } from "../core/schema/report.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { type InputInvalid, readDecoded } from "./input.ts"

/** `--report FILE|-`: what an earlier stage printed. */
export const reportFlag: Flag.Flag<string> = Flag.String("report").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription('The report as JSON, or "-" for the standard input'),
)

/** The report of an earlier stage; a DiffResult is one, of the date given. */
export function readReport(
  source: string,
  today: string,
): Effect.Effect<Report, InputInvalid | IoFailed, FileSystem.FileSystem | Stdio.Stdio> {
  return readDecoded(
    source,
    Report,
    (value) => isObject(value) ? { date: today, ...value } : value,
    (value) => isObject(value) ? undefined : 'expected a report as a JSON object, as "retro diff --json" prints it',
  )
}
