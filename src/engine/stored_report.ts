import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { Baseline } from "../core/diff/baseline.ts"
import { BaselineInvalid } from "../core/diff/read_baseline.ts"
import { baselineOf, type MergeConflict, parseReport, type ReportMalformed } from "../core/report/parse_report.ts"
import type { RowTag } from "../core/report/report_entry.ts"
import type { ReportFrontMatter } from "../core/report/report_front_matter.ts"
import { findingNumber } from "../core/schema/finding_id.ts"

/**
 * A stored report, at `path`, holds the markers of an unresolved merge, the first of them at `line` (1-based).
 *
 * @example
 * ```ts
 * import { BaselineConflict } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new BaselineConflict({ path: "latest.md", line: 12 }).message,
 *   'Cannot read the baseline "latest.md": line 12 is a merge conflict marker; resolve the conflict and run again',
 * )
 * ```
 */
export class BaselineConflict extends Data.Error<{ readonly path: string; readonly line: number }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "BaselineConflict"
  /** What a log calls the error. */
  override readonly name = "BaselineConflict"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot read the baseline "${this.path}": line ${this.line} is a merge conflict marker; resolve the conflict and run again`
  }
}

/**
 * A stored report, at `path`, was written by a newer program: its `schema` is none that this one knows.
 *
 * @example
 * ```ts
 * import { BaselineNewer } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new BaselineNewer({ path: "latest.md", reason: "its schema is 2, and this program reads no newer one than 1" }).message,
 *   'Cannot read the baseline "latest.md": its schema is 2, and this program reads no newer one than 1; ' +
 *     "use the version of retro that wrote it",
 * )
 * ```
 */
export class BaselineNewer extends Data.Error<{ readonly path: string; readonly reason: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "BaselineNewer"
  /** What a log calls the error. */
  override readonly name = "BaselineNewer"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot read the baseline "${this.path}": ${this.reason}; use the version of retro that wrote it`
  }
}

/** Why a stored report is refused, when taking it for none would lose what it holds. */
export type BaselineRefused = BaselineConflict | BaselineInvalid | BaselineNewer

/**
 * Why a text is not taken for a report, or its refusal: merge conflict markers and two equal ids are for a person to
 * mend, and a newer schema is for a newer program to read.
 */
export function whyMalformed(
  error: ReportMalformed | MergeConflict,
  path: string,
): Result.Result<string, BaselineRefused> {
  if (error._tag === "MergeConflict") return Result.fail(new BaselineConflict({ path, line: error.line }))
  if (error.newer_schema === true) return Result.fail(new BaselineNewer({ path, reason: error.reason }))
  return error.equal_ids === true
    ? Result.fail(new BaselineInvalid({ path, field: `line ${error.line}`, expected: error.reason }))
    : Result.succeed(`line ${error.line}: ${error.reason}`)
}

/** A report file as the store needs it. */
export interface StoredReport {
  readonly front_matter: ReportFrontMatter
  readonly baseline: Baseline
  /** The tag of each row that says one. */
  readonly tags: readonly RowTag[]
}

/** Reads the bytes of a report file; `path` is for messages. A byte order mark is left out. */
export function readStoredReport(
  bytes: Uint8Array,
  path: string,
): Result.Result<StoredReport, ReportMalformed | MergeConflict> {
  return Result.map(parseReport(textOf(bytes)), (report) => ({
    front_matter: report.front_matter,
    baseline: baselineOf(report, path),
    tags: report.rows.map((row) => row.tag).filter((tag) => tag !== undefined),
  }))
}

/**
 * The highest id number that a text could hold: cheap, and too high when the file is malformed.
 * A file that says less than what is known need not be parsed.
 */
export function highestIdIn(bytes: Uint8Array): number {
  const text = textOf(bytes)
  let highest = Number(/^id_max: *(\d+) *$/mu.exec(text)?.[1] ?? 0)
  for (const [, id = ""] of text.matchAll(/^[ \t]*\|\s*(R\d{3,})\s*\|/gmu)) {
    highest = Math.max(highest, findingNumber(id) ?? 0)
  }
  return highest
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
