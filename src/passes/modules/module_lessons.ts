import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName } from "../../core/corpus/folder_path.ts"
import { findSecrets } from "../../core/redact/find_secrets.ts"
import { hashOfText } from "../../core/session/text_hash.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../../core/schema/pass_result.ts"
import { shown } from "../outcome/evidence.ts"
import { type ModuleFacts, moduleOf, readsForModules } from "./module_facts.ts"
import type { Pass } from "../pass.ts"
import { lookedAt, notRun } from "../outcome/pass_outcome.ts"
import { uncapturedLessons } from "../uncaptured_lessons.ts"
import { memoriesOf } from "../uncaptured_lessons/memories.ts"
import { singularWords } from "../prose/words.ts"

/** Words of somebody who found something out. */
const foundOut = /\b(?:because|turns? out|turned out|learn(?:ed|t) (?:that|to|the hard way)|lessons? learn(?:ed|t))\b/iu
/** From which share of its words on a memory may say it, and how many words a lesson needs. */
const [nearly, fewestWords] = [0.4, 5]

/**
 * What was learned while modules were built: the notes of today's sessions, and what commits of today that touch the
 * modules say of why. Made for one run.
 */
export function moduleLessons(facts: ModuleFacts): Pass {
  return { id: uncapturedLessons.id, reads: readsForModules, look: (corpus) => look(corpus, facts) }
}

function look(corpus: Corpus, facts: ModuleFacts): PassResult {
  const notes = uncapturedLessons.look(ofToday(corpus))
  const said = ofCommits(corpus, facts)
  if (!notes.ran && said.commits === 0) {
    return notRun(uncapturedLessons.id, "no notes of a session of today, and no commit of today in these modules")
  }
  return lookedAt(uncapturedLessons.id, {
    scanned: [...notes.scanned, ...facts.modules],
    findings: [...notes.findings, ...said.findings],
    near_misses: [...notes.near_misses ?? [], ...said.near_misses],
    missed: corpus.unreadable.filter(({ path }) => notes.ran && !notes.complete && /\.(?:md|markdown)$/iu.test(path)),
  })
}

/** The corpus with no notes but today's. Sessions lie elsewhere than modules: the scope is not theirs. */
function ofToday(corpus: Corpus): Corpus {
  const recaps = new Set(nodesOf(corpus).filter(({ kind }) => kind === "recap").map(({ path }) => path))
  const isOfToday = ({ path, front_matter: front }: Corpus["documents"][number]): boolean =>
    baseName(path).startsWith(corpus.today) || front._tag === "mapping" && front.values["date"] === corpus.today
  return {
    ...corpus,
    scope: [],
    documents: corpus.documents.filter((document) => !recaps.has(document.path) || isOfToday(document)),
  }
}

interface SaidByCommits {
  readonly commits: number
  readonly findings: readonly Finding[]
  readonly near_misses: readonly NearMiss[]
}

/** A commit's message stands in no file: it is named by its commit, and quotes none. */
function ofCommits(corpus: Corpus, { modules, commits }: ModuleFacts): SaidByCommits {
  const memories = memoriesOf(corpus)
  const own = commits.flatMap((commit) => {
    const module = commit.paths.map((path) => moduleOf(modules, path)).find((found) => found !== undefined)
    return module === undefined || commit.date !== corpus.today ? [] : [{ ...commit, module }]
  })
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const { commit, message, module } of own) {
    for (const sentence of sentencesIn(message)) {
      const words = singularWords(sentence)
      const best = memories.best(words)
      const what = `commit ${commit.slice(0, 12)} says "${shown(sentence)}", and no memory does`
      if (best !== undefined && best.score >= nearly) {
        nearMisses.push({ locator: module, what, why: `nearly: ${best.path} may say the same` })
        continue
      }
      findings.push({
        pass: uncapturedLessons.id,
        locator: module,
        verdict: "UNCAPTURED",
        severity: "Low",
        what,
        route: "capture",
        proposed_action: sentence,
        key: `commit:${hashOfText([...words].sort().join(" "), 1).toString(16)}`,
      })
    }
  }
  return { commits: own.length, findings, near_misses: nearMisses }
}

/** The sentences of a message's body that say why something is so. */
function sentencesIn(message: string): readonly string[] {
  const body = message.replace(/^.*\n?/u, "").replace(/^[\w-]+: .*<.+@.+>$/gmu, "")
  return body.split(/\n\s*\n|(?<=[.!?])\s+|\n\s*[-*] /u).map((sentence) => sentence.replace(/\s+/gu, " ").trim())
    .filter((sentence) =>
      foundOut.test(sentence) && singularWords(sentence).size >= fewestWords && findSecrets(sentence).length === 0
    )
}
