import { byCodeUnit } from "../core/code_unit_order.ts"
import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import { isMarkdown } from "../core/corpus/corpus_file.ts"
import { nodesOf } from "../core/corpus/corpus_node.ts"
import { folderOf } from "../core/corpus/folder_path.ts"
import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { hashOfText } from "../core/session/text_hash.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { capturePayload } from "./uncaptured_lessons/capture_payload.ts"
import { excuseLesson } from "./uncaptured_lessons/guards.ts"
import { type LearnedItem, learnedItems } from "./uncaptured_lessons/learned_items.ts"
import { type Memories, memoriesOf } from "./uncaptured_lessons/memories.ts"
import { singularWords } from "./prose/words.ts"

const id = "uncaptured-lessons"

/** What sessions' notes say was learned, and no memory says. */
export const uncapturedLessons: Pass = { id, look }

/** From which share of a lesson's words on a memory says it. */
const says = 0.6
const grave = /\b(?:never|always|broke|must)\b/iu

function look(corpus: Corpus): PassResult {
  const memories = memoriesOf(corpus)
  const recaps = recapsOf(corpus, memories)
  // What was not read where notes or memories lie may have been more of them.
  const homes = new Set([...recaps.map(({ path }) => path), ...memories.paths].map(folderOf))
  const missed = corpus.unreadable.filter(({ path }) =>
    path.endsWith("/") || isMarkdown(path) &&
      (/(?:^|\/)(?:memory|memories|sessions)\//u.test(path) || homes.has(folderOf(path)) ||
        homes.has(folderOf(folderOf(path))))
  )
  if (recaps.length === 0) return notRun(id, "no notes of sessions")
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const [key, items] of lessons(recaps)) {
    const inScope = items.find(({ document }) => isInScope(corpus, document.path))
    if (inScope === undefined) continue
    const words = singularWords(inScope.text)
    const best = memories.best(words)
    if (best !== undefined && best.score >= says) continue
    const why = excuseLesson({ item: inScope, words, memories, best })
    if (why === undefined) findings.push(findingOf(corpus, key, inScope, items))
    else {
      near_misses.push({
        locator: inScope.document.path,
        what: `"${shown(inScope.text)}" was learned, and no memory says it`,
        why,
        evidence: evidenceOf(inScope.document, [inScope.line]),
      })
    }
  }
  const scanned = recaps.map(({ path }) => path).filter((path) => isInScope(corpus, path))
  return lookedAt(id, { scanned, findings, near_misses, missed })
}

/**
 * The sessions' notes of a corpus. Where nothing is remembered, a folder's name alone makes no notes of what it holds: a
 * conference has sessions, too.
 */
function recapsOf(corpus: Corpus, { paths }: Memories): readonly MarkdownDocument[] {
  const recaps = new Set(nodesOf(corpus).filter(({ kind }) => kind === "recap").map(({ path }) => path))
  return corpus.documents.filter(({ path, front_matter: front }) =>
    recaps.has(path) &&
    (paths.size > 0 || front._tag === "mapping" && front.values["type"] === "session-recap")
  ).sort((one, two) => byCodeUnit(one.path, two.path))
}

/** What was learned, each once however often it was noted, by a key that the order of its words does not change. */
function lessons(recaps: readonly MarkdownDocument[]): ReadonlyMap<string, readonly LearnedItem[]> {
  return Map.groupBy(recaps.flatMap(learnedItems), ({ text }) => {
    const words = [...singularWords(text)].sort(byCodeUnit).join(" ") || text
    return [1, 2].map((seed) => hashOfText(words, seed).toString(16).padStart(8, "0")).join("")
  })
}

function findingOf(corpus: Corpus, key: string, item: LearnedItem, items: readonly LearnedItem[]): Finding {
  const { document, text } = item
  const others = items.filter((other) => other.document !== document)
  return {
    pass: id,
    locator: document.path,
    verdict: "UNCAPTURED",
    severity: grave.test(text) ? "Medium" : "Low",
    what: `"${shown(text)}" was learned, and no memory says it`,
    route: "capture",
    proposed_action: text,
    evidence: [item, ...others].flatMap(({ document, line }) => evidenceOf(document, [line])).slice(0, 5),
    key,
    // Sessions lie beside the lessons.
    capture: capturePayload(corpus, item, corpus.config.memory?.root ?? folderOf(folderOf(document.path))),
  }
}
