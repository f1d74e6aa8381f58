import type { Baseline } from "../diff/baseline.ts"
import type { CurrentRun } from "../diff/diff_input.ts"
import type { Evidence, Finding } from "../schema/finding.ts"
import type { NearMiss, PassResult } from "../schema/pass_result.ts"
import type { DiffResult } from "../schema/diff_result.ts"
import { redact, redactBeside, redactValue } from "./redact.ts"

/** The texts of a finding and of a row of the baseline that are compared, shown or kept. */
interface Row {
  readonly locator: string
  readonly what: string
  readonly key?: string
  readonly proposed_action?: unknown
  readonly evidence?: unknown
  readonly [field: string]: unknown
}

/**
 * The findings of a run as `diff` compares them. A report holds no secret, so a finding has to lose its own before it is
 * compared: otherwise the next run would not know it again. Edits and payloads stay as they are, since they are to be
 * applied; whoever shows them redacts them. Nodes are redacted everywhere in the same way.
 */
export function redactRun(run: CurrentRun): CurrentRun {
  if (!("passes" in run)) return { ...run, findings: run.findings.map(redactFinding) }
  const { inventory } = run
  return {
    ...run,
    passes: run.passes.map(redactPass),
    ...(inventory === undefined ? {} : { inventory: inventory.map(redact) }),
  }
}

/** What one pass found, without secrets: see {@link redactRun}. */
export function redactPass(result: PassResult): PassResult {
  const { near_misses, skip_reason } = result
  return {
    ...result,
    scanned: result.scanned.map(redact),
    findings: result.findings.map(redactFinding),
    ...(near_misses === undefined ? {} : { near_misses: near_misses.map(redactNearMiss) }),
    ...(skip_reason === undefined ? {} : { skip_reason: redact(skip_reason) }),
  }
}

/** The rows of the last run, whoever wrote it. */
export function redactBaseline(baseline: Baseline): Baseline {
  return {
    ...baseline,
    findings: baseline.findings.map(redactRow),
    closed: baseline.closed.map(redactRow),
  }
}

/** What {@link redactRun} and {@link redactBaseline} have taken the secrets out of. */
const cleanInFindings: ReadonlySet<string> = new Set(["locator", "what", "proposed_action", "evidence"])
const cleanInRows: ReadonlySet<string> = new Set(["locator", "what"])

/** `redactValue` of what the stage `diff` made; faster, since most of it was redacted before it was compared. */
export function redactDiff(diff: DiffResult): DiffResult {
  const { findings, resolved, unverified } = diff
  return {
    ...redactValue({ ...diff, findings: [], resolved: [], unverified: [] }),
    findings: findings.map(redactBeside(cleanInFindings)),
    resolved: resolved.map(redactBeside(cleanInRows)),
    unverified: unverified.map(redactBeside(cleanInRows)),
  }
}

/** Old node to new node. */
export function redactNodes(renames: { readonly [node: string]: string }): { readonly [node: string]: string } {
  return Object.fromEntries(Object.entries(renames).map(([from, to]) => [redact(from), redact(to)]))
}

/** The same finding when it holds no secret: most do not, and a run may have very many. */
function redactFinding(finding: Finding): Finding {
  const row = redactRow(finding)
  const proposed_action = redact(finding.proposed_action)
  const evidence = finding.evidence?.map(redactEvidence)
  const isSame = row === finding && proposed_action === finding.proposed_action &&
    (evidence ?? []).every((item, index) => item === finding.evidence?.[index])
  return isSame ? finding : { ...row, proposed_action, ...(evidence === undefined ? {} : { evidence }) }
}

function redactRow<One extends Row>(row: One): One {
  const [locator, what] = [redact(row.locator), redact(row.what)]
  const key = row.key === undefined ? undefined : redact(row.key)
  if (locator === row.locator && what === row.what && key === row.key) return row
  return { ...row, locator, what, ...(key === undefined ? {} : { key }) }
}

function redactNearMiss(miss: NearMiss): NearMiss {
  const { evidence } = miss
  return {
    locator: redact(miss.locator),
    what: redact(miss.what),
    why: redact(miss.why),
    ...(evidence === undefined ? {} : { evidence: evidence.map(redactEvidence) }),
  }
}

function redactEvidence(evidence: Evidence): Evidence {
  const [path, quote] = [redact(evidence.path), redact(evidence.quote)]
  return path === evidence.path && quote === evidence.quote ? evidence : { ...evidence, path, quote }
}
