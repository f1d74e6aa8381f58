import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { join } from "node:path"
import { evaluatePublicDevLoopRouting } from "../../src/core/routing/evaluate_routing.ts"
import { retroIn } from "../services/in_process.ts"
import { retro, withFolder } from "../services/program.ts"

const resolverOutput = evaluatePublicDevLoopRouting({ intent: "start_on_issue", target: { kind: "issue", issue: 64 } })
const findings = { ok: false, internalToolingOnly: false, rawCallViolations: ["gh: gh api x"], allowedWriteOps: [] }
const input = { resolverOutput, options: { repo: "acme/widgets", retrospectiveFindings: findings, env: {} } }

Deno.test("retro envelope build prints an envelope that keeps the contract and carries the findings", async () => {
  await withFolder({}, async (root) => {
    const built = await retroIn(root, ["envelope", "build", "--json"], input)
    deepStrictEqual([built.code, built.stderr], [0, ""])
    const { ok: _, ...carried } = findings
    const { retrospectiveFindings, derivedAt, stopRules } = JSON.parse(built.stdout)
    deepStrictEqual([retrospectiveFindings, stopRules], [carried, ["merge"]])
    match(derivedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
    const valid = await retroIn(root, ["envelope", "validate", "--require-findings", "--json"], built.stdout)
    deepStrictEqual([valid.code, JSON.parse(valid.stdout).ok], [0, true])
    const timed = await retroIn(root, ["envelope", "build"], { ...input, now: "2027-03-04T16:30:00.000Z" })
    strictEqual(JSON.parse(timed.stdout).derivedAt, "2027-03-04T16:30:00.000Z")
  })
})

Deno.test("retro envelope build takes what a resolver printed, and the stop rules of the repository", async () => {
  await withFolder({ ".devloops": "version: 1\nautonomy:\n  stopAt: [review, merge]\n" }, async (root) => {
    const built = await retroIn(root, ["envelope", "build", "--json"], { ...resolverOutput, repo: "acme/widgets" })
    deepStrictEqual(JSON.parse(built.stdout).stopRules, ["review", "merge"])
    const own = await retroIn(root, ["envelope", "build", "--json"], { ...input, settings: {} })
    deepStrictEqual(JSON.parse(own.stdout).stopRules, ["merge"])
  })
  await withFolder({ ".devloops": "version: 2\n" }, async (root) => {
    const broken = await retroIn(root, ["envelope", "build"], input)
    deepStrictEqual([broken.code, broken.stdout], [2, ""])
    match(broken.stderr, /^retro: Cannot use \.devloops, line 1/u)
    strictEqual((await retroIn(root, ["envelope", "build"], { ...input, settings: {} })).code, 0)
  })
})

Deno.test("retro envelope build prints no secret, in either form", async () => {
  const secret = { ...findings, rawCallViolations: ["gh: GH_TOKEN=hunter2 gh api x"] }
  await withFolder({}, async (root) => {
    for (const form of [[], ["--json"]]) {
      const given = { ...input, options: { ...input.options, retrospectiveFindings: secret } }
      const built = await retroIn(root, ["envelope", "build", ...form], given)
      const { retrospectiveFindings: { rawCallViolations } } = JSON.parse(built.stdout)
      match(rawCallViolations[0], /^gh: GH_TOKEN=<redacted:[a-z-]+> gh api x$/u)
    }
  })
})

Deno.test("retro envelope build is told by CLAUDECODE, or by its input, which harness runs it", async () => {
  await withFolder({}, (cwd) => {
    const { env: _, ...options } = input.options
    const start = (given: object): unknown => {
      const run = retro(["envelope", "build", "--json"], {
        cwd,
        stdin: JSON.stringify(given),
        env: { CLAUDECODE: "1" },
      })
      return JSON.parse(run.stdout).asyncStartEffective
    }
    strictEqual(start({ ...input, options }), "allowed")
    strictEqual(start(input), "required")
  })
})

Deno.test("retro envelope build refuses an input without what an envelope needs, and names it", async () => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    ["{", /not JSON/u],
    [{}, /"selectedStrategy" is undefined, and there is no handoff without a strategy; name one of \w+, /u],
    [{ ...resolverOutput, target: { kind: "pr" } }, /"target" is not valid; of the kinds, "issue" needs an issue, /u],
    [
      { ...resolverOutput, canonicalState: null, activeArtifact: null },
      /"target" is not there; say its kind: "issue" /u,
    ],
    [{ resolverOutput }, /"repo"/u],
    [{ ...input, options: { repo: 7 } }, /options.*repo/u],
    [{ ...input, gateState: { currentGate: "elsewhere" } }, /"currentGate" is "elsewhere"/u],
  ]
  await withFolder({}, async (root) => {
    for (const [given, message] of cases) {
      const run = await retroIn(root, ["envelope", "build"], given)
      deepStrictEqual([run.code, run.stdout], [2, ""])
      match(run.stderr, message)
    }
  })
})

Deno.test("retro envelope validate says which fields break the contract, and fails", async () => {
  await withFolder({ "list.json": "[]" }, async (root) => {
    const file = await retroIn(root, ["envelope", "validate", join(root, "list.json")])
    deepStrictEqual([file.code, file.stdout.split(":")[0]], [1, "_root"])
    const { retrospectiveFindings: _, ...bare } = JSON.parse((await retroIn(root, ["envelope", "build"], input)).stdout)
    strictEqual((await retroIn(root, ["envelope", "validate"], bare)).code, 0)
    const strict = await retroIn(root, ["envelope", "validate", "--require-findings", "--json"], bare)
    const { ok, errors, warnings } = JSON.parse(strict.stdout)
    deepStrictEqual([strict.code, ok, errors[0].field, Object.keys(errors[0]), Array.isArray(warnings)], [
      1,
      false,
      "retrospectiveFindings",
      ["field", "reason", "got"],
      true,
    ])
    strictEqual((await retroIn(root, ["envelope", "validate"], "{")).code, 2)
  })
})
