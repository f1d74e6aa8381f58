import { deepStrictEqual, strictEqual } from "node:assert/strict"
import type { StatusClass } from "../../../src/core/decision/decision_node.ts"
import { allowsSuccessor, readStatus, saysSuperseded } from "../../../src/core/decision/status.ts"

const table: readonly (readonly [raw: string, normal: string, statusClass: StatusClass])[] = [
  ["Accepted", "accepted", "live"],
  ["**Accepted**", "accepted", "live"],
  ["accepted (2020-01-01)", "accepted", "live"],
  ["Accepted 2020-01-01", "accepted", "live"],
  ["Accepted — for now", "accepted", "live"],
  ["Accepted; see below", "accepted", "live"],
  ["ADOPTED (But should move to deprecated)", "adopted", "live"],
  ["[ACCEPTED](/README.md#accepted)", "accepted", "live"],
  ["Ready for Release", "ready for release", "live"],
  ["Partly superseded by [3. X](0003-x.md)", "partly superseded", "live"],
  ["Amended by [3. X](0003-x.md)", "amended by", "live"],
  ["Superseded by [3. X](0003-x.md)", "superseded", "dead"],
  ["Superceded by [3. X](0003-x.md)", "superceded", "dead"],
  ["Accepted, superseded by ADR-3", "superseded", "dead"],
  ["superseded", "superseded", "dead"],
  ["✅ Accepted", "accepted", "live"],
  ["Withdrawn", "withdrawn", "dead"],
  ["April Fool!", "april fool!", "dead"],
  ["Last Call", "last call", "open"],
  ["Proposed", "proposed", "open"],
  ["Stagnant", "stagnant", "open"],
  ["Moved", "moved", "moved"],
  ["imlpemented", "imlpemented", "unknown"],
  ["under consideration", "under consideration", "unknown"],
]

Deno.test("readStatus takes the words before a note, a link or a date and says what they mean", () => {
  for (const [raw, normal, statusClass] of table) {
    deepStrictEqual(readStatus(raw, 7), { raw, normal, class: statusClass, line: 7 }, raw)
  }
})

Deno.test("saysSuperseded knows both spellings; allowsSuccessor also what was retired otherwise", () => {
  strictEqual(saysSuperseded("superceded"), true)
  strictEqual(saysSuperseded("deprecated"), false)
  strictEqual(allowsSuccessor("deprecated"), true)
  strictEqual(allowsSuccessor("rejected"), false)
})
