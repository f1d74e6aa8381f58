import { type Effort, type Route, severities, type Severity } from "../schema/finding.ts"
import type { Dialect } from "./dialect.ts"
import { type ReportEntry, type ReportRow, type RowTag, rowTags } from "./report_entry.ts"

/** The columns of the findings table. */
const columns = ["ID", "Pass", "Locator", "Severity", "Effort", "Tag", "Description", "Route", "Status"] as const

/** The findings table: one row for each entry. */
export function findingsTable(entries: readonly ReportEntry[], dialect: Dialect): readonly string[] {
  if (dialect.destination === "terminal") return overview(entries, dialect)
  const { text } = dialect
  return dialect.table(
    columns,
    entries.map(({ row }) => [
      row.id,
      text(row.pass),
      text(row.locator),
      row.severity ?? "",
      row.effort ?? "",
      text(row.tag ?? ""),
      text(row.what),
      row.route ?? "",
      text(row.status),
    ]),
  )
}

/** A terminal has no room for descriptions, which stand above; the widest column comes last. */
function overview(entries: readonly ReportEntry[], { table, text }: Dialect): readonly string[] {
  return table(
    ["ID", "Severity", "Effort", "Tag", "Route", "Status", "Locator"],
    entries.map(({ row }) => [
      row.id,
      row.severity ?? "",
      row.effort ?? "",
      row.tag ?? "",
      row.route ?? "",
      row.status.startsWith("wont_fix") ? "wont_fix" : row.status,
      text(row.locator),
    ]),
  )
}

/** What a column of a table that others wrote may be called, in lower case. */
export const columnAliases: { readonly [alias: string]: keyof ReportRow } = {
  "id": "id",
  "pass": "pass",
  "category": "pass",
  "locator": "locator",
  "file:line": "locator",
  "node": "locator",
  "severity": "severity",
  "effort": "effort",
  "tag": "tag",
  "description": "what",
  "what": "what",
  "route": "route",
  "verdict": "verdict",
  "status": "status",
}

const efforts: readonly Effort[] = ["S", "M", "L"]
const routes: readonly Route[] = ["capture", "memory-audit", "proposal", "direct-fix", "none"]

function oneOf<A extends string>(values: readonly A[], cell: string): A | undefined {
  const lower = cell.toLowerCase()
  return values.find((value) => value.toLowerCase() === lower)
}

/** A severity cell; what is none says nothing. */
export function readSeverity(cell: string): Severity | undefined {
  return oneOf(severities, cell)
}

/** An effort cell. */
export function readEffort(cell: string): Effort | undefined {
  return oneOf(efforts, cell)
}

/** A route cell. */
export function readRoute(cell: string): Route | undefined {
  return oneOf(routes, cell)
}

/** A tag cell. */
export function readTag(cell: string): RowTag | undefined {
  return oneOf(rowTags, cell)
}
