import { fieldOf, isGiven, isMapping, positiveInteger, textOf, wordIn } from "../foreign/foreign_value.ts"
import type { CanonicalState, CanonicalTarget } from "../schema/canonical_state.ts"
import {
  authorizations,
  routingActors,
  type TargetKind,
  targetKinds,
  workStatuses,
} from "../schema/routing_vocabulary.ts"

interface TargetRule {
  readonly kind: TargetKind
  readonly needs: string
  readonly holds: (target: CanonicalTarget, given: unknown) => boolean
}

/** What a target of each kind must and must not carry. */
const targetRules: readonly TargetRule[] = [
  {
    kind: "issue",
    needs: "an issue, no pr, and a valid linkedPr if there is one",
    holds: (target, given) =>
      target.issue !== null && !isGiven(fieldOf(given, "pr")) &&
      (target.linkedPr !== null || !isGiven(fieldOf(given, "linkedPr"))),
  },
  {
    kind: "pr",
    needs: "a pr, no linkedPr",
    holds: (target, given) => target.pr !== null && !isGiven(fieldOf(given, "linkedPr")),
  },
  { kind: "local_branch", needs: "a branch", holds: (target) => target.branch !== null },
  {
    kind: "local_phase",
    needs: "a phase or an issue",
    holds: (target) => target.phase !== null || target.issue !== null,
  },
]

/** What targets need, for messages. */
export const targetNeeds: string = targetRules.map(({ kind, needs }) => `"${kind}" needs ${needs}`).join("; ")

/** A target with every field said; `null` when it is none. Numbers that are no positive integer are absent. */
export function normalizeTarget(value: unknown): CanonicalTarget | null {
  const kind = wordIn(targetKinds, fieldOf(value, "kind"))
  if (!isMapping(value) || kind === undefined) return null
  const target: CanonicalTarget = {
    kind,
    issue: positiveInteger(value["issue"]) ?? null,
    pr: positiveInteger(value["pr"]) ?? null,
    linkedPr: positiveInteger(value["linkedPr"]) ?? null,
    branch: textOf(value["branch"]) ?? null,
    phase: textOf(value["phase"]) ?? null,
  }
  return targetRules.some((rule) => rule.kind === kind && rule.holds(target, value)) ? target : null
}

/** A state with its words folded; `null` unless its target and its four words are all valid. */
export function normalizeCanonicalState(value: unknown): CanonicalState | null {
  const target = normalizeTarget(fieldOf(value, "target"))
  const ownership = wordIn(routingActors, fieldOf(value, "ownership"))
  const nextActor = wordIn(routingActors, fieldOf(value, "nextActor"))
  const status = wordIn(workStatuses, fieldOf(value, "status"))
  const authorization = wordIn(authorizations, fieldOf(value, "authorization"))
  return target === null || ownership === undefined || nextActor === undefined || status === undefined ||
      authorization === undefined
    ? null
    : { target, ownership, nextActor, status, authorization }
}

/** A target with nothing but its kind, to build one from. */
function bareTarget(kind: TargetKind): CanonicalTarget {
  return { kind, issue: null, pr: null, linkedPr: null, branch: null, phase: null }
}

/** The target of local work on an issue. */
export function localPhaseTarget(issue: number): CanonicalTarget {
  return { ...bareTarget("local_phase"), issue, phase: `issue-${issue}` }
}

/** The state of local work on an issue that starts now. */
export function localPhaseState(issue: number): CanonicalState {
  return {
    target: localPhaseTarget(issue),
    ownership: "local",
    nextActor: "local",
    status: "active",
    authorization: "authorized",
  }
}

/** The state of an issue that is to be taken in: the user confirms its assignment. */
export function intakeState(issue: number): CanonicalState {
  return {
    target: { ...bareTarget("issue"), issue },
    ownership: "copilot",
    nextActor: "user",
    status: "active",
    authorization: "needs_confirmation",
  }
}

/** An issue that has a pull request is worked on there: the target becomes that pull request. */
export function followLinkedPr(state: CanonicalState): CanonicalState {
  const { target } = state
  return target.kind === "issue" && target.linkedPr !== null
    ? { ...state, target: { ...bareTarget("pr"), issue: target.issue, pr: target.linkedPr } }
    : state
}

/** Whether work on the target happens in a pull request. */
export function hasPullRequest({ target }: CanonicalState): boolean {
  return target.kind === "pr" || target.linkedPr !== null
}
