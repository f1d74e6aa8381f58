/** An envelope that keeps the contract without a warning. */
export const envelope = {
  handoffVersion: 1,
  derivedAt: "2027-03-04T16:30:00.000Z",
  target: { kind: "pr", repo: "acme/widgets", pr: 7 },
  executionMode: "bounded_handoff",
  nextAction: "Follow up.",
  requiredReads: ["docs/agreement.md"],
  stopRules: ["merge"],
  asyncStartMode: "required",
  asyncStartEffective: "allowed",
  acceptance: { criteria: [{ id: "checks", must: "They pass.", severity: "required" }] },
  retrospectiveFindings: { internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] },
} as const

/** What the bundle of Copilot's pull request 7 says. */
export const resolved = {
  bundleKind: "resolved",
  routeKind: "route",
  selectedGate: "copilot_pr_followup",
  selectedStrategy: "copilot_pr_followup",
  executionMode: "bounded_handoff",
  nextAction: "Follow up.",
  activeArtifact: { kind: "pr", issue: null, pr: 7, branch: null, phase: null },
} as const
