import type { DecisionAdapter } from "../adapter.ts"
import { readHeaderBlock } from "../syntax/header_block.ts"

/** Python Enhancement Proposals: headers on top; the newer one must say what it replaces. */
export const pep: DecisionAdapter = {
  id: "pep",
  read: (_file, lines) => /^PEP:\s*\d+\s*$/u.test(lines[0] ?? "") ? readHeaderBlock(lines, 1, () => false) : undefined,
  obligation: {
    sides: ["superseded_by", "supersedes"],
    old_side: "High",
    new_side: "High",
    every_pair: true,
    at_once: true,
    replaced_status: "Superseded",
    not_yet: ["accepted", "provisional"],
  },
  vocabulary: [
    "accepted",
    "active",
    "april fool!",
    "deferred",
    "draft",
    "final",
    "provisional",
    "rejected",
    "superseded",
    "withdrawn",
  ],
  reference_form: "number",
  superseded_by_form: "header",
  supersedes_form: "header",
  keys: { superseded_by: "Superseded-By", supersedes: "Replaces" },
  several: true,
}
