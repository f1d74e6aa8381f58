import type { DecisionAdapter, Obligation } from "../adapter.ts"
import type { DecisionFile } from "../decision_file.ts"
import { baseName } from "../../corpus/folder_path.ts"
import { isFolderPage, isInDecisionFolder, numberInName } from "../decision_path.ts"
import { readBulletBlock } from "../syntax/bullet_block.ts"
import { scalarText, yamlBlock } from "../syntax/yaml_block.ts"

const obligation: Obligation = {
  sides: ["superseded_by", "supersedes"],
  old_side: "High",
  new_side: "Low",
  every_pair: false,
  replaced_status: "superseded",
}

/** MADR 3 and later: the status in the front matter, `superseded by ADR-0123`. */
export const madrFrontMatter: DecisionAdapter = {
  id: "madr-front-matter",
  read: (file, lines) => {
    const front = file.document?.front_matter
    if (front?._tag !== "mapping" || scalarText(front.values["status"]) === undefined || !isRecord(file)) {
      return undefined
    }
    const block = yamlBlock(front, lines)
    const links =
      readBulletBlock(lines, front.end_line + 1)?.fields.filter((field) => field.key.includes("supersede")) ?? []
    return { ...block, fields: [...block.fields, ...links] }
  },
  // Its form has no place for what a decision supersedes.
  obligation: { ...obligation, sides: ["superseded_by"] },
  reference_form: "link",
  superseded_by_form: "status",
  supersedes_form: "prose",
  keys: { superseded_by: "superseded by", supersedes: "Supersedes" },
  several: true,
}

/** MADR 2 and log4brains: a bullet `- Status: …` below the title, relations in a section "Links". */
export const madrBullets: DecisionAdapter = {
  id: "madr",
  read: (file, lines) => {
    if (file.document === undefined || !isRecord(file)) return undefined
    const front = file.document.front_matter
    const block = readBulletBlock(lines, front._tag === "mapping" ? front.end_line + 1 : 1)
    return block?.fields.some((field) => field.key === "status") === true ? block : undefined
  },
  obligation,
  reference_form: "link",
  superseded_by_form: "status",
  supersedes_form: "prose",
  keys: { superseded_by: "superseded by", supersedes: "Supersedes" },
  several: true,
}

const madrHeadings = /^(?:context and problem statement|decision outcome|considered options|decision drivers)/iu

function isRecord({ path, document }: DecisionFile): boolean {
  if (document === undefined || isFolderPage(path)) return false
  if (document.headings.filter((heading) => madrHeadings.test(heading.text.trim())).length >= 2) return true
  return isInDecisionFolder(path) && (numberInName(baseName(path)) !== undefined || /^\d{8}-/u.test(baseName(path)) ||
    document.headings.some((heading) => /^(?:decision|context|consequences)\b/iu.test(heading.text.trim())))
}
