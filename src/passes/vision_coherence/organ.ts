import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName, folderOf, seenFrom } from "../../core/corpus/folder_path.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import { codeSpans } from "../../core/markdown/code_span.ts"
import { readTarget } from "../../core/markdown/link_target.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { setApart } from "../guard/set_apart.ts"

/** A skill, a command or an agent, and what it leads to. */
export interface Organ {
  readonly path: string
  readonly name: string
  readonly document: MarkdownDocument
  /** Files that it links to. */
  readonly links: ReadonlySet<string>
}

const kinds: ReadonlySet<NodeKind> = new Set<NodeKind>(["skill", "command", "agent"])

/** The organs of a corpus that serve it, path ascending. Rules and hooks are none: a scope or an event calls them. */
export function organsOf(corpus: Corpus): readonly Organ[] {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  return nodesOf(corpus).flatMap(({ path, kind }): readonly Organ[] => {
    const document = documents.get(path)
    if (document === undefined || !kinds.has(kind) || setApart(path) !== undefined) return []
    const name = kind === "skill" ? baseName(folderOf(path)) : baseName(path).replace(/\.md$/u, "")
    return [{ path, name, document, links: linksOf(document) }]
  })
}

function linksOf({ path, links }: MarkdownDocument): ReadonlySet<string> {
  return new Set(links.flatMap(({ target }) => {
    const read = readTarget(target)
    const seen = read === undefined || read.path === "" ? undefined : seenFrom(folderOf(path), read.path)
    return seen === undefined || seen.above > 0 ? [] : [seen.path]
  }))
}

/** Organs that hang together, each path ascending: by links, by a common name, by one naming the other in inline code. */
export function clustersOf(organs: readonly Organ[]): readonly (readonly Organ[])[] {
  const byPath = new Map(organs.map((organ) => [organ.path, organ]))
  const byName = Map.groupBy(organs, ({ name }) => name)
  const parents = new Map<Organ, Organ>()
  const rootOf = (organ: Organ): Organ => {
    let root = organ
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above
    // The way up is kept short for the next one.
    for (let at = organ; at !== root;) {
      const above = parents.get(at) ?? root
      parents.set(at, root)
      at = above
    }
    return root
  }
  for (const organ of organs) {
    const named = codeSpans(organ.document).flatMap(({ text }) =>
      byName.get(text.trim().replace(/^\//u, "").split(/\s/u)[0] ?? "") ?? []
    )
    const linked = [...organ.links].flatMap((path) => byPath.get(path) ?? [])
    for (const other of [...(byName.get(organ.name) ?? []), ...named, ...linked]) {
      const [one, two] = [rootOf(organ), rootOf(other)]
      if (one !== two) parents.set(two, one)
    }
  }
  return [...Map.groupBy(organs, rootOf).values()]
}
