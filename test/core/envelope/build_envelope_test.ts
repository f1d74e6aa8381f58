import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { deepStrictEqual, strictEqual, throws } from "node:assert/strict"
import { buildDevLoopHandoffEnvelope, EnvelopeNotBuilt } from "../../../src/core/envelope/build_envelope.ts"
import { validateHandoffEnvelope } from "../../../src/core/envelope/validate_envelope.ts"
import { resolveAuthoritativeStartupResumeBundle } from "../../../src/core/routing/startup_bundle.ts"
import { HandoffEnvelope } from "../../../src/core/schema/handoff_envelope.ts"
import { RetrospectiveFindings } from "../../../src/core/schema/retrospective_findings.ts"
import { foreignJson, holds } from "../gate/foreign_json.ts"
import { pullRequestState } from "../routing/states.ts"
import { resolved } from "./envelope.ts"

const options = { repo: "Acme/Widgets" } as const
const now = "2027-03-04T16:30:00.000Z"

Deno.test("buildDevLoopHandoffEnvelope fills every field, and freezes them", () => {
  const built = buildDevLoopHandoffEnvelope(resolved, {}, {}, options, now)
  const { acceptance, ...rest } = built
  deepStrictEqual(rest, {
    handoffVersion: 1,
    derivedAt: now,
    target: { kind: "pr", repo: "acme/widgets", pr: 7 },
    currentGate: "draft",
    currentHeadSha: null,
    ciStatus: null,
    unresolvedThreadCount: 0,
    copilotRoundCount: 0,
    maxCopilotRounds: 5,
    executionMode: "bounded_handoff",
    nextAction: "Follow up.",
    requiredReads: [],
    stopRules: ["draft-pr", "merge"],
    asyncStartMode: "required",
    asyncStartEffective: "required",
    asyncStartRelaxedBy: null,
    requireDraftFirst: false,
    cwd: null,
    worktreeRequired: true,
    control: { needsAttentionAfterMs: 300_000, activeNoticeAfterMs: 300_000 },
  })
  strictEqual(
    [built, built.target, acceptance, acceptance.criteria, acceptance.criteria[0]].every(Object.isFrozen),
    true,
  )
  strictEqual(Schema.is(HandoffEnvelope)(built), true)
})

Deno.test("buildDevLoopHandoffEnvelope takes over settings, gate state and options, and freezes none of them", () => {
  const overrides = { deep: { list: [1] } }
  const built = buildDevLoopHandoffEnvelope(
    { ok: true, ...resolved, requiredReads: ["a.md", " "], bundle: { nextAction: "Inner." } },
    { autonomy: { stopAt: ["deploy"] }, workflow: { asyncStartMode: "allowed", requireDraftFirst: true } },
    {
      currentGate: "Watch",
      currentHeadSha: "c0ffee",
      ciStatus: "green",
      unresolvedThreadCount: 2,
      copilotRoundCount: 3,
    },
    { ...options, maxCopilotRounds: 9, cwd: "/tmp/w", overrides, gateConfig: null, specSource: "pr_body" },
    new Date(now),
  )
  deepStrictEqual(
    [built.currentGate, built.currentHeadSha, built.ciStatus, built.unresolvedThreadCount, built.copilotRoundCount],
    ["watch", "c0ffee", "green", 2, 3],
  )
  deepStrictEqual(
    [built.derivedAt, built.requiredReads, built.stopRules, built.asyncStartEffective, built.requireDraftFirst],
    [now, ["a.md"], ["deploy"], "allowed", true],
  )
  deepStrictEqual(
    [built.maxCopilotRounds, built.cwd, built["overrides"], "gateConfig" in built, built.specSource, built.nextAction],
    [9, "/tmp/w", overrides, false, "pr_body", "Follow up."],
  )
  strictEqual(Object.isFrozen(overrides.deep), false)
  strictEqual(Object.isFrozen(built["overrides"]), true)
})

Deno.test("buildDevLoopHandoffEnvelope stops each strategy where it must", () => {
  const rows: readonly (readonly [strategy: string, gate: string, stopRules: readonly string[]])[] = [
    ["local_implementation", "default", []],
    ["issue_intake", "default", ["merge"]],
    ["copilot_pr_followup", "draft", ["draft-pr", "merge"]],
    ["external_pr_followup", "default", ["merge"]],
    ["reviewer_fixer", "default", ["merge"]],
    ["wait_watch", "default", ["merge"]],
    ["final_approval", "default", ["merge"]],
    ["ui_review", "default", ["merge"]],
  ]
  for (const [selectedStrategy, gate, stopRules] of rows) {
    const built = buildDevLoopHandoffEnvelope({ ...resolved, selectedStrategy }, null, null, options, now)
    deepStrictEqual([built.currentGate, built.stopRules], [gate, stopRules])
    strictEqual(validateHandoffEnvelope(built).ok, true)
  }
})

Deno.test("buildDevLoopHandoffEnvelope allows what is required elsewhere under Claude Code", () => {
  const built = buildDevLoopHandoffEnvelope(resolved, {}, {}, { ...options, env: { CLAUDECODE: "1" } })
  deepStrictEqual(
    [built.asyncStartMode, built.asyncStartEffective, built.asyncStartRelaxedBy],
    ["required", "allowed", "claude-harness"],
  )
})

Deno.test("buildDevLoopHandoffEnvelope finds target and repository where resolvers put them", () => {
  const { activeArtifact: _, ...bare } = resolved
  const target = { kind: "issue", issue: 5, linkedPr: 9 }
  const places: readonly unknown[] = [
    { ...bare, target: { ...target, repo: "a/b" } },
    { ...bare, repo: "a/b", canonicalState: { target } },
    { repo: "a/b", bundle: { ...bare, canonicalState: { target } } },
  ]
  for (const place of places) {
    deepStrictEqual(buildDevLoopHandoffEnvelope(place).target, { ...target, repo: "a/b" })
  }
})

Deno.test("buildDevLoopHandoffEnvelope refuses what an envelope cannot do without, and names it", () => {
  const rows: readonly (readonly [unknown, string, unknown?])[] = [
    [null, "selectedStrategy"],
    [{ ...resolved, selectedStrategy: null }, "selectedStrategy"],
    [{ ...resolved, selectedStrategy: null, bundle: resolved }, "selectedStrategy"],
    [{ ...resolved, selectedStrategy: "none" }, "selectedStrategy"],
    [{ ...resolved, selectedStrategy: "toString" }, "selectedStrategy"],
    [{ ...resolved, executionMode: "auto" }, "executionMode"],
    [{ ...resolved, nextAction: " " }, "nextAction"],
    [{ ...resolved, activeArtifact: null }, "target"],
    [{ ...resolved, activeArtifact: { kind: "pr" } }, "target"],
    [{ ...resolved, repo: "acme" }, "repo"],
    [resolved, "currentGate", { currentGate: "default" }],
    [{ ...resolved, selectedStrategy: "issue_intake" }, "currentGate", { currentGate: "draft" }],
  ]
  for (const [output, field, gateState] of rows) {
    throws(
      () => buildDevLoopHandoffEnvelope(output, {}, gateState, field === "repo" ? {} : options),
      (error) => error instanceof EnvelopeNotBuilt && error.field === field && error.message.includes(`"${field}"`),
    )
  }
})

Deno.test("a start that the gate closed gets an envelope that asks for reconciling alone", () => {
  const bundle = resolveAuthoritativeStartupResumeBundle({
    currentState: pullRequestState(),
    artifactState: "open",
    loopState: "followup",
    retrospectiveCheckpointState: "missing",
  })
  const built = buildDevLoopHandoffEnvelope(
    { selectedStrategy: "none", bundle },
    { autonomy: { stopAt: [] } },
    {},
    options,
    now,
  )
  deepStrictEqual([built.stopRules, built.worktreeRequired, built.nextAction], [
    ["reconcile"],
    false,
    bundle.nextAction,
  ])
  strictEqual(validateHandoffEnvelope(built).ok, true)
})

Deno.test("an envelope asks for reconciling only where gate and route kind say closed, and no strategy is selected", () => {
  const closed = { ...resolved, routeKind: "needs_reconcile", selectedGate: "fail_closed_reconcile" }
  const stopsOf = (output: object): readonly string[] =>
    buildDevLoopHandoffEnvelope(output, { autonomy: { stopAt: [] } }, {}, options, now).stopRules
  deepStrictEqual(stopsOf({ ...closed, selectedStrategy: null }), ["reconcile"])
  strictEqual(stopsOf(closed).includes("reconcile"), false)
  for (const half of [{ routeKind: "route" }, { selectedGate: "copilot_pr_followup" }]) {
    throws(() => stopsOf({ ...closed, selectedStrategy: null, ...half }), EnvelopeNotBuilt)
  }
  const { selectedStrategy: _, ...silent } = closed
  for (const output of [silent, { ...silent, selectedStrategy: undefined }, { bundle: silent }]) {
    throws(
      () => stopsOf(output),
      (error) => error instanceof EnvelopeNotBuilt && error.field === "selectedStrategy",
    )
  }
})

const clean = { internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] }
const found = { internalToolingOnly: false, rawCallViolations: ["gh: gh api x"], allowedWriteOps: [] }

Deno.test("buildDevLoopHandoffEnvelope carries the gate state's findings, else the options'", () => {
  const rows: readonly (readonly [unknown, unknown, unknown])[] = [
    [clean, found, clean],
    [found, clean, found],
    ["prose", found, found],
    [[], clean, clean],
    [undefined, { ...clean, ok: true }, clean],
    [null, "prose", undefined],
  ]
  for (const [ofGate, ofOptions, carried] of rows) {
    const built = buildDevLoopHandoffEnvelope(
      resolved,
      {},
      { retrospectiveFindings: ofGate },
      { ...options, retrospectiveFindings: ofOptions },
      now,
    )
    deepStrictEqual(built.retrospectiveFindings, carried)
    strictEqual("retrospectiveFindings" in built, carried !== undefined)
  }
})

Deno.test("findings change nothing else in an envelope, and a clean run fills the field", async () => {
  const without = JSON.stringify(buildDevLoopHandoffEnvelope(resolved, {}, {}, options, now))
  await holds(Arbitrary.all([Arbitrary.schema(RetrospectiveFindings), foreignJson]), ([findings, json]) => {
    const gateState = { retrospectiveFindings: findings }
    const { retrospectiveFindings, ...rest } = buildDevLoopHandoffEnvelope(resolved, {}, gateState, options, now)
    const foreign = buildDevLoopHandoffEnvelope(resolved, json, { retrospectiveFindings: json }, options, now)
    return JSON.stringify(rest) === without && validateHandoffEnvelope(foreign).ok &&
      retrospectiveFindings?.internalToolingOnly === findings.internalToolingOnly
  })
})
