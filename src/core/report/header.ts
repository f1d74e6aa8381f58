import type { PassSummary, Report } from "../schema/report.ts"
import type { Dialect } from "./dialect.ts"

/** The facts at the top of a report. `ceiling` says what a limit left out, when it did. */
export function headerLines(report: Report, dialect: Dialect, ceiling: string | undefined): readonly string[] {
  return [
    `Checkpoint of: ${dialect.text(report.scope)}${parenthesised(report.scope_reason, dialect)}`,
    `Corpus: ${report.kinds.map(dialect.text).join(", ") || "unknown"}${filesScanned(report)}`,
    `Run mode: ${report.run_mode}${baseline(report, dialect)}`,
    `Passes: ${report.passes.map((pass) => passState(pass, dialect)).join(", ") || "none"}`,
    findingsLine(report),
    ...(ceiling === undefined ? [] : [ceiling]),
    ...report.warnings.map((warning) => `Warning: ${dialect.text(warning)}`),
  ]
}

/** Nothing where nobody counted: of a run that read no file, every pass is skipped. */
function filesScanned({ files_scanned, passes }: Report): string {
  const isUnknown = files_scanned === 0 && !passes.some((pass) => pass.state === "skipped")
  return isUnknown ? "" : `; files scanned: ${files_scanned}`
}

function parenthesised(text: string, dialect: Dialect): string {
  return text.trim() === "" ? "" : ` (${dialect.text(text)})`
}

function baseline(report: Report, dialect: Dialect): string {
  if (report.run_mode === "fresh" || report.baseline === null) return ""
  const { date } = report.baseline
  const name = baselineFile(report) ?? report.baseline.path
  return ` (baseline: ${dialect.text(name)}${date === undefined ? "" : `, ${dialect.text(date)}`})`
}

/** The version file that a repeat run compared with, when the baseline is one. */
export function baselineFile(report: Report): string | undefined {
  if (report.run_mode === "fresh" || report.baseline === null) return undefined
  return versionFile(report.baseline.path) ??
    (report.baseline.version === undefined ? undefined : `v${report.baseline.version}.md`)
}

/** The name `v<k>.md` at the end of a path, when it has one. */
export function versionFile(path: string): string | undefined {
  return /(?:^|\/)(v\d+\.md)$/u.exec(path)?.[1]
}

function passState(pass: PassSummary, dialect: Dialect): string {
  const name = dialect.text(pass.pass)
  if (pass.state === "skipped") return `${name} skipped${parenthesised(pass.skip_reason ?? "", dialect)}`
  return `${name} ${pass.found}${pass.state === "incomplete" ? " (incomplete)" : ""}`
}

function findingsLine(report: Report): string {
  const { counts, tags } = report
  const total = report.findings.length + report.unverified.length
  const severities = `${counts.critical} critical, ${counts.high} high, ${counts.medium} medium, ${counts.low} low`
  const unverified = tags.unverified === 0 ? "" : `, ${tags.unverified} unverified`
  return `Findings: ${total} total (${severities}); ` +
    `${tags.new} new, ${tags.carried} carried, ${tags.wont_fix} won't-fix${unverified}; ${tags.resolved} resolved`
}
