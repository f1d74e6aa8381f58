/** Copilot's pull request 52, at work; the fields given replace its own. */
export function pullRequestState(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    target: { kind: "pr", pr: 52 },
    ownership: "copilot",
    nextActor: "copilot",
    status: "active",
    authorization: "authorized",
    ...fields,
  }
}

/** Copilot's issue 5, at work; the fields given replace its own. */
export function issueState(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return pullRequestState({ target: { kind: "issue", issue: 5 }, ...fields })
}

/** Proof that the review before approval saw the current head. */
export const cleanEvidence = {
  currentHeadSha: "c0ffee",
  preApprovalGate: { visible: true, headSha: "C0FFEE", verdict: "clean" },
}
