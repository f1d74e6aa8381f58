import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import { folderOf, under } from "../core/corpus/folder_path.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { type Judged, judgedBy } from "./intent_vs_shipped/criteria.ts"
import { openCriteria } from "./intent_vs_shipped/open_criteria.ts"
import { releases } from "./intent_vs_shipped/releases.ts"
import { deviations } from "./intent_vs_shipped/ship_notes.ts"
import { stages } from "./intent_vs_shipped/stages.ts"
import { filesToDate, unreconciledNotes } from "./intent_vs_shipped/unreconciled_notes.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { allSaid } from "./outcome/said.ts"
import { unreadDecisions } from "./lookup/unread_decisions.ts"

const id = "intent-vs-shipped"

/** Decisions that say that they shipped, and whose criteria, stage or release say something else. */
export const intentVsShipped: Pass = {
  id,
  history: (corpus) => {
    const files = filesToDate(judgedIn(corpus))
    return files.length === 0 ? undefined : files
  },
  look,
}

function look(corpus: Corpus): PassResult {
  const judged = judgedIn(corpus)
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  const decisions = corpus.decisions.filter(({ path }) => isInScope(corpus, path))
  const outcomes = [
    openCriteria(id, judged),
    unreconciledNotes(id, corpus, judged),
    stages(id, corpus.decisions),
    releases(id, corpus.decisions, documents),
  ]
  const inScope = ({ locator }: { readonly locator: string }): boolean => isInScope(corpus, locator)
  const scanned = new Set(outcomes.flatMap((outcome) => outcome.scanned).filter((path) => isInScope(corpus, path)))
  const missed = unreadDecisions(corpus)
  if (scanned.size === 0 && missed.length === 0) {
    return notRun(id, "no decision in force states criteria, a stage or a release")
  }
  const unjudged = decisions.filter(({ path, status }) => status?.class === "live" && !scanned.has(path)).flatMap(
    ({ path }) => {
      const document = documents.get(path)
      const [first] = document === undefined ? [] : deviations(document)
      return first === undefined ? [] : [{
        locator: path,
        what: `says that something else shipped, "${first.words}"`,
        why: "no criteria: there is nothing that the note could be held against",
      }]
    },
  )
  const { findings, near_misses } = allSaid(outcomes)
  return lookedAt(id, {
    scanned,
    findings: findings.filter(inScope),
    near_misses: [...near_misses.filter(inScope), ...unjudged],
    missed,
  })
}

/** The decisions in force that state criteria, in their own text or on the page beside them. */
function judgedIn({ decisions, documents, paths }: Corpus): readonly Judged[] {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return decisions.flatMap((node) => {
    if (node.template || node.redirect_to !== undefined || node.status?.class !== "live") return []
    const page = under(folderOf(node.path), "README.md")
    const document = byPath.get(node.path) ?? (paths.lookup(page) === "file" ? byPath.get(page) : undefined)
    return document === undefined ? [] : judgedBy(node, document) ?? []
  })
}
