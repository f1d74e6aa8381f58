import type { FailOn } from "../core/schema/config.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import { severities } from "../core/schema/finding.ts"
import { passIds } from "../core/schema/pass_id.ts"
import type { PassSummary, Report } from "../core/schema/report.ts"
import type { ExitCode } from "./exit_code.ts"

/** How a run ended: the exit code, and the reasons, a line each, when nothing that was printed says them. */
export interface Verdict {
  readonly code: ExitCode
  readonly why: readonly string[]
}

/**
 * The verdict on a run that is over: not finished, or with open findings that are too severe, or done. What `--fail-on`
 * says counts more than what the configuration says.
 */
export function verdictOn(report: Report, flag: FailOn | undefined, configured: FailOn | undefined): Verdict {
  const failOn = flag ?? configured ?? "never"
  const incomplete = report.passes.filter((pass) => pass.state === "incomplete")
  if (incomplete.length > 0) {
    const said = new Set(report.warnings)
    return { code: 3, why: whyIncomplete(incomplete).filter((why) => !said.has(why)) }
  }
  // What failed was said as its outcome.
  if (report.outcomes?.some((outcome) => outcome.result === "failed") === true) return { code: 3, why: [] }
  const severe = report.findings.filter((finding) => isOpen(finding) && reaches(finding, failOn)).length
  if (severe === 0) return { code: 0, why: [] }
  return {
    code: 1,
    why: [
      `${severe} open ${severe === 1 ? "finding is" : "findings are"} ${failOn}${
        failOn === "critical" ? "" : " or worse"
      }, which ${flag === undefined ? "fail_on in .retro.yaml" : "--fail-on"} forbids`,
    ],
  }
}

/** Passes with one reason are named in one line. */
function whyIncomplete(passes: readonly PassSummary[]): readonly string[] {
  const whys = Map.groupBy(passes, ({ pass, skip_reason }) => {
    if (skip_reason === undefined) return "findings were left out, as the warnings say; run again"
    // A program says what is wrong with it, in words of its own.
    const isFile = passIds.some((id) => id === pass) && skip_reason.startsWith("could not read ")
    return isFile ? `${skip_reason}; fix it or leave it out with "ignore" in .retro.yaml` : skip_reason
  })
  return [...whys].map(([why, [first, ...others]]) =>
    others.length === 0
      ? `${first?.pass} is incomplete: ${why}`
      : `${[first, ...others].map((pass) => pass?.pass).join(", ")} are incomplete: ${why}`
  )
}

/** A row that nobody looked at again may be gone, and a waived or decided one is somebody's choice. */
function isOpen({ tag, status }: TaggedFinding): boolean {
  return (tag === "NEW" || tag === "CARRIED") && (status ?? "open") === "open"
}

function reaches({ severity }: TaggedFinding, failOn: FailOn): boolean {
  const least = severities.findIndex((name) => name.toLowerCase() === failOn)
  return least >= 0 && severities.indexOf(severity) <= least
}
