import { byCodeUnit } from "../core/code_unit_order.ts"
import type { Corpus } from "../core/corpus/corpus.ts"
import { isInScope } from "../core/corpus/corpus.ts"
import { isGitIgnore } from "../core/corpus/git_ignore.ts"
import { lineEdits } from "../core/edit/line_edits.ts"
import type { Edit, Finding } from "../core/schema/finding.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { backLinks } from "./decision_integrity/back_links.ts"
import type { Candidate } from "./decision_integrity/candidate.ts"
import { graph } from "./decision_integrity/graph.ts"
import { indexes } from "./decision_integrity/indexes.ts"
import { type IntegrityContext, integrityContext } from "./decision_integrity/integrity_context.ts"
import { generalNearMisses } from "./decision_integrity/near_misses.ts"
import { references } from "./decision_integrity/references.ts"
import { rules } from "./decision_integrity/rules.ts"
import { statuses } from "./decision_integrity/statuses.ts"
import { commitsNamed, vanished } from "./decision_integrity/vanished.ts"
import { versions } from "./decision_integrity/versions.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { unreadDecisions } from "./lookup/unread_decisions.ts"

const id = "decision-integrity"

/** Whether decisions name each other in both directions, consistently, and nothing that is not there. */
export const decisionIntegrity: Pass = { id, reads: isGitIgnore, commits: commitsNamed, look }

const families = [backLinks, statuses, references, vanished, graph, versions]

function look(corpus: Corpus): PassResult {
  if (corpus.decisions.length === 0) {
    return notRun(id, "there are no decisions of a known convention")
  }
  const context = integrityContext(corpus)
  const index = indexes(context)
  const results = [...families.map((family) => family(context)), index]
  const findings = toFindings(context, results.flatMap((result) => result.candidates))
    .filter((finding) => isInScope(corpus, finding.locator))
  const near_misses = [...results.flatMap((result) => result.near_misses), ...generalNearMisses(context)]
    .filter((nearMiss) => isInScope(corpus, nearMiss.locator))
  const scanned = [...corpus.decisions.map((node) => node.path), ...index.indexes]
    .filter((path) => isInScope(corpus, path))
  return lookedAt(id, { scanned, findings, near_misses, missed: unreadDecisions(corpus) })
}

/** Makes findings of candidates, each once, in order. A line belongs to one finding only, so that all edits fit together. */
function toFindings(context: IntegrityContext, candidates: readonly Candidate[]): readonly Finding[] {
  const keyed = new Map<string, { readonly key: string; readonly candidate: Candidate }>()
  for (const candidate of candidates) {
    const key = candidate.subject === undefined ? candidate.rule : `${candidate.rule} ${candidate.subject}`
    const identity = `${candidate.locator}\0${key}`
    if (!keyed.has(identity)) keyed.set(identity, { key, candidate })
  }
  const claimed = new Map<string, Set<number>>()
  return [...keyed.values()]
    .sort((left, right) =>
      byCodeUnit(left.candidate.locator, right.candidate.locator) || byCodeUnit(left.key, right.key)
    )
    .map(({ key, candidate }) => toFinding(context, key, candidate, claimed))
}

function toFinding(
  context: IntegrityContext,
  key: string,
  candidate: Candidate,
  claimed: Map<string, Set<number>>,
): Finding {
  const rule = rules[candidate.rule]
  const route = candidate.route ?? rule.route
  const isMemory = context.byPath.get(candidate.locator)?.adapter === "contexture-memory"
  const edits = editsOf(candidate, claimed)
  return {
    pass: id,
    locator: candidate.locator,
    verdict: rule.verdict,
    severity: candidate.severity ?? rule.severity,
    what: candidate.what,
    route: isMemory && route === "direct-fix" ? "memory-audit" : route,
    proposed_action: candidate.action,
    evidence: candidate.evidence,
    key,
    ...(candidate.relations === undefined ? {} : { relations: candidate.relations }),
    ...(edits === undefined ? {} : { edits }),
  }
}

/** All edits of a candidate, or none where one of them does not fit or its lines are another finding's. */
function editsOf({ changes = [] }: Candidate, claimed: Map<string, Set<number>>): readonly Edit[] | undefined {
  const edits: Edit[] = []
  const lines: [string, number][] = []
  for (const file of changes) {
    const compiled = lineEdits(file.path, file.text, file.changes)
    if (compiled === undefined) return undefined
    for (const { first, last } of compiled.regions) {
      for (let line = first; line <= last; line++) {
        if (claimed.get(file.path)?.has(line) === true) return undefined
        lines.push([file.path, line])
      }
    }
    edits.push(...compiled.edits)
  }
  for (const [path, line] of lines) {
    const set = claimed.get(path)
    if (set === undefined) claimed.set(path, new Set([line]))
    else set.add(line)
  }
  return edits.length === 0 ? undefined : edits
}
