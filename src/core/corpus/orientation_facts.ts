import { byCodeUnit } from "../code_unit_order.ts"
import type { Corpus } from "./corpus.ts"
import type { CorpusNode } from "./corpus_node.ts"
import { inDegrees } from "./in_degree.ts"
import { corpusOfKind, type NodeKind } from "./node_kind.ts"
import { chainLengths } from "./supersedes_chain.ts"

/** How many nodes each list of an orientation names. */
const listed = 5
/** The shortest chain, the fewest links and the smallest corpus that a focus hint speaks of. */
const [shortestChain, fewestLinks, smallestCorpus] = [3, 3, 3]

/** What is known of every node of a corpus, before it is told apart by corpus kind. */
export interface NodeRanks {
  readonly chain: ReadonlyMap<string, number>
  readonly in_degree: ReadonlyMap<string, number>
}

/** Ranks every node once for all orientations of a corpus. */
export function rankNodes(corpus: Pick<Corpus, "documents" | "decisions" | "paths">): NodeRanks {
  return { chain: chainLengths(corpus.decisions), in_degree: inDegrees(corpus) }
}

/** How a node changed: not, in some way, or it is a decision that became live. */
export type NodeChange = "changed" | "shipped"

/** The paths with the highest numbers above zero, ties by path. */
export function highest(paths: readonly string[], numberOf: (path: string) => number): readonly string[] {
  return paths.filter((path) => numberOf(path) > 0)
    .sort((left, right) => numberOf(right) - numberOf(left) || byCodeUnit(left, right))
    .slice(0, listed)
}

/** The most linked nodes. */
export function mostLinked(nodes: readonly CorpusNode[], ranks: NodeRanks): readonly string[] {
  return highest(nodes.map((node) => node.path), (path) => ranks.in_degree.get(path) ?? 0)
}

/**
 * The nodes most likely to harbour drift: the longest supersedes chains, then what changed (shipped before merely
 * changed), then what most others link to. Only nodes that have something to say, and none in a corpus too small.
 */
export function focusOf(
  nodes: readonly CorpusNode[],
  ranks: NodeRanks,
  changes: ReadonlyMap<string, NodeChange>,
): readonly string[] {
  if (nodes.length < smallestCorpus) return []
  const ranked = nodes.map(({ path }) => ({
    path,
    chain: ranks.chain.get(path) ?? 0,
    change: { changed: 1, shipped: 2, none: 0 }[changes.get(path) ?? "none"],
    links: ranks.in_degree.get(path) ?? 0,
  }))
  return ranked
    .filter(({ chain, change, links }) => chain >= shortestChain || change > 0 || links >= fewestLinks)
    .sort((left, right) =>
      right.chain - left.chain || right.change - left.change || right.links - left.links ||
      byCodeUnit(left.path, right.path)
    )
    .slice(0, listed)
    .map((node) => node.path)
}

/** How many nodes of each kind there are, in the order of the table of kinds; none of the absent ones. */
export function censusOf(nodes: readonly CorpusNode[]): { readonly [kind: string]: number } {
  const counts = new Map<NodeKind, number>()
  for (const { kind } of nodes) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return Object.fromEntries(
    Object.keys(corpusOfKind).flatMap((kind) => {
      const count = [...counts].find(([counted]) => counted === kind)?.[1]
      return count === undefined ? [] : [[kind, count]]
    }),
  )
}
