import { deepStrictEqual, match } from "node:assert/strict"
import * as Effect from "effect/Effect"
import { diff } from "../../src/engine/diff.ts"
import { baseline, finding, row } from "../core/diff/builders.ts"

Deno.test("diff compares what it read with the last run", async () => {
  const request = { findings: [finding()], baseline: baseline([row("R004")]), today: "2027-03-01" }
  const result = await Effect.runPromise(diff(request))
  deepStrictEqual(result.findings.map(({ id, tag }) => [id, tag]), [["R004", "CARRIED"]])
})

Deno.test("diff fails, and names the field, when a finding is not as the contract says", async () => {
  const error = await Effect.runPromise(
    Effect.flip(diff({ findings: [{ ...finding(), what: "" }], today: "2027-03-01" })),
  )
  deepStrictEqual(error._tag === "FindingsInvalid" && error.field, "findings[0].what")
  match(error.message, /findings\[0\]\.what/u)
})
