import * as Arbitrary from "effect/Arbitrary"
import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { resolveAuthoritativeDevLoopStatus } from "../../../src/core/routing/loop_status.ts"
import { resolveAuthoritativeStartupResumeBundle } from "../../../src/core/routing/startup_bundle.ts"
import { RoutingInput } from "../../../src/core/schema/routing_input.ts"
import { foreignJson, holds } from "../gate/foreign_json.ts"
import { issueState, pullRequestState } from "./states.ts"

type Input = Readonly<Record<string, unknown>>

const pullRequest: Input = { currentState: pullRequestState(), artifactState: "open", loopState: "Followup" }
const issue: Input = {
  currentState: issueState(),
  artifactState: "not_applicable",
  loopState: "intake",
  issueLinkageResolution: "resolved_no_open_pr",
  issueReadiness: "ready",
  issueAssignmentState: "unassigned",
}
const linkedIssue: Input = {
  ...issue,
  currentState: issueState({ status: "waiting", target: { kind: "issue", issue: 5, linkedPr: 9 } }),
  artifactState: "open",
  issueLinkageResolution: "resolved_linked_pr",
}
const run = { kind: "pi_managed_run", runId: "r1", visible: true }
const durable: Input = { ...pullRequest, intent: "auto_continue_current", asyncRun: run }

const resolved: readonly (readonly [string, Input, string, string])[] = [
  ["a pull request", pullRequest, "route", "copilot_pr_followup"],
  ["an issue", issue, "route", "issue_intake"],
  ["an issue with its pull request", linkedIssue, "wait", "wait_watch"],
  [
    "an issue whose waiting pull request is ready",
    { ...linkedIssue, loopState: "linked_pr_ready_for_followup" },
    "route",
    "copilot_pr_followup",
  ],
  [
    "a pull request that is ready",
    { ...pullRequest, loopState: "linked_pr_ready_for_followup" },
    "route",
    "copilot_pr_followup",
  ],
  [
    "a done pull request",
    { ...pullRequest, currentState: pullRequestState({ status: "done" }), artifactState: "closed" },
    "stop",
    "stop_done_terminal",
  ],
  [
    "a local start by number",
    { intent: "start_issue_locally", issue: 7, artifactState: "not_applicable", loopState: "new" },
    "route",
    "local_implementation",
  ],
  [
    "a local start by number that goes on",
    {
      intent: "start_issue_locally_then_continue",
      issue: 7,
      artifactState: "not_applicable",
      loopState: "new",
    },
    "route",
    "local_implementation",
  ],
  [
    "an intake by number",
    { ...issue, currentState: undefined, intent: "start_on_issue", issue: 7 },
    "route",
    "issue_intake",
  ],
  ["an issue, local preferred", { ...issue, targetPreference: "prefer_local" }, "route", "local_implementation"],
  ["a watch, which plays no part", { ...pullRequest, watch: "yes" }, "route", "copilot_pr_followup"],
  ["an inspection", { ...pullRequest, intent: "inspect_state" }, "inspect", "copilot_pr_followup"],
  [
    "an inspection of what a retrospective is missing for",
    { ...pullRequest, intent: "inspect_state", retrospectiveCheckpointState: "missing" },
    "inspect",
    "copilot_pr_followup",
  ],
  ["a durable loop", durable, "route", "copilot_pr_followup"],
  [
    "a discharged retrospective",
    { ...pullRequest, retrospectiveCheckpointState: "complete" },
    "route",
    "copilot_pr_followup",
  ],
]

for (const [name, input, routeKind, gate] of resolved) {
  Deno.test(`resolveAuthoritativeStartupResumeBundle resolves ${name}`, () => {
    const bundle = resolveAuthoritativeStartupResumeBundle(input)
    deepStrictEqual([bundle.bundleKind, bundle.routeKind, bundle.selectedGate], ["resolved", routeKind, gate])
    deepStrictEqual(
      [bundle.loopState, bundle.artifactState, bundle.asyncRun?.runId ?? null],
      [input["loopState"], input["artifactState"], input === durable ? "r1" : null],
    )
    strictEqual(bundle.contractTrace.stateRefresh?.loopState, input["loopState"])
  })
}

/** What the trace of an unresolved bundle knows: loop state, artifact state, linkage. */
type Known = readonly [loopState: unknown, artifactState: unknown, linkage: unknown]
const nothing: Known = [undefined, undefined, undefined]

const unresolved: readonly (readonly [Input, RegExp, Known])[] = [
  [{}, /Neither a valid current state/u, nothing],
  [{ ...pullRequest, currentState: { target: 1 }, intent: "start_on_issue", issue: 7 }, /Neither/u, nothing],
  [{ ...issue, currentState: undefined, intent: "continue_current", issue: 7 }, /Neither/u, nothing],
  [{ ...issue, currentState: undefined, intent: "start_on_issue", issue: "7" }, /Neither/u, nothing],
  [{ ...pullRequest, intent: "fly", mode: "x" }, /"intent"/u, nothing],
  [{ ...pullRequest, mode: "x", targetPreference: "x" }, /"mode"/u, nothing],
  [{ ...durable, mode: "bounded_handoff" }, /runs durably/u, nothing],
  [{ ...pullRequest, targetPreference: "x", asyncRun: 1 }, /"targetPreference"/u, nothing],
  [{ ...durable, asyncRun: { kind: "pi_managed_run" } }, /"asyncRun"/u, nothing],
  [{ ...durable, asyncRun: { ...run, visible: "yes" } }, /"asyncRun"/u, nothing],
  [{ ...issue, issueLinkageResolution: "x", issueReadiness: "x" }, /"issueLinkageResolution"/u, nothing],
  [{ ...pullRequest, issueReadiness: "x", issueAssignmentState: "x" }, /"issueReadiness"/u, nothing],
  [
    { ...pullRequest, issueAssignmentState: "x", retrospectiveCheckpointState: "x" },
    /"issueAssignmentState"/u,
    nothing,
  ],
  [{ ...pullRequest, retrospectiveCheckpointState: "required", loopState: "" }, /"retrospectiveChec/u, nothing],
  [{ ...pullRequest, loopState: " " }, /state of the loop/u, [undefined, "open", "not_applicable"]],
  [{ ...pullRequest, loopState: "UNKNOWN" }, /state of the loop/u, [undefined, "open", "not_applicable"]],
  [
    { ...issue, loopState: "prior_linked_pr_closed_unmerged" },
    /closed without a merge/u,
    ["prior_linked_pr_closed_unmerged", "not_applicable", "resolved_no_open_pr"],
  ],
  [
    { ...issue, loopState: "linked_pr_ready_for_followup" },
    /follows up on a linked pull request/u,
    ["linked_pr_ready_for_followup", "not_applicable", "resolved_no_open_pr"],
  ],
  [{ ...issue, issueLinkageResolution: undefined }, /not resolved/u, ["intake", undefined, undefined]],
  [{ ...issue, issueLinkageResolution: "not_applicable" }, /not resolved/u, ["intake", undefined, "not_applicable"]],
  [
    { ...linkedIssue, issueLinkageResolution: "resolved_no_open_pr" },
    /contradicts the state/u,
    ["intake", undefined, "resolved_no_open_pr"],
  ],
  [
    { ...pullRequest, issueLinkageResolution: "resolved_linked_pr" },
    /contradicts the state/u,
    ["Followup", undefined, "resolved_linked_pr"],
  ],
  [{ ...issue, issueReadiness: undefined }, /readiness and its assign/u, ["intake", undefined, "resolved_no_open_pr"]],
  [
    { ...pullRequest, currentState: pullRequestState({ ownership: "user" }) },
    /no strategy is known/u,
    ["Followup", "open", "not_applicable"],
  ],
  [
    { ...pullRequest, currentState: pullRequestState({ ownership: "user" }), artifactState: undefined },
    /no strategy is known/u,
    ["Followup", undefined, "not_applicable"],
  ],
  [{ ...pullRequest, artifactState: undefined }, /became of the artifact/u, ["Followup", undefined, "not_applicable"]],
  [{ ...pullRequest, artifactState: "gone" }, /became of the artifact/u, ["Followup", undefined, "not_applicable"]],
  [{ ...pullRequest, artifactState: "merged" }, /artifact is merged/u, ["Followup", "merged", "not_applicable"]],
  [{ ...issue, artifactState: "open" }, /artifact is open/u, ["intake", "open", "resolved_no_open_pr"]],
  [
    { ...pullRequest, currentState: pullRequestState({ status: "done" }) },
    /artifact is open/u,
    ["Followup", "open", "not_applicable"],
  ],
  [
    { ...pullRequest, retrospectiveCheckpointState: "missing" },
    /checkpoint is missing/u,
    ["Followup", "open", "not_applicable"],
  ],
  [{ ...durable, asyncRun: undefined }, /visible managed run/u, ["Followup", "open", "not_applicable"]],
  [{ ...durable, asyncRun: { ...run, visible: false } }, /visible managed/u, ["Followup", "open", "not_applicable"]],
  [
    { ...durable, asyncRun: { ...run, inspectionState: "Stale" } },
    /visible managed/u,
    ["Followup", "open", "not_applicable"],
  ],
  [
    { ...durable, asyncRun: undefined, retrospectiveCheckpointState: "missing" },
    /checkpoint is missing/u,
    ["Followup", "open", "not_applicable"],
  ],
]

for (const [input, reason, known] of unresolved) {
  Deno.test(`resolveAuthoritativeStartupResumeBundle does not resolve ${JSON.stringify(input)}`, () => {
    const bundle = resolveAuthoritativeStartupResumeBundle(input)
    match(bundle.reason, reason)
    const [loopState, artifactState, linkage] = known
    const refresh = bundle.contractTrace.stateRefresh
    deepStrictEqual(
      [bundle.bundleKind, bundle.routeKind, bundle.selectedGate, bundle.selectedStrategy, bundle.loopState],
      ["needs_reconcile", "needs_reconcile", "fail_closed_reconcile", null, "unknown"],
    )
    deepStrictEqual(
      [refresh?.loopState, refresh?.artifactState, refresh?.issueLinkageResolution],
      [loopState, artifactState, linkage],
    )
    deepStrictEqual(
      [bundle.artifactState, bundle.issueLinkageResolution, "issueAssignmentSeam" in bundle],
      [artifactState ?? null, linkage ?? null, false],
    )
    strictEqual(/retrospective/u.test(bundle.nextAction), /checkpoint is missing/u.test(bundle.reason))
  })
}

Deno.test("resolveAuthoritativeDevLoopStatus is the bundle without intent and linkage", () => {
  const status = resolveAuthoritativeDevLoopStatus({ ...pullRequest, intent: "inspect_state" })
  deepStrictEqual([status.statusKind, status.routeKind, "issueLinkageResolution" in status, "bundleKind" in status], [
    "resolved",
    "route",
    false,
    false,
  ])
  strictEqual(status.contractTrace.stateRefresh?.boundaryKind, "authoritative_status_refresh")
  const gated = resolveAuthoritativeDevLoopStatus({
    ...pullRequest,
    intent: "inspect_state",
    retrospectiveCheckpointState: "missing",
  })
  deepStrictEqual([gated.statusKind, gated.artifactState, gated.loopState], ["needs_reconcile", null, "unknown"])
  deepStrictEqual(
    [gated.contractTrace.stateRefresh?.artifactState, gated.contractTrace.stateRefresh?.loopState],
    ["open", "Followup"],
  )
  strictEqual(resolveAuthoritativeDevLoopStatus().contractTrace.stateRefresh?.loopState, "unknown")
})

Deno.test("bundle and status answer any JSON, and never start what a missing retrospective closes", async () => {
  await holds(Arbitrary.all([Arbitrary.schema(RoutingInput), foreignJson]), ([input, json]) => {
    const more = typeof json === "object" ? { ...json } : {}
    return [json, input, { ...input, ...more }, { ...pullRequest, ...more }].every((value) => {
      const given = typeof value === "object" && value !== null ? value : {}
      const gated = { ...given, retrospectiveCheckpointState: "missing" }
      resolveAuthoritativeStartupResumeBundle(value)
      resolveAuthoritativeDevLoopStatus(value)
      const kinds = [resolveAuthoritativeStartupResumeBundle(gated), resolveAuthoritativeDevLoopStatus(gated)]
      return kinds.every(({ routeKind }) => routeKind !== "route" && routeKind !== "wait")
    })
  }, 400)
})
