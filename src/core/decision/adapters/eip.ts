import type { DecisionAdapter } from "../adapter.ts"
import { scalarText, yamlBlock } from "../syntax/yaml_block.ts"

/** Ethereum Improvement Proposals: front matter with `eip`; what replaces one is said in prose, `requires` never says it. */
export const eip: DecisionAdapter = {
  id: "eip",
  read: ({ document }, lines) => {
    const front = document?.front_matter
    if (front?._tag !== "mapping" || scalarText(front.values["eip"]) === undefined) return undefined
    return yamlBlock(front, lines)
  },
  obligation: { sides: [], old_side: "Low", new_side: "Low", every_pair: false },
  vocabulary: ["draft", "review", "last call", "final", "stagnant", "withdrawn", "living", "moved"],
  reference_form: "number",
  superseded_by_form: "front-matter",
  supersedes_form: "front-matter",
  keys: { superseded_by: "superseded-by", supersedes: "replaces" },
  several: true,
}
