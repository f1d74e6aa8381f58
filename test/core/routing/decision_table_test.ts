import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { normalizeCanonicalState, normalizeTarget } from "../../../src/core/routing/canonical_state.ts"
import { evaluatePublicDevLoopRouting } from "../../../src/core/routing/evaluate_routing.ts"
import { cleanEvidence, issueState, pullRequestState } from "./states.ts"

type Row = readonly [
  name: string,
  input: Readonly<Record<string, unknown>>,
  gate: string,
  routeKind: string,
  classification: string,
]

const resume = (state: unknown, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  intent: "continue_current",
  currentState: state,
  ...more,
})
const local = { kind: "local_branch", branch: "topic" }

const rows: readonly Row[] = [
  [
    "blocked",
    resume(pullRequestState({ status: "blocked" })),
    "stop_blocked_or_not_authorized",
    "stop",
    "blocked",
  ],
  [
    "not authorized, even when done",
    resume(pullRequestState({ status: "done", authorization: "not_authorized" })),
    "stop_blocked_or_not_authorized",
    "stop",
    "terminal",
  ],
  [
    "not authorized, waiting",
    resume(pullRequestState({ status: "waiting", authorization: "not_authorized" })),
    "stop_blocked_or_not_authorized",
    "stop",
    "authorization_gated",
  ],
  ["done", resume(issueState({ status: "done" })), "stop_done_terminal", "stop", "terminal"],
  [
    "ready to merge, to be confirmed",
    resume(pullRequestState({ status: "merge_ready", authorization: "needs_confirmation" }), {
      gateReviewEvidence: cleanEvidence,
    }),
    "waiting_for_merge_authorization",
    "stop",
    "authorization_gated",
  ],
  [
    "ready for approval, to be confirmed, is no merge",
    resume(pullRequestState({ status: "approval_ready", authorization: "needs_confirmation" }), {
      gateReviewEvidence: cleanEvidence,
    }),
    "final_approval",
    "route",
    "routed_followup",
  ],
  [
    "ready to merge without evidence",
    resume(pullRequestState({ status: "merge_ready" })),
    "fail_closed_reconcile",
    "needs_reconcile",
    "reconcile",
  ],
  [
    "ready to merge with evidence",
    resume(pullRequestState({ status: "merge_ready" }), { gateReviewEvidence: cleanEvidence }),
    "final_approval",
    "route",
    "routed_followup",
  ],
  [
    "ready, not a pull request",
    resume(pullRequestState({ status: "merge_ready", target: local })),
    "final_approval",
    "route",
    "routed_followup",
  ],
  [
    "an issue whose pull request is ready needs evidence too",
    resume(issueState({ status: "approval_ready", target: { kind: "issue", issue: 5, linkedPr: 9 } })),
    "fail_closed_reconcile",
    "needs_reconcile",
    "reconcile",
  ],
  ["waiting", resume(pullRequestState({ status: "waiting" })), "wait_watch", "wait", "healthy_wait"],
  ["local branch", resume(pullRequestState({ target: local })), "local_implementation", "route", "routed_followup"],
  [
    "issue, local preferred",
    resume(issueState(), { targetPreference: "prefer_local" }),
    "local_implementation",
    "route",
    "routed_followup",
  ],
  ["issue", resume(issueState({ ownership: "maintainer" })), "issue_intake", "route", "routed_followup"],
  [
    "user interface review",
    {
      intent: "review_pr_ui",
      target: { kind: "pr", pr: 52 },
      currentState: pullRequestState({ ownership: "user" }),
      targetPreference: "prefer_local",
    },
    "ui_review",
    "route",
    "routed_followup",
  ],
  [
    "external human",
    resume(pullRequestState({ ownership: "external_human", nextActor: "reviewer" })),
    "external_pr_followup",
    "route",
    "routed_followup",
  ],
  [
    "reviewer owns",
    resume(pullRequestState({ ownership: "reviewer" })),
    "reviewer_fixer",
    "route",
    "routed_followup",
  ],
  [
    "reviewer acts next",
    resume(pullRequestState({ ownership: "user", nextActor: "reviewer" })),
    "reviewer_fixer",
    "route",
    "routed_followup",
  ],
  ["Copilot owns", resume(pullRequestState()), "copilot_pr_followup", "route", "routed_followup"],
  [
    "the old word for a pending retrospective is like active",
    resume(pullRequestState({ status: "retrospective_gate_pending" })),
    "copilot_pr_followup",
    "route",
    "routed_followup",
  ],
  ...["local", "maintainer", "user"].map((ownership): Row => [
    `${ownership} owns`,
    resume(pullRequestState({ ownership })),
    "fail_closed_reconcile",
    "needs_reconcile",
    "reconcile",
  ]),
]

for (const [name, input, gate, routeKind, classification] of rows) {
  Deno.test(`evaluatePublicDevLoopRouting decides: ${name}`, () => {
    const result = evaluatePublicDevLoopRouting(input)
    const starts = !["stop", "needs_reconcile"].includes(routeKind)
    deepStrictEqual(
      [
        result.selectedGate,
        result.routeKind,
        result.selectedStrategy,
        result.contractTrace?.decision.contractClassification,
      ],
      [gate, routeKind, starts ? gate : null, classification],
    )
    deepStrictEqual(
      [result.contractTrace?.decision.routeKind, result.contractTrace?.stopReason.terminal],
      [routeKind, classification === "terminal"],
    )
  })
}

Deno.test("evidence counts only when it is visible, clean and of the current head", () => {
  const { preApprovalGate } = cleanEvidence
  const wrong: readonly unknown[] = [
    null,
    "clean",
    { preApprovalGate },
    { ...cleanEvidence, currentHeadSha: "beef" },
    { currentHeadSha: "", preApprovalGate: { ...preApprovalGate, headSha: "" } },
    { ...cleanEvidence, preApprovalGate: { ...preApprovalGate, visible: "true" } },
    { ...cleanEvidence, preApprovalGate: { ...preApprovalGate, verdict: "findings_present" } },
    { ...cleanEvidence, preApprovalGate: null },
  ]
  for (const gateReviewEvidence of wrong) {
    const state = pullRequestState({ status: "approval_ready" })
    strictEqual(evaluatePublicDevLoopRouting(resume(state, { gateReviewEvidence })).routeKind, "needs_reconcile")
  }
})

Deno.test("a wait is read by its execution mode", () => {
  const state = pullRequestState({ status: "waiting" })
  const waits = [resume(state), resume(state, { mode: "durable_auto" }), {
    intent: "auto_continue_current",
    currentState: state,
  }]
    .map((input) => evaluatePublicDevLoopRouting(input))
  const [internal, external] = [["default", "persistent_internal_wait", 3_600_000], [
    "auto_healthy_wait",
    "external_healthy_wait",
    1_800_000,
  ]]
  deepStrictEqual(
    waits.map(({ waitSemantics, waitTimeoutPolicy, contractTrace }) => [
      waitSemantics,
      waitTimeoutPolicy?.classification,
      contractTrace?.waitStrategy.effectiveTimeoutMs,
    ]),
    [internal, external, external],
  )
  strictEqual(waits[0]?.contractTrace?.waitStrategy.waitMode, "persistent_watch")
})

Deno.test("the assignment seam of Copilot's issue follows its facts; clarification stops the intake", () => {
  const facts:
    readonly (readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, string, string])[] = [
      [
        { issueReadiness: "needs_clarification", issueAssignmentState: "assigned_to_copilot" },
        {},
        "needs_refinement",
        "stop",
      ],
      [{ issueReadiness: "ready", issueAssignmentState: "assigned_to_copilot" }, {}, "assigned_to_copilot", "route"],
      [{}, { authorization: "needs_confirmation" }, "ready_needs_assignment_confirmation", "route"],
      [{ issueAssignmentState: "unassigned" }, {}, "ready_assign_now", "route"],
      [{ issueReadiness: "needs_clarification" }, { ownership: "user" }, "not_applicable", "route"],
    ]
  for (const [input, state, seam, routeKind] of facts) {
    const result = evaluatePublicDevLoopRouting(resume(issueState(state), input))
    deepStrictEqual(
      [result.issueAssignmentSeam, result.routeKind, result.selectedStrategy],
      [seam, routeKind, "issue_intake"],
    )
    strictEqual(
      result.contractTrace?.decision.contractClassification,
      routeKind === "stop" ? "blocked" : "routed_followup",
    )
  }
})

Deno.test("an issue with a pull request is routed as that pull request, a local start as a local phase", () => {
  const linked = evaluatePublicDevLoopRouting(resume(issueState({ target: { kind: "issue", issue: 5, linkedPr: 9 } })))
  deepStrictEqual([linked.canonicalState?.target.kind, linked.canonicalState?.target.pr], ["pr", 9])
  const phase = evaluatePublicDevLoopRouting(resume(issueState(), { targetPreference: "prefer_local" }))
  deepStrictEqual([phase.canonicalState?.target.kind, phase.canonicalState?.target.phase], ["local_phase", "issue-5"])
})

Deno.test("normalizeTarget knows what each kind must and must not carry", () => {
  const rows: readonly (readonly [unknown, boolean])[] = [
    [{ kind: "issue", issue: 1 }, true],
    [{ kind: " ISSUE ", issue: 1, linkedPr: 2, pr: null }, true],
    [{ kind: "issue" }, false],
    [{ kind: "issue", issue: "1" }, false],
    [{ kind: "issue", issue: 1, pr: 2 }, false],
    [{ kind: "issue", issue: 1, linkedPr: 0 }, false],
    [{ kind: "pr", pr: 1, issue: 5 }, true],
    [{ kind: "pr", issue: 1 }, false],
    [{ kind: "pr", pr: 1.5 }, false],
    [{ kind: "pr", pr: 1, linkedPr: 1 }, false],
    [{ kind: "local_branch", branch: " b " }, true],
    [{ kind: "local_branch", branch: " " }, false],
    [{ kind: "local_phase", phase: "p" }, true],
    [{ kind: "local_phase", issue: 1 }, true],
    [{ kind: "local_phase" }, false],
    [{ kind: "commit", pr: 1 }, false],
    [[], false],
    [null, false],
  ]
  for (const [target, valid] of rows) strictEqual(normalizeTarget(target) !== null, valid, JSON.stringify(target))
})

Deno.test("normalizeCanonicalState needs all five facts", () => {
  for (const field of Object.keys(pullRequestState())) {
    for (const value of [undefined, null, "", "unheard_of", 1]) {
      strictEqual(normalizeCanonicalState(pullRequestState({ [field]: value })), null)
    }
  }
  strictEqual(normalizeCanonicalState(pullRequestState({ ownership: " Copilot " }))?.ownership, "copilot")
})
