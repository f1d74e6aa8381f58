import type { TaggedFinding, UnverifiedFinding } from "../schema/diff_result.ts"
import type { Edit, Evidence } from "../schema/finding.ts"
import type { Dialect } from "./dialect.ts"
import { codeFence } from "./markdown_text.ts"
import type { ReportEntry } from "./report_entry.ts"
import { suggestionOf, takesLinesOut } from "./suggestion.ts"

/** The bullet of a finding: what it says, and below it what proves it and what selecting it would do. */
export function bulletLines(entry: ReportEntry, dialect: Dialect): readonly string[] {
  const { row } = entry
  const { text } = dialect
  const verdict = row.verdict === undefined ? "" : ` · ${text(row.verdict)}`
  const label = `[${row.severity ?? "Low"}/${row.effort ?? "-"}]`
  return [
    `- ${row.id} ${label} ${row.tag ?? ""} ${text(row.pass)}${verdict} — ${text(row.what)}`,
    ...(row.locator === entry.node ? [] : [`  - Locator: ${text(row.locator)}`]),
    ...(entry.source._tag === "finding"
      ? findingDetails(entry.source.finding, dialect)
      : unverifiedDetails(entry.source.row, dialect)),
    ...(row.status === "open" ? [] : [`  - Status: ${text(row.status)}`]),
    ...(entry.outcome === undefined ? [] : [`  - Outcome: ${entry.outcome.result} — ${text(entry.outcome.message)}`]),
  ]
}

function unverifiedDetails(row: UnverifiedFinding, dialect: Dialect): readonly string[] {
  return [
    `  - Not checked in this run: ${row.why}`,
    ...(row.route === undefined ? [] : [`  - Route: ${dialect.text(row.route)}`]),
  ]
}

function findingDetails(finding: TaggedFinding, dialect: Dialect): readonly string[] {
  return [
    ...(finding.reopened === undefined ? [] : [`  - Reopened: was ${finding.reopened}`]),
    ...(finding.possible_match === undefined ? [] : [`  - Possible match: ${finding.possible_match}`]),
    ...(finding.evidence ?? []).map((evidence) => evidenceLine(evidence, dialect)),
    ...routeLines(finding, dialect),
    ...payloadLines("Capture", finding.capture, dialect),
    ...payloadLines("Proposal", finding.proposal, dialect),
    ...editLines(finding, dialect),
  ]
}

function evidenceLine(evidence: Evidence, dialect: Dialect): string {
  const { path, line, end_line, quote } = evidence
  const end = end_line === undefined || end_line === line ? "" : `-${end_line}`
  return `  - Evidence: ${dialect.text(path)}:${line}${end} "${dialect.text(quote)}"`
}

function routeLines(finding: TaggedFinding, dialect: Dialect): readonly string[] {
  const action = finding.proposed_action.trim()
  const lines = action.split(/\r\n|[\n\r]/u)
  return [
    `  - Route: ${finding.route}${action === "" ? "" : ` — ${dialect.text(lines[0] ?? "")}`}`,
    ...(lines.length > 1 ? dialect.block(action, "text") : []),
  ]
}

function payloadLines(
  title: string,
  payload: { readonly [field: string]: unknown } | undefined,
  dialect: Dialect,
): readonly string[] {
  if (payload === undefined || Object.keys(payload).length === 0) return []
  return [`  - ${title}:`, ...dialect.block(JSON.stringify(payload, null, 2), "json")]
}

function editLines(finding: TaggedFinding, dialect: Dialect): readonly string[] {
  const edits = finding.edits ?? []
  if (dialect.destination !== "github") return edits.flatMap((edit) => editPreview(edit, dialect))
  const suggestion = suggestionOf(finding)
  if (suggestion !== undefined) {
    const block = codeFence(suggestion.lines, "suggestion").map((line) => line === "" ? "" : `    ${line}`)
    return [`  - Suggestion for ${dialect.text(suggestion.place)}:`, ...block]
  }
  const paths = [...new Set(edits.map((edit) => edit.path))].map(dialect.text)
  return paths.length === 0 ? [] : [`  - Edits: ${paths.join(", ")}`]
}

function editPreview(edit: Edit, dialect: Dialect): readonly string[] {
  const path = dialect.text(edit.path)
  if ("create" in edit) return [`  - Create: ${path}`, ...dialect.block(marked("+", edit.create), "diff")]
  const lines = [marked("-", edit.find), ...(takesLinesOut(edit) ? [] : [marked("+", edit.replace)])]
  return [`  - Edit: ${path}`, ...dialect.block(lines.join("\n"), "diff")]
}

function marked(marker: string, text: string): string {
  return text.replace(/\r?\n$/u, "").split(/\r?\n/u).map((line) => `${marker}${line}`).join("\n")
}
