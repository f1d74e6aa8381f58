import { type Corpus, isInScope, type UnreadableFile } from "../core/corpus/corpus.ts"
import type { Finding } from "../core/schema/finding.ts"
import { settingsOf } from "../core/schema/pass_settings.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { corpusLookup } from "./lookup/corpus_lookup.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import { formatContractId as id, judgeContract, type Judged } from "./format_contract/judge_contract.ts"
import { judgeLines } from "./format_contract/judge_lines.ts"
import { lineContract } from "./format_contract/line_contract.ts"
import { isChangelog, saidRemovals } from "./format_contract/said_removals.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import { setApart } from "./guard/set_apart.ts"

/**
 * Files whose lines are not as the file that gives them their form says, or as the configuration does, and changelogs that
 * call a file removed that is there.
 */
export const formatContract: Pass = { id, look, misconfigured }

/** The contracts of the configuration whose file is not there. */
function misconfigured(corpus: Corpus): readonly string[] {
  const { contracts = [] } = settingsOf(corpus.config.passes?.["format-contract"])
  const files = contracts.flatMap(({ file, contract }) => contract === undefined ? [file] : [file, contract])
  return [...new Set(files)].filter((file) => {
    const path = file.replace(/^\.\//u, "")
    return !corpus.texts.has(path) && corpus.paths.lookup(path) === undefined &&
      !corpus.unreadable.some((unread) => unread.path === path)
  }).map((file) =>
    `there is no "${shown(file)}", which a contract names; correct passes.${id}.contracts in the configuration`
  )
}

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  const { contracts = [] } = settingsOf(corpus.config.passes?.["format-contract"])
  if (inScope === undefined && contracts.length === 0) return notRun(id, "no Markdown files")
  const lookup = corpusLookup(corpus)
  const found = corpus.documents.flatMap((document) => lineContract(document, corpus.paths) ?? [])
  if (found.length + contracts.length === 0 && !corpus.documents.some(({ path }) => isChangelog(path))) {
    return notRun(id, "no file says what the lines of another look like")
  }
  const scanned = new Set(inScope?.documents.map(({ path }) => path))
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  const missed: UnreadableFile[] = [...inScope?.closed ?? []]
  const keep = ({ finding, nearMiss, unread }: Judged): void => {
    const locator = finding?.locator ?? nearMiss?.locator
    if (locator !== undefined && !isInScope(corpus, locator)) return
    if (finding !== undefined) findings.push(finding)
    if (nearMiss !== undefined) nearMisses.push(nearMiss)
    if (unread !== undefined) missed.push(unread)
  }
  for (const contract of found) keep(judgeContract(contract, lookup))
  for (const contract of contracts) {
    const path = contract.file.replace(/^\.\//u, "")
    if (!isInScope(corpus, path)) continue
    if (corpus.texts.has(path)) scanned.add(path)
    keep(judgeLines(corpus, { ...contract, file: path }, lookup))
  }
  for (const document of inScope?.documents ?? []) {
    for (const { path, lines } of saidRemovals(document, corpus.paths)) {
      const why = setApart(document.path)
      const what = `${document.path} calls ${path} removed, and it is there`
      const evidence = evidenceOf(document, lines, path)
      if (why !== undefined) nearMisses.push({ locator: document.path, what, why, evidence })
      else {
        findings.push({
          pass: id,
          locator: document.path,
          verdict: "CONTRADICTED",
          severity: "Low",
          what,
          route: "direct-fix",
          proposed_action: "drop the line, or say that the file came back",
          evidence,
          key: `removed ${shown(path)}`,
        })
      }
    }
  }
  return lookedAt(id, { scanned, findings, near_misses: nearMisses, missed })
}
