import { type Corpus, isInScope, type UnreadableFile } from "../core/corpus/corpus.ts"
import type { DecisionNode } from "../core/decision/decision_node.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { isBacklog } from "./consolidation/backlog.ts"
import { doneRows } from "./consolidation/done_rows.ts"
import { draftDays, oldDrafts } from "./consolidation/drafts.ts"
import { duplicateIds } from "./consolidation/duplicate_ids.ts"
import { looseRows } from "./consolidation/loose_rows.ts"
import { overtaken } from "./consolidation/overtaken.ts"
import { isChangelog } from "./consolidation/shipped.ts"
import { similarTitles } from "./consolidation/similar_titles.ts"
import { type IntegrityContext, integrityContext, isLive, statusOf } from "./decision_integrity/integrity_context.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { allSaid } from "./outcome/said.ts"
import { unreadDecisions } from "./lookup/unread_decisions.ts"

const id = "consolidation"

/** What can be dropped or joined: work that shipped, proposals that were overtaken, ids that two decisions share. */
export const consolidation: Pass = {
  id,
  history: (corpus) => draftDays(corpus) === undefined ? undefined : [],
  look,
}

function look(corpus: Corpus): PassResult {
  const backlogs = corpus.documents.filter(({ path }) => isBacklog(path))
  if (backlogs.length === 0 && corpus.decisions.length === 0) {
    return notRun(id, "neither decisions of a known convention nor a BACKLOG.md")
  }
  const context = integrityContext(corpus)
  const open = context.nodes.filter((node) => statusOf(context, node)?.class === "open")
  const days = draftDays(corpus)
  const { findings, near_misses } = allSaid([
    doneRows(id, corpus),
    duplicateIds(id, corpus),
    overtaken(id, context),
    { findings: [], near_misses: looseRows(corpus) },
    { findings: [], near_misses: similarTitles(open, liveOnes(context), isSuperseding(context)) },
    ...(days === undefined ? [] : [oldDrafts(id, corpus, open, days)]),
  ])
  const inScope = ({ locator }: Finding | NearMiss): boolean => isInScope(corpus, locator)
  return lookedAt(id, {
    scanned: [...backlogs, ...corpus.decisions].map(({ path }) => path).filter((path) => isInScope(corpus, path)),
    findings: findings.filter(inScope),
    near_misses: near_misses.filter(inScope),
    missed: [...unreadDecisions(corpus), ...corpus.unreadable.filter(saysWhatShipped)],
  })
}

function liveOnes(context: IntegrityContext): readonly DecisionNode[] {
  return context.nodes.filter((node) => node.status !== undefined && isLive(context, node))
}

/** Whether a live decision says of an open one that it replaced it, or the other way round: that is told by itself. */
function isSuperseding(context: IntegrityContext): (open: DecisionNode, live: DecisionNode) => boolean {
  return (open, live) =>
    context.names("supersedes", live, open) || context.names("superseded_by", open, live) ||
    context.names("supersedes", open, live)
}

function saysWhatShipped({ path }: UnreadableFile): boolean {
  return isBacklog(path) || isChangelog(path)
}
