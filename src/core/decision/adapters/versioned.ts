import type { DecisionAdapter } from "../adapter.ts"
import type { Field } from "../field.ts"
import { scalarText, yamlBlock } from "../syntax/yaml_block.ts"

/** Specs, plans, visions and proposals: front matter with `slug`, `version` and `status`, one file a version. */
export const versioned: DecisionAdapter = {
  id: "versioned",
  read: ({ document }, lines) => {
    const front = document?.front_matter
    if (front?._tag !== "mapping") return undefined
    if (["slug", "version", "status"].some((key) => scalarText(front.values[key]) === undefined)) return undefined
    const block = yamlBlock(front, lines)
    return { ...block, fields: block.fields.map(pinned) }
  },
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "High",
    new_side: "Low",
    every_pair: true,
    at_once: true,
    replaced_status: "superseded",
  },
  reference_form: "sibling",
  superseded_by_form: "front-matter",
  supersedes_form: "front-matter",
  keys: { superseded_by: "superseded_by", supersedes: "supersedes" },
  several: false,
}

/** `spec:` pins the version that a plan is drafted against; "none — …" pins nothing. */
function pinned(field: Field): Field {
  if (field.key !== "spec") return field
  return { ...field, key: "pins", items: field.items.filter((item) => !/^none\b/iu.test(item.value)) }
}
