import * as Schema from "effect/Schema"
import {
  type Authorization,
  authorizations,
  type RoutingActor,
  routingActors,
  type TargetKind,
  targetKinds,
  type WorkStatus,
  workStatuses,
} from "./routing_vocabulary.ts"

/** What a loop works on, every field said. */
export interface CanonicalTarget {
  /** Which of the fields below name it. */
  readonly kind: TargetKind
  /** The issue, from 1: of the kinds `issue` and `local_phase`. */
  readonly issue: number | null
  /** The pull request, from 1: of the kind `pr`. */
  readonly pr: number | null
  /** The pull request that an issue has led to, from 1. */
  readonly linkedPr: number | null
  /** Of the kind `local_branch`. */
  readonly branch: string | null
  /** Of the kind `local_phase`: a word for a stretch of local work, as `issue-64`. */
  readonly phase: string | null
}

/** Where a loop stands: the facts that routing decides on. */
export interface CanonicalState {
  /** What is worked on. */
  readonly target: CanonicalTarget
  /** Who owns the work. */
  readonly ownership: RoutingActor
  /** Who acts next. */
  readonly nextActor: RoutingActor
  /** Where the work stands. */
  readonly status: WorkStatus
  /** Whether the next step is allowed. */
  readonly authorization: Authorization
}

const number = Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
const text = Schema.NullOr(Schema.NonEmptyString)

/** The facts of a {@link CanonicalState} besides its target. */
export const canonicalFacts = {
  ownership: Schema.Literals(routingActors),
  nextActor: Schema.Literals(routingActors),
  status: Schema.Literals(workStatuses),
  authorization: Schema.Literals(authorizations),
} as const

/**
 * {@link CanonicalState} as a schema. Every field of the target is there; numbers are from 1.
 *
 * @example
 * ```ts
 * import { CanonicalState } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const state = {
 *   target: { kind: "pr", issue: null, pr: 52, linkedPr: null, branch: null, phase: null },
 *   ownership: "copilot", nextActor: "copilot", status: "active", authorization: "authorized",
 * }
 * deepStrictEqual(Schema.decodeUnknownSync(CanonicalState)(state), state)
 * ```
 */
export const CanonicalState: Schema.Codec<CanonicalState> = Schema.Struct({
  target: Schema.Struct({
    kind: Schema.Literals(targetKinds),
    issue: number,
    pr: number,
    linkedPr: number,
    branch: text,
    phase: text,
  }),
  ...canonicalFacts,
}).annotate({ identifier: "CanonicalState", description: "Where a loop stands: the facts that routing decides on" })
