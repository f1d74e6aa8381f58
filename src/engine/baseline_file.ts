import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import type { Baseline } from "../core/diff/baseline.ts"
import { BaselineInvalid, readBaseline } from "../core/diff/read_baseline.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"
import { type BaselineRefused, readStoredReport, whyMalformed } from "./stored_report.ts"

/** What a baseline file holds. */
export interface BaselineFile {
  /** Absent: a first run, since there is no such file or it is no report. */
  readonly baseline?: Baseline
  readonly warnings: readonly string[]
}

/** A baseline in a file of its own: a report in Markdown, or JSON. Only "no such file" means that there was no run. */
export const readBaselineFile: (
  path: string,
) => Effect.Effect<BaselineFile, IoFailed | BaselineRefused, FileSystem.FileSystem> = Effect.fn(
  "readBaselineFile",
)(function* (path) {
  // The user names it: it may be a pipe.
  const bytes = yield* (yield* FileSystem.FileSystem).readFile(path).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(undefined)),
    Effect.mapError(ioFailed("read", path)),
  )
  if (bytes === undefined) return { warnings: [`no baseline at ${path}; this run is the first`] }
  const text = new TextDecoder().decode(bytes)
  return /^\s*[{[]/u.test(text) ? yield* fromJson(text, path) : yield* fromMarkdown(bytes, path)
})

function fromJson(text: string, path: string): Effect.Effect<BaselineFile, BaselineInvalid> {
  const json = Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => new BaselineInvalid({ path, field: "", expected: `it is not JSON (${wordsOf(error)})` }),
  })
  return Effect.fromResult(Result.map(Result.flatMap(json, (value) => readBaseline(value, path)), (baseline) => ({
    baseline,
    warnings: [],
  })))
}

function fromMarkdown(bytes: Uint8Array, path: string): Effect.Effect<BaselineFile, BaselineRefused> {
  const report = readStoredReport(bytes, path)
  if (Result.isSuccess(report)) return Effect.succeed({ baseline: report.success.baseline, warnings: [] })
  return Effect.fromResult(Result.map(whyMalformed(report.failure, path), (why) => ({
    warnings: [`baseline at ${path} malformed; treating run as fresh (${why})`],
  })))
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
