import { type Corpus, isInScope } from "../corpus/corpus.ts"
import { nodesOf } from "../corpus/corpus_node.ts"
import type { NodeKind } from "../corpus/node_kind.ts"
import type { PathChange } from "../corpus/path_change.ts"
import type { DecisionNode, StatusClass } from "../decision/decision_node.ts"
import type { MarkdownDocument } from "../markdown/markdown_document.ts"
import type { Orientation } from "../schema/orientation.ts"
import type { ScopeName } from "../schema/scope_name.ts"

/** A node of the corpus, as an external pass is told it. */
export interface ExternalNode {
  /** The file, relative to the root. */
  readonly path: string
  /** What it is: `decision`, `skill`, `doc`. */
  readonly kind: NodeKind
  /** What it calls itself, where it does. */
  readonly title?: string
  /** A decision's number in its family. */
  readonly number?: number
  /** A decision's status: as written, what that means, and its line (1-based). */
  readonly status?: { readonly raw: string; readonly class: StatusClass; readonly line: number }
}

/** What an external pass reads on its standard input: one JSON document and a line break. */
export interface ExternalRequest {
  /** The version of the protocol. */
  readonly schema: 1
  /** The id of the pass that is asked. */
  readonly pass: string
  /** What the run looks at, as reports write it: `corpus docs`, `diff main..HEAD`. */
  readonly scope: string
  /** The files and folders that the run is narrowed to, relative to the root; `.` is the whole of it. */
  readonly roots: readonly string[]
  /** The day of the run, `YYYY-MM-DD`: the program needs no other clock. */
  readonly today: string
  /** A digest of the texts of all nodes and candidates: it changes when one of them does. */
  readonly contents: string
  /** Every node of the corpus, path ascending; also those outside `roots`, so that a reference can be looked up. */
  readonly nodes: readonly ExternalNode[]
  /** What there is of each corpus: how many nodes, the largest, the most linked, where drift is likely. */
  readonly orientation: readonly Omit<Orientation, "since" | "note">[]
  /** Of a run over a change: the commit that it starts at, and what changed since, uncommitted changes too. */
  readonly change?: { readonly commit: string; readonly files: readonly PathChange[] }
  /** What is asked. */
  readonly request: {
    /** The nodes that say how things are to be done here: house rules, path ascending. */
    readonly rules: readonly string[]
    /** The files to look at, path ascending. */
    readonly candidates: readonly string[]
  }
}

/** The paths that a finding may be about: the nodes, what is asked about, and what changed, under both its names. */
export function pathsOf({ nodes, request, change }: Omit<ExternalRequest, "pass">): ReadonlySet<string> {
  return new Set([
    ...nodes.map(({ path }) => path),
    ...request.candidates,
    ...(change?.files ?? []).flatMap(({ path, from }) => from === undefined ? [path] : [path, from]),
  ])
}

/** Which files a run of each scope asks about. */
export interface CandidateSources {
  /** Paths of all nodes. */
  readonly nodes: readonly string[]
  /** Paths of all files, whatever they hold. */
  readonly files: readonly string[]
  /** Paths that the run's change left with new content. */
  readonly changed: readonly string[]
}

const sourceOf: { readonly [scope in ScopeName]: keyof CandidateSources } = {
  corpus: "nodes",
  conformance: "nodes",
  module: "files",
  diff: "changed",
}

/** The files in the run's scope that an external pass is asked about. */
export function candidatesOf(
  corpus: Pick<Corpus, "scope">,
  scope: ScopeName,
  sources: CandidateSources,
): readonly string[] {
  return [...new Set(sources[sourceOf[scope]])].filter((path) => isInScope(corpus, path)).sort()
}

/** The nodes of a corpus as an external pass is told them. */
export function externalNodesOf(
  corpus: Pick<Corpus, "documents" | "decisions" | "paths">,
): readonly ExternalNode[] {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  const decisions = new Map(corpus.decisions.map((decision) => [decision.path, decision]))
  return nodesOf(corpus).map(({ path, kind }) => ({
    path,
    kind,
    ...titleOf(documents.get(path), decisions.get(path)),
    ...statusOf(decisions.get(path)),
  }))
}

function titleOf(document?: MarkdownDocument, decision?: DecisionNode): { readonly title?: string } {
  const title = decision?.title ?? document?.headings[0]?.text ?? ""
  return title === "" ? {} : { title }
}

function statusOf(decision?: DecisionNode): Pick<ExternalNode, "number" | "status"> {
  if (decision === undefined) return {}
  const { number, status } = decision
  return {
    ...(number === undefined ? {} : { number }),
    ...(status === undefined ? {} : { status: { raw: status.raw, class: status.class, line: status.line } }),
  }
}
