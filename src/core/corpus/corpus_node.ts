import type { ConfigRoots } from "../schema/config.ts"
import { type Corpus, isInScope } from "./corpus.ts"
import { type CorpusKind, corpusKinds, corpusOfKind, type NodeKind, nodeKindOf } from "./node_kind.ts"
import { matchesGlobs } from "./path_globs.ts"

/** A file that counts. */
export interface CorpusNode {
  readonly path: string
  readonly kind: NodeKind
}

/** The nodes of a corpus whatever its kind, path ascending; scope and configured roots are not applied. */
export function nodesOf(corpus: Pick<Corpus, "documents" | "decisions" | "paths">): readonly CorpusNode[] {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  const decisions = new Map(corpus.decisions.map((decision) => [decision.path, decision]))
  return corpus.paths.files.flatMap((path) => {
    const document = documents.get(path)
    const decision = decisions.get(path)
    // A Markdown file that was not read (a link to another, too large) is no node.
    const kind = document === undefined && decision === undefined && /\.(?:md|markdown)$/iu.test(path)
      ? undefined
      : nodeKindOf(path, document, decision)
    return kind === undefined ? [] : [{ path, kind }]
  })
}

/** Nodes in scope, by the corpus of their kind, or of the configured roots that hold them. */
export function assignNodes(
  corpus: Pick<Corpus, "config" | "scope">,
  nodes: readonly CorpusNode[],
): ReadonlyMap<CorpusKind, readonly CorpusNode[]> {
  const roots = corpus.config.roots ?? {}
  const configured = corpusKinds.flatMap((kind) => {
    const globs = rootsOf(roots, kind)
    return globs === undefined ? [] : [{ kind, holds: matchesGlobs(globs) }]
  })
  const byCorpus = new Map<CorpusKind, CorpusNode[]>(corpusKinds.map((kind) => [kind, []]))
  for (const node of nodes) {
    if (!isInScope(corpus, node.path)) continue
    const claims = configured.filter((root) => root.holds(node.path)).map((root) => root.kind)
    const own = corpusOfKind[node.kind]
    const kinds = claims.length > 0 ? claims : configured.some((root) => root.kind === own) ? [] : [own]
    for (const kind of kinds) byCorpus.get(kind)?.push(node)
  }
  return byCorpus
}

function rootsOf(roots: ConfigRoots, kind: CorpusKind): readonly string[] | undefined {
  return roots[kind]
}

/** The most folders that are named as a corpus' roots. */
const mostRoots = 8

/** The folders that hold nodes: the deepest ones, joined upwards until there are few enough to name. */
export function foldersOf(nodes: readonly CorpusNode[]): readonly string[] {
  let folders = new Set(
    nodes.map((node) => node.kind === "skill" ? parentOf(parentOf(node.path)) : parentOf(node.path)),
  )
  folders = withoutInner(folders)
  while (folders.size > mostRoots) {
    const deepest = Math.max(...[...folders].map(depthOf))
    folders = withoutInner(
      new Set([...folders].map((folder) => depthOf(folder) === deepest ? parentOf(folder) : folder)),
    )
  }
  return [...folders].sort().map((folder) => folder === "" ? "." : folder)
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")))
}

function depthOf(folder: string): number {
  return folder === "" ? 0 : folder.split("/").length
}

function withoutInner(folders: ReadonlySet<string>): Set<string> {
  return new Set([...folders].filter((folder) => {
    for (let outer = folder; outer !== "";) {
      outer = parentOf(outer)
      if (folders.has(outer)) return false
    }
    return true
  }))
}
