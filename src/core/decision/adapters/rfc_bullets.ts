import type { DecisionAdapter } from "../adapter.ts"
import { baseName, folderOf } from "../../corpus/folder_path.ts"
import { isTemplatePath, numberInName } from "../decision_path.ts"
import { type Field, fieldValue } from "../field.ts"
import { readBulletBlock } from "../syntax/bullet_block.ts"

/** RFCs as Rust and Aries write them: bullets such as "Feature Name", "Since" or "Status Note" before the first section. */
export const rfcBullets: DecisionAdapter = {
  id: "rfc-bullets",
  read: ({ path, document }, lines) => {
    if (document === undefined) return undefined
    const named = numberInName(baseName(path)) ?? numberInName(baseName(folderOf(path)))
    if (named === undefined && !isTemplatePath(path)) return undefined
    const block = readBulletBlock(
      lines,
      document.front_matter._tag === "mapping" ? document.front_matter.end_line + 1 : 1,
    )
    if (block === undefined || !block.fields.some((field) => markers.has(field.key))) return undefined
    return { ...block, fields: [...block.fields, ...fromNote(block.fields)] }
  },
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "Low",
    new_side: "Low",
    every_pair: false,
    at_once: true,
  },
  reference_form: "link",
  superseded_by_form: "prose",
  supersedes_form: "prose",
  keys: { superseded_by: "Superseded by", supersedes: "Supersedes" },
  several: true,
}

const markers: ReadonlySet<string> = new Set(["feature-name", "rfc-pr", "rust-issue", "status-note", "since"])

/** "Superseded by [RFC 0434](…)" in a status note. */
function fromNote(fields: readonly Field[]): readonly Field[] {
  const note = fields.find((field) => field.key === "status-note")
  const link = /\bsuper[cs]eded by\b[^[.;]*(\[.*?\]\([^)]*\))/iu.exec(fieldValue(note))?.[1]
  if (note === undefined || link === undefined) return []
  const line = note.items.find((item) => item.value.includes(link))?.line ?? note.line
  return [{ key: "superseded-by", items: [{ value: link, line }], line, end_line: line }]
}
