import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { evaluateRetrospectiveGate } from "../../../src/core/gate/evaluate_gate.ts"
import { evaluatePublicDevLoopRouting } from "../../../src/core/routing/evaluate_routing.ts"
import { RoutingInput } from "../../../src/core/schema/routing_input.ts"
import { RoutingResult } from "../../../src/core/schema/routing_result.ts"
import { checkpointStates, foreignJson, holds } from "../gate/foreign_json.ts"
import { issueState, pullRequestState } from "./states.ts"

type Input = Readonly<Record<string, unknown>>

const resume: Input = { intent: "continue_current", currentState: pullRequestState() }
const startIssue: Input = { intent: "start_on_issue", target: { kind: "issue", issue: 5 } }
const startLocally: Input = { intent: "start_issue_locally", target: { kind: "issue", issue: 5 } }
const onPullRequest: Input = {
  intent: "continue_on_pr",
  target: { kind: "pr", pr: 52 },
  currentState: pullRequestState(),
}
const localPhase = pullRequestState({ target: { kind: "local_phase", issue: 5 } })
const linkedIssue = issueState({ target: { kind: "issue", issue: 5, linkedPr: 9 } })

const failures: readonly (readonly [Input, RegExp, string?])[] = [
  [{ ...resume, mode: "turbo" }, /"mode" is "turbo"/u],
  [{ ...resume, mode: "turbo", targetPreference: "x", watch: 1 }, /"mode"/u],
  [{ ...resume, targetPreference: "x", watch: 1 }, /"targetPreference"/u],
  [{ ...resume, watch: "true", retrospectiveCheckpointState: "x" }, /"watch" is "true"/u],
  [{ ...startIssue, issueReadiness: "x", issueAssignmentState: "y" }, /"issueReadiness"/u],
  [{ ...startIssue, issueAssignmentState: "y" }, /"issueAssignmentState"/u],
  [{ ...resume, currentState: issueState(), issueReadiness: "x" }, /"issueReadiness"/u],
  [{ ...resume, retrospectiveCheckpointState: "required" }, /"retrospectiveCheckpointState" is "required"/u],
  [{ ...resume, retrospectiveCheckpointState: "x", intent: "fly" }, /"retrospectiveCheckpointState"/u],
  [{ ...resume, intent: "fly" }, /"intent" is "fly"/u],
  [{ ...resume, intent: undefined }, /"intent" is undefined/u],
  [{ ...resume, intent: "auto_continue_current", mode: "bounded_handoff" }, /runs durably/u, "durable_auto"],
  [{ ...startIssue, mode: "durable_auto" }, /valid current state/u, "durable_auto"],
  [{ intent: "inspect_state" }, /valid current state/u],
  [{ intent: "continue_current" }, /valid current state/u],
  [{ intent: "auto_continue_current" }, /valid current state/u, "durable_auto"],
  [{ intent: "start_on_issue", target: { kind: "pr", pr: 1 } }, /needs an issue/u],
  [{ intent: "start_on_issue" }, /needs an issue/u],
  [{ ...startIssue, currentState: { target: "?" } }, /not valid/u],
  [
    { ...startIssue, currentState: issueState({ target: { kind: "issue", issue: 6 } }) },
    /not that of the target issue/u,
  ],
  [{ ...startIssue, currentState: pullRequestState() }, /not that of the target issue/u],
  [{ ...startIssue, currentState: linkedIssue, targetPreference: "prefer_local" }, /contradicts "prefer_local"/u],
  [{ ...startLocally, target: { kind: "local_phase", issue: 5 } }, /needs an issue/u],
  [{ ...startLocally, currentState: null, mode: "durable_auto" }, /valid current state/u, "durable_auto"],
  [{ ...startLocally, currentState: {} }, /not valid/u],
  [{ ...startLocally, currentState: issueState() }, /not local work on the target issue/u],
  [
    { ...startLocally, currentState: pullRequestState({ target: { kind: "local_phase", issue: 6 } }) },
    /not local work on the target issue/u,
  ],
  [{ ...onPullRequest, target: { kind: "issue", issue: 5 } }, /needs a pull request/u],
  [{ ...onPullRequest, currentState: issueState() }, /needs a pull request/u],
  [{ ...onPullRequest, currentState: undefined }, /needs a pull request/u],
  [{ ...onPullRequest, target: { kind: "pr", pr: 53 } }, /not that of the target pull request/u],
  [{ ...onPullRequest, targetPreference: "prefer_local" }, /contradicts "prefer_local"/u],
  [{ ...resume, targetPreference: "prefer_local" }, /contradicts "prefer_local"/u],
  [{ ...resume, currentState: linkedIssue, targetPreference: "prefer_local" }, /contradicts "prefer_local"/u],
  [{ ...onPullRequest, intent: "review_pr_ui", target: undefined }, /needs a pull request/u],
  [{ ...onPullRequest, intent: "review_pr_ui", target: { kind: "pr", pr: 1 } }, /not that of the target pull request/u],
]

for (const [input, reason, executionMode = "bounded_handoff"] of failures) {
  Deno.test(`evaluatePublicDevLoopRouting fails closed: ${JSON.stringify(input)}`, () => {
    const result = evaluatePublicDevLoopRouting(input)
    match(result.reason, reason)
    deepStrictEqual(
      [result.routeKind, result.selectedGate, result.selectedStrategy, result.executionMode],
      ["needs_reconcile", "fail_closed_reconcile", null, executionMode],
    )
  })
}

Deno.test("evaluatePublicDevLoopRouting ignores what plays no part for an intent", () => {
  const routed: readonly (readonly [Input, string])[] = [
    [{ ...resume, issueReadiness: "x", issueAssignmentState: "y" }, "copilot_pr_followup"],
    [
      { ...resume, mode: null, targetPreference: null, watch: null, intent: " CONTINUE_current" },
      "copilot_pr_followup",
    ],
    [{ ...resume, intent: "auto_continue_current", targetPreference: "prefer_local" }, "copilot_pr_followup"],
    [startIssue, "issue_intake"],
    [{ ...startIssue, targetPreference: "prefer_local" }, "local_implementation"],
    [{ ...startIssue, currentState: linkedIssue }, "copilot_pr_followup"],
    [startLocally, "local_implementation"],
    [{ ...startLocally, currentState: localPhase }, "local_implementation"],
    [onPullRequest, "copilot_pr_followup"],
  ]
  for (const [input, gate] of routed) strictEqual(evaluatePublicDevLoopRouting(input).selectedGate, gate)
})

Deno.test("a local start that goes on says so, and is otherwise the same", () => {
  const [once, then] = ["start_issue_locally", "start_issue_locally_then_continue"]
    .map((intent) => evaluatePublicDevLoopRouting({ ...startLocally, intent }))
  strictEqual(once?.nextAction === then?.nextAction, false)
  deepStrictEqual({ ...once, nextAction: "" }, { ...then, nextAction: "" })
})

Deno.test("an inspection keeps gate and strategy and starts nothing", () => {
  const rows: readonly (readonly [Input, string, string])[] = [
    [pullRequestState(), "copilot_pr_followup", "inspect"],
    [pullRequestState({ status: "waiting" }), "wait_watch", "inspect"],
    [pullRequestState({ ownership: "user" }), "fail_closed_reconcile", "reconcile"],
  ]
  for (const [currentState, gate, classification] of rows) {
    const result = evaluatePublicDevLoopRouting({ intent: "inspect_state", currentState })
    deepStrictEqual(
      [result.routeKind, result.selectedGate, result.contractTrace?.decision.contractClassification],
      ["inspect", gate, classification],
    )
  }
})

Deno.test("a watch lets waits and stops be, and refuses what cannot be watched", () => {
  const rows: readonly (readonly [Input, string, boolean])[] = [
    [{ ...resume, currentState: pullRequestState({ status: "waiting" }) }, "wait", true],
    [{ ...resume, currentState: pullRequestState({ status: "done" }) }, "stop", false],
    [{ ...resume, currentState: pullRequestState({ status: "done" }), intent: "inspect_state" }, "inspect", false],
    [{ ...resume, currentState: pullRequestState({ ownership: "user" }) }, "needs_reconcile", false],
    [{ ...startIssue, issueReadiness: "needs_clarification" }, "stop", false],
    [resume, "needs_reconcile", true],
    [{ ...resume, intent: "inspect_state" }, "needs_reconcile", true],
  ]
  for (const [input, routeKind, refreshes] of rows) {
    const { routeKind: kind, contractTrace } = evaluatePublicDevLoopRouting({ ...input, watch: true })
    deepStrictEqual(
      [kind, contractTrace?.stateRefresh?.boundaryKind ?? null, contractTrace?.decision.watchRequested],
      [routeKind, refreshes ? "post_watch_or_probe" : null, true],
    )
    strictEqual(evaluatePublicDevLoopRouting({ ...input, watch: false }).contractTrace?.stateRefresh, null)
  }
})

Deno.test("the gate applies where a checkpoint state is passed, and the trace tells of it", () => {
  const waiting = { ...resume, currentState: pullRequestState({ status: "waiting" }) }
  const rows: readonly (readonly [Input, unknown, string])[] = [
    [resume, undefined, "route"],
    [resume, null, "route"],
    [resume, " NONE ", "route"],
    [resume, "missing", "needs_reconcile"],
    [waiting, "missing", "needs_reconcile"],
    [startLocally, "Missing", "needs_reconcile"],
    [{ ...resume, currentState: pullRequestState({ status: "blocked" }) }, "missing", "stop"],
    [{ ...resume, intent: "inspect_state" }, "missing", "inspect"],
  ]
  for (const [input, retrospectiveCheckpointState, routeKind] of rows) {
    const result = evaluatePublicDevLoopRouting({ ...input, retrospectiveCheckpointState })
    deepStrictEqual([result.routeKind, result.contractTrace?.decision.routeKind], [routeKind, routeKind])
  }
  const gated = evaluatePublicDevLoopRouting({ ...waiting, retrospectiveCheckpointState: "missing" })
  match(gated.nextAction, /retrospective/u)
  deepStrictEqual(
    [gated.waitTimeoutPolicy?.classification, gated.contractTrace?.waitStrategy.waitMode],
    ["persistent_internal_wait", "not_applicable"],
  )
})

Deno.test("evaluatePublicDevLoopRouting answers any JSON with a RoutingResult", async () => {
  const isResult = Schema.is(RoutingResult)
  const inputs = Arbitrary.all([Arbitrary.schema(RoutingInput), foreignJson, checkpointStates])
  await holds(inputs, ([input, json, retrospectiveCheckpointState]) => {
    const more = typeof json === "object" ? { ...json } : {}
    const results = [json, input, { ...input, retrospectiveCheckpointState }, { ...input, ...more }]
      .map((value) => evaluatePublicDevLoopRouting(value))
    return results.every(isResult)
  }, 400)
})

Deno.test("evaluatePublicDevLoopRouting gates as evaluateRetrospectiveGate does", async () => {
  const state = Arbitrary.schema(Schema.Literals(["none", "complete", "skipped", "missing"]))
  await holds(Arbitrary.all([Arbitrary.schema(RoutingInput), state]), ([given, checkpointState]) => {
    const { retrospectiveCheckpointState: _, ...input } = given
    const proposedRouting = evaluatePublicDevLoopRouting(input)
    const composed = evaluateRetrospectiveGate({ checkpointState, proposedRouting })
    const helped = evaluatePublicDevLoopRouting({ ...input, retrospectiveCheckpointState: checkpointState })
    // The helper describes the gated result in its trace; composed by hand, the trace is that of the proposal.
    const strip = ({ contractTrace: _, ...rest }: RoutingResult): object => rest
    return JSON.stringify(strip(helped)) === JSON.stringify(strip(composed))
  }, 400)
})
