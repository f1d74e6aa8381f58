import { retrospectiveHint } from "../config/dev_loop_checks.ts"
import type { LoadedDevLoopConfig } from "../config/dev_loop_config.ts"
import type { RetrospectiveKey } from "../config/retrospective_key.ts"
import { fieldOf, isMapping, quoted } from "../foreign/foreign_value.ts"
import type { CheckpointReading } from "./checkpoint_artifact.ts"
import type { RetrospectiveCheckpointState } from "./checkpoint_state.ts"
import { closedRouting, evaluateRetrospectiveGate } from "./evaluate_gate.ts"

/** What a check of the gate answers. Only the first and the third let the proposed routing go on. */
export type GateVerdict = "open" | "closed" | "not enforced" | "cannot evaluate"

/** The input of {@link checkRetrospectiveGate}. */
export interface GateCheckInput {
  /** What the checkpoint file means. */
  readonly checkpoint: Pick<CheckpointReading, "checkpointState" | "problem" | "unreadable">
  /** The configuration that says whether the gate applies; with `doubts`, a typing mistake in its key does not open it. */
  readonly config:
    & Pick<LoadedDevLoopConfig, "requireRetrospective" | "errors">
    & Partial<Pick<LoadedDevLoopConfig, "warnings"> & Pick<RetrospectiveKey, "doubts">>
  /** What the routing says. */
  readonly proposedRouting: unknown
}

/** What {@link checkRetrospectiveGate} answers. */
export interface GateCheck {
  /** Whether the gate is open. */
  readonly verdict: GateVerdict
  /** What the checkpoint says. */
  readonly checkpointState: RetrospectiveCheckpointState
  /** The routing to go by: the proposal itself, or a `needs_reconcile` result in its place. */
  readonly routing: unknown
  /** Why, in a line; of a gate that is not open, also who can open it and how. */
  readonly text: string
}

/** Who opens a gate that is closed for want of a retrospective, and how. */
export const howToOpen =
  'whoever ran that loop, or its operator, opens the gate with: retro gate complete --notes "<what it found>", or with: retro gate skip --reason "<why none is needed>"'

/** Why an open gate is open, by state. Every other state is open only to what starts nothing. */
const openBecause: ReadonlyMap<unknown, string> = new Map([
  ["none", "no completed run requires a retrospective"],
  ["complete", "the retrospective is recorded"],
  ["skipped", "the retrospective was skipped with a reason"],
])

function nothingStarts(checkpointState: unknown, proposal: unknown): string {
  const pending = checkpointState === "missing"
    ? "a retrospective is pending"
    : `the state of the checkpoint is ${quoted(checkpointState)}`
  return `${pending}, and a routing of the kind ${quoted(fieldOf(proposal, "routeKind"))} starts nothing`
}

interface CheckRow {
  readonly when: (input: GateCheckInput) => boolean
  readonly verdict: GateVerdict
  readonly text: (input: GateCheckInput) => string
}

/** The verdict: the first row whose condition holds. */
const checkTable: readonly CheckRow[] = [
  {
    when: ({ config }) => !Array.isArray(config.errors) || typeof config.requireRetrospective !== "boolean",
    verdict: "cannot evaluate",
    text: () => "the configuration does not say whether the gate is enforced; pass what loadDevLoopConfig gave",
  },
  {
    when: ({ config }) => config.errors.length > 0,
    verdict: "cannot evaluate",
    text: ({ config }) => stillClosed(config.errors),
  },
  {
    when: ({ config: { requireRetrospective, doubts } }) => !requireRetrospective && (doubts ?? []).length > 0,
    verdict: "cannot evaluate",
    text: ({ config }) => stillClosed(config.doubts ?? []),
  },
  {
    when: ({ config }) => !config.requireRetrospective,
    verdict: "not enforced",
    text: ({ checkpoint, config }) =>
      [
        '"workflow.requireRetrospective" is not true in this work tree',
        ...(checkpoint.checkpointState === "missing" ? ["a retrospective is pending all the same"] : []),
        ...(config.warnings ?? []).filter((warning) => warning.endsWith(retrospectiveHint)),
      ].join("; "),
  },
  {
    when: ({ checkpoint: { checkpointState }, proposedRouting }) =>
      evaluateRetrospectiveGate({ checkpointState, proposedRouting }) === proposedRouting,
    verdict: "open",
    text: ({ checkpoint: { checkpointState }, proposedRouting }) =>
      openBecause.get(checkpointState) ?? nothingStarts(checkpointState, proposedRouting),
  },
  {
    when: ({ proposedRouting }) => !isMapping(proposedRouting),
    verdict: "closed",
    text: ({ proposedRouting }) =>
      `the proposed routing is ${quoted(proposedRouting)}, no object; pass a routing result`,
  },
  {
    when: ({ checkpoint }) => checkpoint.unreadable === true,
    verdict: "closed",
    text: ({ checkpoint: { problem } }) => `a retrospective counts as pending: ${problem}`,
  },
  {
    when: ({ checkpoint: { problem } }) => typeof problem === "string",
    verdict: "closed",
    text: ({ checkpoint: { problem } }) =>
      `the checkpoint cannot be understood (${problem}), so a retrospective counts as pending; ${howToOpen}`,
  },
]

/** Every other gate is closed. */
const otherwise: CheckRow = {
  when: () => true,
  verdict: "closed",
  text: () => `the retrospective of the last completed run is pending; ${howToOpen}`,
}

function stillClosed([first, ...others]: LoadedDevLoopConfig["errors"]): string {
  const more = others.length === 0 ? "" : `, and ${others.length} more`
  return `${first?.message ?? ""}${more}; until then the gate is closed`
}

/** The routing to go by, for each verdict. */
const routings: { readonly [verdict in GateVerdict]: (input: GateCheckInput, text: string) => unknown } = {
  open: ({ proposedRouting }) => proposedRouting,
  "not enforced": ({ proposedRouting }) => proposedRouting,
  closed: ({ checkpoint: { checkpointState }, proposedRouting }) =>
    evaluateRetrospectiveGate({ checkpointState, proposedRouting }),
  "cannot evaluate": ({ proposedRouting }, text) => unevaluatedRouting(proposedRouting, text),
}

function unevaluatedRouting(proposedRouting: unknown, text: string): unknown {
  return closedRouting(proposedRouting, {
    nextAction: "Repair what keeps the retrospective gate from being evaluated, and evaluate it again.",
    reason: `The retrospective gate cannot be evaluated: ${text}`,
  })
}

/** The answer where it is not even known what to look at: closed. */
export function uncheckedGate(proposedRouting: unknown, problem: string): GateCheck {
  return {
    verdict: "cannot evaluate",
    checkpointState: "missing",
    routing: unevaluatedRouting(proposedRouting, problem),
    text: `${problem}; until then the gate is closed`,
  }
}

/**
 * The whole check that a caller makes before a start or resume: the configuration says whether the gate applies, the
 * checkpoint whether it is open. A configuration that cannot be used closes it. Findings are no part of the input.
 *
 * @example
 * ```ts
 * import { checkRetrospectiveGate } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const proposedRouting = { routeKind: "route", selectedGate: "issue_intake" }
 * const checkpoint = { checkpointState: "missing", problem: null } as const
 * const config = { requireRetrospective: true, errors: [] }
 * strictEqual(checkRetrospectiveGate({ checkpoint, config, proposedRouting }).verdict, "closed")
 * const off = checkRetrospectiveGate({ checkpoint, config: { ...config, requireRetrospective: false }, proposedRouting })
 * strictEqual(off.routing, proposedRouting)
 * ```
 */
export function checkRetrospectiveGate(input: GateCheckInput): GateCheck {
  const { verdict, text } = checkTable.find(({ when }) => when(input)) ?? otherwise
  const said = text(input)
  const { checkpointState } = input.checkpoint
  return { verdict, checkpointState, routing: routings[verdict](input, said), text: said }
}
