import { Document, isMap, isSeq, visit } from "yaml"
import type { RunMode } from "../schema/diff_result.ts"
import type { Report, SeverityCounts, TagCounts } from "../schema/report.ts"
import type { RouteResult } from "../schema/route_outcome.ts"
import { baselineFile, versionFile } from "./header.ts"

/** How many findings the user decided about, by what became of them. */
export interface ResolutionCounts {
  readonly applied: number
  readonly skipped: number
  readonly wont_fix: number
  readonly handed_off: number
}

/** A pass in the front matter of a report. */
export interface FrontMatterPass {
  readonly pass: string
  readonly state: string
  readonly found: number
}

/** The front matter of a report file; what is optional, foreign and older reports may leave out. */
export interface ReportFrontMatter {
  readonly schema?: number
  readonly date: string
  /** The corpus kinds, joined by `+`. */
  readonly kind: string
  readonly scope?: string
  readonly scope_slug: string
  readonly run_mode: RunMode
  /** `v<k>.md`, on a repeat run. */
  readonly baseline?: string
  readonly supersedes?: string
  /** HEAD of the run. */
  readonly commit?: string
  readonly id_max?: number
  /** The rows of the findings table. */
  readonly findings_total: number
  readonly counts?: SeverityCounts
  readonly tags?: TagCounts
  readonly resolutions?: ResolutionCounts
  readonly passes?: readonly FrontMatterPass[]
}

/** The front matter block of a report, its two `---` included. */
export function frontMatterLines(report: Report): readonly string[] {
  const baseline = baselineFile(report)
  const supersedes = baseline === undefined ? undefined : versionFile(report.persisted?.supersedes ?? "") ?? baseline
  const document = new Document({
    schema: 1,
    date: report.date,
    kind: report.kinds.join("+"),
    scope: report.scope,
    scope_slug: report.scope_slug,
    run_mode: report.run_mode,
    ...(baseline === undefined ? {} : { baseline }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(report.commit === undefined ? {} : { commit: report.commit }),
    id_max: report.id_max,
    findings_total: report.findings.length + report.unverified.length,
    counts: report.counts,
    tags: report.tags,
    resolutions: resolutions(report),
    passes: report.passes.map(({ pass, state, found }) => ({ pass, state, found })),
  }, { version: "1.2", schema: "core" })
  visit(document, {
    Collection(key, node): void {
      // One line for each map of counts and each pass
      if (key !== null && isMap(node)) node.flow = true
      if (isSeq(node) && node.items.length === 0) node.flow = true
    },
  })
  return ["---", ...document.toString({ lineWidth: 0 }).trimEnd().split("\n"), "---"]
}

function resolutions(report: Report): ResolutionCounts {
  const count = (result: RouteResult): number =>
    (report.outcomes ?? []).filter((outcome) => outcome.result === result).length
  return {
    applied: count("applied"),
    skipped: count("skipped"),
    wont_fix: count("wont_fix"),
    handed_off: count("handed_off"),
  }
}
