import * as Data from "effect/Data"
import { fieldOf, isGiven, positiveInteger, quoted, textOf, wordIn } from "../foreign/foreign_value.ts"
import { normalizeTarget, targetNeeds } from "../routing/canonical_state.ts"
import type { CanonicalTarget } from "../schema/canonical_state.ts"
import {
  type AsyncStartMode,
  asyncStartModes,
  type EnvelopeTarget,
  type HandoffEnvelope,
  specSources,
} from "../schema/handoff_envelope.ts"
import { executionModes } from "../schema/routing_vocabulary.ts"
import { normalizeRetrospectiveFindings } from "./findings.ts"
import { frozenCopy } from "./frozen_copy.ts"
import { normalRepositoryName } from "./repository_name.ts"
import { reconcileContract, type StrategyContract, strategyContracts } from "./strategy_contract.ts"

/**
 * An envelope cannot be built: the fact `field` is not there, or is not one.
 *
 * @example
 * ```ts
 * import { EnvelopeNotBuilt } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new EnvelopeNotBuilt({ field: "target", problem: "is not there" }).message,
 *   'Cannot build the handoff envelope: "target" is not there',
 * )
 * ```
 */
export class EnvelopeNotBuilt extends Data.Error<{ readonly field: string; readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "EnvelopeNotBuilt"
  /** What a log calls the error. */
  override readonly name = "EnvelopeNotBuilt"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot build the handoff envelope: "${this.field}" ${this.problem}`
  }
}

/** What {@link buildDevLoopHandoffEnvelope} reads of its options. */
export interface EnvelopeOptions {
  /** `owner/name`. */
  readonly repo?: string
  /** Files to read first. */
  readonly requiredReads?: readonly string[]
  /** How many rounds of Copilot there may be. */
  readonly maxCopilotRounds?: number
  /** The folder to work in. */
  readonly cwd?: string
  /** The environment of the caller: `CLAUDECODE=1` allows what is required elsewhere, to run asynchronously. */
  readonly env?: { readonly [name: string]: string | undefined }
  /** Findings, where the gate state has none. */
  readonly retrospectiveFindings?: unknown
  /** Carried as it is. */
  readonly gateConfig?: unknown
  /** Carried as it is. */
  readonly overrides?: unknown
  /** Carried as it is. */
  readonly sanctionedCommands?: unknown
  /** Where the specification of the work is, when it is not the issue. */
  readonly specSource?: string
}

const needsAttentionAfterMs = 300_000
const maxFinalizationTurns = 4
const defaultCopilotRounds = 5

/**
 * Builds the envelope of the next step, and freezes it. `resolverOutput` is a routing result or a startup bundle, alone
 * or under `bundle` of what a resolver printed; the outermost that says something counts. `now` is the time: a text or a
 * date. A result that is closed to `needs_reconcile` gets an envelope that asks for reconciling and nothing else.
 * Findings are those of the gate state, else those of the options, whichever are findings; a clean run's are carried.
 *
 * @throws {EnvelopeNotBuilt} without a strategy, execution mode, next action, repository or target, or when the current
 * gate is none of the strategy's.
 *
 * @example
 * ```ts
 * import { buildDevLoopHandoffEnvelope, validateHandoffEnvelope } from "@retro/cli/core"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const routing = {
 *   selectedStrategy: "copilot_pr_followup",
 *   executionMode: "bounded_handoff",
 *   nextAction: "Follow up on the pull request.",
 *   target: { kind: "pr", pr: 52 },
 * }
 * const findings = { internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] }
 * const envelope = buildDevLoopHandoffEnvelope(
 *   routing,
 *   {},
 *   { retrospectiveFindings: findings },
 *   { repo: "acme/widgets" },
 *   "2027-03-04T16:30:00.000Z",
 * )
 * deepStrictEqual(envelope.retrospectiveFindings, findings)
 * strictEqual(validateHandoffEnvelope(envelope).ok, true)
 * ```
 */
export function buildDevLoopHandoffEnvelope(
  resolverOutput: unknown,
  settings?: unknown,
  gateState: unknown = {},
  options: EnvelopeOptions = {},
  now: string | Date | null = null,
): HandoffEnvelope {
  const said = (field: string): unknown => outermost(resolverOutput, field)
  const { contract, reconciles } = contractOf(resolverOutput)
  const stopAt = fieldOf(fieldOf(settings, "autonomy"), "stopAt")
  const workflow = fieldOf(settings, "workflow")
  const findings = normalizeRetrospectiveFindings(fieldOf(gateState, "retrospectiveFindings")) ??
    normalizeRetrospectiveFindings(options.retrospectiveFindings)
  const specSource = wordIn(specSources, options.specSource)
  const envelope: HandoffEnvelope = {
    handoffVersion: 1,
    derivedAt: typeof now === "string" ? now : now?.toISOString() ?? null,
    target: targetOf(resolverOutput, options),
    currentGate: currentGate(contract, gateState),
    currentHeadSha: textOf(fieldOf(gateState, "currentHeadSha")) ?? null,
    ciStatus: textOf(fieldOf(gateState, "ciStatus")) ?? null,
    unresolvedThreadCount: positiveInteger(fieldOf(gateState, "unresolvedThreadCount")) ?? 0,
    copilotRoundCount: positiveInteger(fieldOf(gateState, "copilotRoundCount")) ?? 0,
    maxCopilotRounds: positiveInteger(options.maxCopilotRounds) ?? defaultCopilotRounds,
    executionMode: needed("executionMode", wordIn(executionModes, said("executionMode")), "is none of its words"),
    nextAction: needed("nextAction", textOf(said("nextAction")), "does not say what to do"),
    requiredReads: texts(said("requiredReads") ?? options.requiredReads),
    stopRules: reconciles || !Array.isArray(stopAt) ? contract.stopRules : texts(stopAt),
    ...asyncStart(wordIn(asyncStartModes, fieldOf(workflow, "asyncStartMode")) ?? "required", options),
    requireDraftFirst: fieldOf(workflow, "requireDraftFirst") === true,
    cwd: options.cwd ?? null,
    worktreeRequired: !reconciles,
    acceptance: { criteria: contract.criteria, evidence: ["commands-run"], maxFinalizationTurns },
    control: { needsAttentionAfterMs, activeNoticeAfterMs: needsAttentionAfterMs },
    ...optional("gateConfig", options.gateConfig),
    ...optional("overrides", options.overrides),
    ...optional("sanctionedCommands", options.sanctionedCommands),
    ...findings === null ? {} : { retrospectiveFindings: findings },
    ...specSource === undefined ? {} : { specSource },
  }
  return frozen(envelope)
}

/** The outermost value of a field: of the output itself, else of its bundle. */
function outermost(resolverOutput: unknown, field: string): unknown {
  const outer = fieldOf(resolverOutput, field)
  return outer === undefined ? fieldOf(fieldOf(resolverOutput, "bundle"), field) : outer
}

function needed<A>(field: string, value: A | undefined, problem: string): A {
  if (value === undefined) throw new EnvelopeNotBuilt({ field, problem })
  return value
}

/** No strategy is selected: resolvers print the word `none` for it. A strategy that is left out is not said to be none. */
const noStrategy: readonly unknown[] = [null, "none"]

function contractOf(
  resolverOutput: unknown,
): { readonly contract: Omit<StrategyContract, "strategy">; readonly reconciles: boolean } {
  const strategy = outermost(resolverOutput, "selectedStrategy")
  const isClosed = outermost(resolverOutput, "routeKind") === "needs_reconcile" &&
    outermost(resolverOutput, "selectedGate") === "fail_closed_reconcile"
  if (isClosed && noStrategy.includes(strategy)) return { contract: reconcileContract, reconciles: true }
  const contract = strategyContracts.find((known) => known.strategy === strategy)
  return {
    contract: needed(
      "selectedStrategy",
      contract,
      `is ${quoted(strategy)}, and there is no handoff without a strategy; name one of ${
        strategyContracts.map((known) => known.strategy).join(", ")
      }`,
    ),
    reconciles: false,
  }
}

function currentGate({ gates }: Omit<StrategyContract, "strategy">, gateState: unknown): string {
  const given = fieldOf(gateState, "currentGate")
  const gate = isGiven(given) ? wordIn(gates, given) : gates[0]
  return needed("currentGate", gate, `is ${quoted(given)}, which is none of the strategy's: ${gates.join(", ")}`)
}

function targetOf(resolverOutput: unknown, options: EnvelopeOptions): EnvelopeTarget {
  const places: readonly unknown[] = [
    outermost(resolverOutput, "target"),
    fieldOf(outermost(resolverOutput, "canonicalState"), "target"),
    outermost(resolverOutput, "activeArtifact"),
  ]
  const target = needed("target", places.find(isGiven), `is not there; say its kind: ${targetNeeds}`)
  const { kind, ...facts } = needed(
    "target",
    normalizeTarget(target) ?? undefined,
    `is not valid; of the kinds, ${targetNeeds}`,
  )
  const name = [options.repo, outermost(resolverOutput, "repo"), fieldOf(target, "repo")].find(isGiven)
  const repo = needed("repo", normalRepositoryName(name), `is ${quoted(name)}, not "owner/name"`)
  return { kind, repo, ...stated(facts) }
}

function stated({ issue, pr, linkedPr, branch, phase }: Omit<CanonicalTarget, "kind">): Omit<
  EnvelopeTarget,
  "kind" | "repo"
> {
  return {
    ...issue === null ? {} : { issue },
    ...pr === null ? {} : { pr },
    ...linkedPr === null ? {} : { linkedPr },
    ...branch === null ? {} : { branch },
    ...phase === null ? {} : { phase },
  }
}

type AsyncStart = Pick<HandoffEnvelope, "asyncStartMode" | "asyncStartEffective" | "asyncStartRelaxedBy">

/** Claude Code runs its own background work: what is required elsewhere is allowed there. */
function asyncStart(asyncStartMode: AsyncStartMode, { env }: EnvelopeOptions): AsyncStart {
  const relaxed = asyncStartMode === "required" && env?.["CLAUDECODE"] === "1"
  return {
    asyncStartMode,
    asyncStartEffective: relaxed ? "allowed" : asyncStartMode,
    asyncStartRelaxedBy: relaxed ? "claude-harness" : null,
  }
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.flatMap((entry: unknown) => textOf(entry) ?? []) : []
}

function optional(field: string, value: unknown): { readonly [field: string]: unknown } {
  return isGiven(value) ? { [field]: value } : {}
}

function frozen(envelope: HandoffEnvelope): HandoffEnvelope {
  const fields = Object.entries(envelope).map(([field, value]) => [field, frozenCopy(value)] as const)
  return Object.freeze({ ...envelope, ...Object.fromEntries(fields) })
}
