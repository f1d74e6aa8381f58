import { baseName, folderOf, foldersAround } from "../../core/corpus/folder_path.ts"
import type { Corpus } from "../../core/corpus/corpus.ts"
import { type NodeKind, nodeKindOf } from "../../core/corpus/node_kind.ts"
import { memoryTypes } from "../../core/capture/capture_payload.ts"
import { isFolderPage } from "../../core/decision/decision_path.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { setApart } from "../guard/set_apart.ts"
import { isFilled, mappingOf, scalarsOf } from "./scalar.ts"

/** Memories that lie together: what nearly all of them do is their convention. */
export interface MemoryGroup {
  readonly memories: readonly MarkdownDocument[]
  /** What lies among them without any front matter. */
  readonly bare: readonly MarkdownDocument[]
}

const organs: ReadonlySet<NodeKind> = new Set(["skill", "command", "agent"])
/** The fields that tell a memory from other pages, and all that it may have. */
const signs = ["type", "scope", "relevance"] as const
const fields = [...signs, "kind", "relations", "superseded_by", "name", "description"] as const

/**
 * The memories of a corpus: what has all the signs of one, wherever it lies, and what lies in a tree of memories. That is
 * the folder that the configuration names; a folder with an index of memories, or named after them, in which something
 * looks like one.
 */
export function memoryGroups({ documents, config }: Pick<Corpus, "documents" | "config">): readonly MemoryGroup[] {
  const configured = config.memory?.root.replace(/^\.(?:\/+|$)|\/+$/gu, "")
  const indexed = new Set(
    documents.filter(({ path }) => baseName(path) === "MEMORY.md").map(({ path }) => folderOf(path)),
  )
  const rootOf = (path: string): string | undefined =>
    foldersAround(folderOf(path)).find((folder) =>
      folder === configured || folder !== "" && indexed.has(folder) || /^memor(?:y|ies)$/u.test(baseName(folder))
    )
  const pages = documents.filter(({ path }) =>
    !isFolderPage(path) && baseName(path) !== "MEMORY.md" && !organs.has(nodeKindOf(path) ?? "doc")
  )
  const byRoot = Map.groupBy(pages, ({ path }) => rootOf(path))
  const trees = new Set(
    [...byRoot].flatMap(([root, all]) =>
      root !== undefined && (root === configured || all.some(indexed.has(root) ? looksLikeOne : hasAllSigns))
        ? [root]
        : []
    ),
  )
  const groups = Map.groupBy(
    pages.filter((page) => trees.has(rootOf(page.path) ?? "\0") || hasAllSigns(page)),
    // What is wrong on purpose sets no example.
    ({ path }) => `${setApart(path) ?? ""}\0${rootOf(path) ?? folderOf(path)}`,
  )
  return [...groups.values()].map((group) => ({
    memories: group.filter((page) => fields.some((field) => isGivenIn(page, field))),
    bare: group.filter(({ front_matter }) => front_matter._tag === "absent"),
  }))
}

/** Whether a memory is a session's: it tells of that session, and matters whenever somebody asks for it. */
export function isRecap(document: MarkdownDocument): boolean {
  return /(?:^|\/)sessions\//u.test(document.path) || mappingOf(document)?.values["type"] === "session-recap"
}

function isGivenIn(document: MarkdownDocument, field: string): boolean {
  return isFilled(mappingOf(document)?.values[field])
}

function hasAllSigns(document: MarkdownDocument): boolean {
  return signs.every((sign) => isGivenIn(document, sign))
}

/** Whether a page beside an index of memories is one of them. */
function looksLikeOne(document: MarkdownDocument): boolean {
  const [type] = scalarsOf(mappingOf(document)?.values["type"])
  return memoryTypes.some((known) => known === type) ||
    [...signs, "kind"].filter((sign) => isGivenIn(document, sign)).length > 1
}
