import type { RunMode } from "../schema/diff_result.ts"
import type { Report, SeverityCounts, TagCounts } from "../schema/report.ts"
import { writeYaml } from "../yaml/write_yaml.ts"
import type { RouteResult } from "../schema/route_outcome.ts"
import { baselineFile, versionFile } from "./header.ts"

/** How many findings the user decided about, by what became of them. */
export interface ResolutionCounts {
  /** Fixed in the run. */
  readonly applied: number
  /** Left for the next run. */
  readonly skipped: number
  /** Never to be fixed, with a reason. */
  readonly wont_fix: number
  /** Given to somebody else, and still open. */
  readonly handed_off: number
}

/** A pass in the front matter of a report. */
export interface FrontMatterPass {
  /** The id of the pass. */
  readonly pass: string
  /** `complete`, `incomplete` or `skipped`. */
  readonly state: string
  /** How many findings it had. */
  readonly found: number
}

/** The version of the format that this program writes, and the newest that it reads. */
export const reportSchema = 1

/** The front matter of a report file; what is optional, foreign and older reports may leave out. */
export interface ReportFrontMatter {
  /** The version of this format: 1. */
  readonly schema?: number
  /** Of the run, `YYYY-MM-DD`. */
  readonly date: string
  /** The corpus kinds, joined by `+`. */
  readonly kind: string
  /** What the run looked at: `corpus`, `module src/a`. */
  readonly scope?: string
  /** The scope as the name of a folder. */
  readonly scope_slug: string
  /** Whether there was a baseline. */
  readonly run_mode: RunMode
  /** `v<k>.md`, on a repeat run. */
  readonly baseline?: string
  /** The version before this one, `v<k>.md`, on a repeat run. */
  readonly supersedes?: string
  /** HEAD of the run. */
  readonly commit?: string
  /** The highest number that any id ever had. */
  readonly id_max?: number
  /** The rows of the findings table. */
  readonly findings_total: number
  /** Those rows by severity. */
  readonly counts?: SeverityCounts
  /** The findings by tag. */
  readonly tags?: TagCounts
  /** The user's decisions. */
  readonly resolutions?: ResolutionCounts
  /** Every pass, skipped ones too. */
  readonly passes?: readonly FrontMatterPass[]
}

/** The front matter block of a report, its two `---` included. */
export function frontMatterLines(report: Report): readonly string[] {
  const baseline = baselineFile(report)
  const supersedes = baseline === undefined ? undefined : versionFile(report.persisted?.supersedes ?? "") ?? baseline
  const text = writeYaml({
    schema: reportSchema,
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
  })
  return ["---", ...text.trimEnd().split("\n"), "---"]
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
