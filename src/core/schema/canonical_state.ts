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
  /** What kind of thing it is. */
  readonly kind: TargetKind
  /** The number of the issue. */
  readonly issue: number | null
  /** The number of the pull request. */
  readonly pr: number | null
  /** The pull request of an issue. */
  readonly linkedPr: number | null
  /** The name of the branch. */
  readonly branch: string | null
  /** The name of the phase. */
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
