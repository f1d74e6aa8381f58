import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import { plainLines } from "../core/report/markdown_text.ts"
import type { ResolvedFinding, TaggedFinding, UnverifiedFinding } from "../core/schema/diff_result.ts"
import { nodeDetail } from "./node_detail.ts"

/** A row of a report: what was found, or what became of what an earlier run had found. */
export type Row = TaggedFinding | ResolvedFinding | UnverifiedFinding

/** A row in one line: where, by which pass, how severe. */
export function rowHeading(row: Row): string {
  return `${row.id} ${row.locator} (${row.pass}${row.severity === undefined ? "" : `, ${row.severity}`}, ${row.tag})`
}

/** What a finding says, and where. */
export function findingBrief(finding: TaggedFinding): string {
  return [rowHeading(finding), finding.what, ...evidenceLines(finding), actionLine(finding)].join("\n")
}

/** Everything that is known about a row; `preview` is what applying it would do. */
export const findingDetail: (
  row: Row,
  root: string,
  preview: string | undefined,
) => Effect.Effect<string, never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (row, root, preview) {
    const known = [
      rowHeading(row),
      row.what,
      ...(row.status === undefined ? [] : [`Status: ${row.status}`]),
    ]
    if (row.tag === "RESOLVED") return [...known, `Resolved: ${row.how}`].join("\n")
    if (row.tag === "UNVERIFIED") return [...known, `Not looked at in this run: ${row.why}`].join("\n")
    return [
      ...known,
      ...evidenceLines(row),
      ...(yield* nodeDetail(row, root)),
      actionLine(row),
      ...[preview].filter((text) => text !== undefined),
    ].join("\n")
  },
)

function evidenceLines({ evidence = [] }: TaggedFinding): readonly string[] {
  return evidence.flatMap(({ path, line, quote }) => [
    `${path}:${line}:`,
    ...plainLines(quote).map((text) => `  | ${text}`),
  ])
}

function actionLine({ route, proposed_action }: TaggedFinding): string {
  return `To do (${route}): ${proposed_action}`
}
