import type { DecisionAdapter } from "../adapter.ts"
import type { DecisionFile } from "../decision_file.ts"
import { baseName } from "../../corpus/folder_path.ts"
import { isFolderPage, isInDecisionFolder, numberInName } from "../decision_path.ts"
import { type FieldBlock, fieldValue } from "../field.ts"
import { readStatus } from "../status.ts"
import { readStatusSection } from "../syntax/status_section.ts"
import { yamlBlock } from "../syntax/yaml_block.ts"

/**
 * Architecture decision records as Nygard and adr-tools write them: `# 9. Title` and a section "Status". A page with such
 * a section is one only in a folder of decisions, or when its number and its status say so.
 */
export const nygard: DecisionAdapter = {
  id: "adr",
  read: (file, lines) => {
    const { document } = file
    if (document === undefined) return undefined
    const section = readStatusSection(document.headings, lines)
    if (section === undefined || !isRecord(file, section)) return undefined
    const dated = lines.slice(0, 20).findIndex((line) => /^(?:[-*]\s+)?Date:\s*\S/iu.test(line))
    const value = (lines[dated] ?? "").replace(/^.*?:\s*/u, "")
    const date = dated < 0
      ? []
      : [{ key: "date", items: [{ value, line: dated + 1 }], line: dated + 1, end_line: dated + 1 }]
    const front = document.front_matter._tag === "mapping" ? yamlBlock(document.front_matter, lines).fields : []
    const known = new Set(section.fields.map((field) => field.key))
    return { ...section, fields: [...section.fields, ...date, ...front.filter((field) => !known.has(field.key))] }
  },
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "High",
    new_side: "Low",
    every_pair: false,
    replaced_status: "Superseded",
  },
  reference_form: "link",
  superseded_by_form: "status-line",
  supersedes_form: "status-line",
  keys: { superseded_by: "Superseded by", supersedes: "Supersedes" },
  several: true,
}

function isRecord({ path, document }: DecisionFile, section: FieldBlock): boolean {
  if (isFolderPage(path)) return false
  if (isInDecisionFolder(path)) return true
  const title = document?.headings.find((heading) => heading.level === 1)?.text ?? ""
  const inTitle = /^(?:ADR|RFC|Decision(?: Record)?)?[\s#-]*0*(\d+)\s*[.:—–-]/iu.exec(title.trim())?.[1]
  const number = numberInName(baseName(path))
  const status = section.fields.find((field) => field.key === "status")
  return inTitle !== undefined && number === Number(inTitle) && readStatus(fieldValue(status), 1).class !== "unknown"
}
