import { folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionAt, sectionsOf } from "../../core/markdown/section.ts"

/** A changelog's word that a file is gone, which is there. */
export interface SaidRemoval {
  readonly path: string
  readonly lines: readonly number[]
}

const changelog = /(?:^|\/)(?:changelog|changes|history|news)(?:\.[a-z]+)?$/iu
const removal = /^(?:removed|deleted|dropped)[:\s]+`([^`\s]+)`\.?$/iu
const addition = /^(?:added|restored|re-?added|created)[:\s]+`([^`\s]+)`/iu

/** Whether a file tells what changed. */
export function isChangelog(path: string): boolean {
  return changelog.test(path)
}

/** The files that the newest part of a changelog calls removed, and that exist. */
export function saidRemovals(document: MarkdownDocument, paths: PathIndex): readonly SaidRemoval[] {
  if (!isChangelog(document.path)) return []
  const sections = sectionsOf(document)
  // What was removed long ago may have come back since.
  const newest = sections.find(({ heading }) => heading.level === 2)
  if (newest === undefined) return []
  const items = document.blocks.lists.filter(({ quoted }) => !quoted).flatMap((list) => list.items)
    .filter(({ line }) => line > newest.line && line <= newest.end_line)
  const added = new Set(items.map(({ text }) => addition.exec(text)?.[1]))
  const byPath = new Map<string, number[]>()
  for (const { text, line } of items) {
    const under = /^removed$/iu.test(sectionAt(sections, line)?.heading.text ?? "") ? /^`([^`\s]+)`\.?$/u : undefined
    const named = removal.exec(text)?.[1] ?? under?.exec(text)?.[1]
    const path = named === undefined ? undefined : joinPath(folderOf(document.path), named)
    if (path === undefined || path === "" || paths.lookup(path) !== "file" || added.has(named)) continue
    byPath.set(path, [...(byPath.get(path) ?? []), line])
  }
  return [...byPath].map(([path, lines]) => ({ path, lines }))
}
