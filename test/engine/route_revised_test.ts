import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TaggedFinding } from "../../src/core/schema/diff_result.ts"
import type { Report } from "../../src/core/schema/report.ts"
import type { Revision } from "../../src/core/selection/selection.ts"
import { route } from "../../src/engine/route.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { finding } from "../core/selection/rows.ts"
import { withFolder } from "../services/program.ts"
import { noRepository, reportOf } from "./route_host.ts"

/** Applies a finding with a revision. */
function applied(root: string, found: TaggedFinding, revised: Revision): Promise<Report> {
  return Effect.runPromise(
    route(reportOf(found), [{ _tag: "apply", id: found.id, revised }], { root }).pipe(
      Effect.provide(Layer.merge(hostLayer, noRepository)),
    ),
  )
}

const edits = [{ path: "a.md", find: "old", replace: "new" }]

Deno.test("route applies what the user wrote instead of what the finding says, and the report says that", () =>
  withFolder({ "a.md": "old\n" }, async (root) => {
    const revised = { edits: [{ path: "a.md", find: "old", replace: "newer" }] }
    const report = await applied(root, finding("R001", { edits }), revised)
    deepStrictEqual(report.outcomes?.map(({ result, message }) => [result, message]), [["applied", "Edited a.md"]])
    deepStrictEqual(report.findings.map(({ status, edits }) => [status, edits]), [["applied", revised.edits]])
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "newer\n")
  }))

Deno.test("route leaves a finding as it was when what the user wrote cannot be applied", () =>
  withFolder({ "a.md": "old\n" }, async (root) => {
    const outside = { edits: [{ path: "../b.md", create: "x" }] }
    const report = await applied(root, finding("R001", { edits, status: "open" }), outside)
    strictEqual(report.outcomes?.[0]?.result, "failed")
    deepStrictEqual(report.findings.map(({ status, edits }) => [status, edits]), [["open", edits]])
    ok(!existsSync(join(root, "../b.md")))
  }))

Deno.test("route refuses a secret in what the user wrote, by the name of its pattern", () =>
  withFolder({ "a.md": "old\n" }, async (root) => {
    const token = `ghp_${"a1B2".repeat(9)}`
    const revisions: readonly Revision[] = [
      { edits: [{ path: "a.md", find: "old", replace: token }] },
      { edits: [{ path: "b.md", create: token }] },
      { proposed_action: `use ${token}` },
      { capture: { body: `use ${token}` } },
      { proposal: { title: token } },
    ]
    for (const revised of revisions) {
      const report = await applied(root, finding("R001", { edits }), revised)
      const [outcome] = report.outcomes ?? []
      strictEqual(outcome?.result, "failed")
      match(
        outcome?.message ?? "",
        /^Cannot apply what was written for docs\/R001\.md:3: there is a secret in its .* \(github-token\)/,
      )
      ok(!JSON.stringify(report).includes(token))
    }
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "old\n")
  }))

Deno.test("route lets a user write over a secret that the file holds", () => {
  const token = `ghp_${"a1B2".repeat(9)}`
  return withFolder({ "a.md": `key ${token}\n` }, async (root) => {
    const revised = { edits: [{ path: "a.md", find: `key ${token}`, replace: "key" }] }
    strictEqual((await applied(root, finding("R001", { edits }), revised)).outcomes?.[0]?.result, "applied")
    strictEqual(readFileSync(join(root, "a.md"), "utf8"), "key\n")
  })
})
