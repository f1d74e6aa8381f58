import type { DecisionAdapter } from "../adapter.ts"
import { readHeaderBlock } from "../syntax/header_block.ts"

/** Bitcoin Improvement Proposals: a preformatted block of headers; the later one is added to what it replaces. */
export const bip: DecisionAdapter = {
  id: "bip",
  read: (_file, lines) => {
    const opening = lines.slice(0, 20).findIndex((line) => /^\s*(?:<pre>|```.*)\s*$/u.test(line))
    if (opening < 0 || !/^\s*BIP:\s*\S/u.test(lines[opening + 1] ?? "")) return undefined
    return readHeaderBlock(lines, opening + 2, (line) => /^\s*(?:<\/pre>|```)/u.test(line))
  },
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "High",
    new_side: "Low",
    every_pair: true,
    at_once: true,
  },
  reference_form: "number",
  superseded_by_form: "header",
  supersedes_form: "header",
  keys: { superseded_by: "Proposed-Replacement", supersedes: "Replaces" },
  several: true,
}
