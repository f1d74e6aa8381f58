import type { Corpus } from "../core/corpus/corpus.ts"
import { isGitIgnore } from "../core/corpus/git_ignore.ts"
import { codeSpans } from "../core/markdown/code_span.ts"
import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import type { Said } from "./outcome/said.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import { type Judgement, judgePath } from "./path_reference/judge_path.ts"
import { pathEdits } from "./path_reference/path_edits.ts"
import { uninstalledPaths } from "./path_reference/installed_paths.ts"
import { type PathLookup, pathLookup } from "./path_reference/path_lookup.ts"
import { repairPath } from "./path_reference/repair_path.ts"
import { type WrittenPath, writtenPath } from "./path_reference/written_path.ts"

const id = "path-reference"

/** Paths in the inline code of Markdown files that lead to nothing in the repository. */
export const pathReference: Pass = { id, reads: isGitIgnore, look }

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  if (inScope === undefined) return notRun(id, "no Markdown files")
  const lookup = pathLookup(corpus)
  const uninstalled = uninstalledPaths(lookup)
  const reviews = inScope.documents.flatMap((document) => [reviewDocument(lookup, document), uninstalled(document)])
  return lookedAt(id, {
    scanned: inScope.documents.map((document) => document.path),
    findings: reviews.flatMap((review) => review.findings),
    near_misses: reviews.flatMap((review) => review.near_misses),
    missed: [...inScope.closed, ...corpus.unreadable.filter(({ path }) => isGitIgnore(path))],
  })
}

/** The places of one path in a document that share a judgement. */
interface Group {
  readonly written: WrittenPath
  readonly judgement: Judgement
  /** Of each place, with repetitions. */
  readonly lines: number[]
}

function reviewDocument(lookup: PathLookup, document: MarkdownDocument): Said {
  const groups = new Map<string, Group>()
  for (const span of codeSpans(document)) {
    const written = writtenPath(span.text)
    if (written === undefined) continue
    const judgement = judgePath(lookup, document, span, written)
    if (judgement._tag === "fine") continue
    const key = JSON.stringify([written.text, judgement])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { written, judgement, lines: [span.line] })
    else group.lines.push(span.line)
  }
  const excused = Map.groupBy(
    groups.values(),
    ({ judgement }) => judgement._tag === "excused" ? judgement.why : undefined,
  )
  return {
    findings: (excused.get(undefined) ?? []).map((group) => findingOf(lookup, document, group)),
    near_misses: [...excused].flatMap(([why, excusedGroups]) =>
      why === undefined ? [] : [nearMissOf(document, why, excusedGroups)]
    ),
  }
}

/** One near miss for all paths of a document that are fine for the same reason. */
function nearMissOf(document: MarkdownDocument, why: string, groups: readonly Group[]): NearMiss {
  const [first, ...others] = groups
  const more = others.length === 0 ? ", which does not exist" : ` and ${others.length} more, which do not exist`
  return {
    locator: document.path,
    what: `names "${shown(first?.written.text ?? "")}"${more}`,
    why,
    evidence: evidenceOf(document, first?.lines ?? [], first?.written.text),
  }
}

function findingOf(lookup: PathLookup, document: MarkdownDocument, { written, judgement, lines }: Group): Finding {
  const text = shown(written.text)
  const found = {
    pass: id,
    locator: document.path,
    verdict: "STALE",
    evidence: evidenceOf(document, lines, written.text),
    key: text,
  }
  if (judgement._tag !== "missing") {
    return {
      ...found,
      severity: "Low",
      what: `names "${text}", which git ignores: a clone does not have it`,
      route: "proposal",
      proposed_action: "name a document that is in the repository, or say that this one is not",
    }
  }
  const repair = repairPath(lookup, document.path, written, judgement.path)
  const missing = { ...found, severity: "Medium", what: `names "${text}", which does not exist` } as const
  if (repair._tag === "open") return { ...missing, route: "proposal", proposed_action: repair.action }
  const edits = pathEdits(document, lines, written.text, repair.to)
  return {
    ...missing,
    route: "direct-fix",
    proposed_action: `change the path to "${repair.to}"`,
    ...(edits === undefined ? {} : { edits }),
  }
}
