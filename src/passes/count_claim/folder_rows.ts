import { baseName } from "../../core/corpus/folder_path.ts"
import { lineIn } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { headingsAbove } from "./about.ts"
import type { Claim } from "./claim.ts"
import type { Folders } from "../lookup/folder_contents.ts"

/** A row as "`rules/` (5)": a claim about a folder by its path. */
export interface FolderRow {
  readonly claim: Claim
  /** As written, with its slash. */
  readonly written: string
  /** The folders that it may mean. */
  readonly folders: readonly string[]
}

const row =
  /`((?:[^`\s/]+\/)+)`[*_]*\s*\(\s*(\d{1,5})(?:\s+(?:files?|entries|items|rules?|docs?|documents?|pages?))?\s*\)/gu

/** The rows of a document that say how many things are in a folder that exists. */
export function folderRows(
  document: MarkdownDocument,
  byName: ReadonlyMap<string, readonly string[]>,
  folders: Folders,
): readonly FolderRow[] {
  if (!document.text.includes("/` (") && !document.text.includes("/`** (")) return []
  return document.blocks.texts.flatMap((block) =>
    [...block.text.matchAll(row)].flatMap((match): readonly FolderRow[] => {
      const [whole, written = "", number = ""] = match
      const start = match.index + whole.lastIndexOf(number)
      const end = start + number.length
      const line = lineIn(block, start)
      const claim = {
        document,
        block,
        inCode: false,
        value: Number(number),
        number,
        adjectives: [],
        noun: written,
        start,
        end,
        line,
      }
      const found = meantFolders(document, line, written.replace(/^\.\//u, "").slice(0, -1), byName, folders)
      return found.length === 0 ? [] : [{ claim, written, folders: found }]
    })
  )
}

/** The folders that a path may mean: below one that a heading above names, else all whose path ends in it. */
export function meantFolders(
  document: MarkdownDocument,
  line: number,
  path: string,
  byName: ReadonlyMap<string, readonly string[]>,
  folders: Folders,
): readonly string[] {
  const ending = (byName.get(baseName(path)) ?? []).filter((folder) => folder === path || folder.endsWith(`/${path}`))
  const named = headingsAbove(document, line).flatMap((heading) =>
    [...heading.matchAll(/(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)*(?=\/)/gu)].map(([text]) => text)
  )
  const under = named.map((folder) => `${folder}/${path}`).filter((folder) => folders.has(folder))
  return under.length > 0 ? under : ending
}
