import type { DecisionAdapter } from "../adapter.ts"
import { yamlBlock } from "../syntax/yaml_block.ts"

/** RFCs as Ember writes them: front matter with `stage` and `prs`; what replaces one is said in prose. */
export const stagedRfc: DecisionAdapter = {
  id: "frontmatter-rfc",
  read: ({ document }, lines) => {
    const front = document?.front_matter
    if (front?._tag !== "mapping" || !("stage" in front.values) || !("prs" in front.values)) return undefined
    const block = yamlBlock(front, lines)
    return {
      ...block,
      fields: block.fields.map((field) => field.key === "stage" ? { ...field, key: "status" } : field),
    }
  },
  obligation: { sides: [], old_side: "Low", new_side: "Low", every_pair: false },
  vocabulary: [
    "exploring",
    "proposed",
    "accepted",
    "ready-for-release",
    "released",
    "recommended",
    "closed",
    "discontinued",
  ],
  reference_form: "link",
  superseded_by_form: "prose",
  supersedes_form: "prose",
  keys: { superseded_by: "superseded-by", supersedes: "supersedes" },
  several: true,
}
