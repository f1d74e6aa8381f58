import type { Corpus } from "../../core/corpus/corpus.ts"
import { replaceOnce } from "../../core/decision/line_change.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { type CodeSpan, codeSpans } from "../../core/markdown/code_span.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { shown } from "../outcome/evidence.ts"
import { judgePath } from "../path_reference/judge_path.ts"
import { type PathLookup, pathLookup } from "../path_reference/path_lookup.ts"
import { repairPath } from "../path_reference/repair_path.ts"
import { type WrittenPath, writtenPath } from "../path_reference/written_path.ts"
import { commitMentions } from "./commit_mention.ts"
import { asLine, type Candidate, evidenceAt, lineOf, type RuleResult } from "./candidate.ts"
import { type IntegrityContext, isLive } from "./integrity_context.ts"
import { vanishedCommits } from "./vanished_commits.ts"

/**
 * A memory in force speaks of the repository as it is: the paths and the commits in its body are there. Every other decision
 * is a record of its day; links are told by `link-integrity`.
 */
export function vanished(context: IntegrityContext): RuleResult {
  const memories = context.nodes.filter((node) => isMemory(node) && isLive(context, node))
  if (memories.length === 0) return { candidates: [], near_misses: [] }
  const documents = new Map(context.corpus.documents.map((document) => [document.path, document]))
  const unknown = context.corpus.unknown_commits ?? new Set()
  // What a record is excused for as such, a memory is not.
  const lookup: PathLookup = { ...pathLookup(context.corpus), kindOf: () => "doc", records: new Set() }
  const results = memories.flatMap((node) => {
    const document = documents.get(node.path)
    return document === undefined || isRecap(document)
      ? []
      : [vanishedIn(lookup, node, document), vanishedCommits(unknown, node, document)]
  })
  return {
    candidates: results.flatMap((result) => result.candidates),
    near_misses: results.flatMap((result) => result.near_misses),
  }
}

/** The commits that memories name, whether those are in force or not. */
export function commitsNamed({ decisions, documents }: Pick<Corpus, "decisions" | "documents">): readonly string[] {
  const memories = new Set(decisions.filter(isMemory).map(({ path }) => path))
  return documents.filter((document) => memories.has(document.path) && !isRecap(document))
    .flatMap((document) => commitMentions(document).map(({ hash }) => hash))
}

function isMemory({ adapter }: DecisionNode): boolean {
  return adapter === "contexture-memory"
}

/** A session's notes tell of that session. */
function isRecap({ path, front_matter }: MarkdownDocument): boolean {
  return /(?:^|\/)sessions\//u.test(path) ||
    front_matter._tag === "mapping" && front_matter.values["type"] === "session-recap"
}

function vanishedIn(lookup: PathLookup, node: DecisionNode, document: MarkdownDocument): RuleResult {
  const candidates: Candidate[] = []
  const near_misses: NearMiss[] = []
  for (const span of codeSpans(document)) {
    const written = writtenPath(span.text)
    const judgement = written === undefined ? undefined : judgePath(lookup, document, span, written)
    if (written === undefined || judgement === undefined) continue
    if (judgement._tag === "missing") candidates.push(candidateOf(lookup, node, span, written, judgement.path))
    if (judgement._tag === "excused") {
      near_misses.push({
        locator: node.path,
        what: `names "${shown(written.text)}", which does not exist`,
        why: judgement.why,
        evidence: evidenceAt(node, span.line),
      })
    }
  }
  return { candidates, near_misses }
}

function candidateOf(
  lookup: PathLookup,
  node: DecisionNode,
  span: CodeSpan,
  written: WrittenPath,
  path: string,
): Candidate {
  const repair = repairPath(lookup, node.path, written, path)
  const text = lineOf(node.text, span.line)
  const change = repair._tag === "one" ? replaceOnce([text], 1, written.text, repair.to) : undefined
  return {
    rule: "vanished-artefact",
    locator: node.path,
    subject: asLine(written.text),
    what: `it names "${shown(written.text)}", which does not exist`,
    action: repair._tag === "one"
      ? `Change the path to "${repair.to}".`
      : `${repair.action.slice(0, 1).toUpperCase()}${repair.action.slice(1)}.`,
    evidence: evidenceAt(node, span.line),
    ...(change?._tag !== "replace"
      ? {}
      : { changes: [{ path: node.path, text: node.text, changes: [{ ...change, line: span.line }] }] }),
  }
}
