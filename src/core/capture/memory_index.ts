import { folderOf, joinPath, relativePath } from "../corpus/folder_path.ts"
import type { LineChange } from "../decision/line_change.ts"
import { saysOver } from "../decision/status.ts"
import { decoded } from "../markdown/link_target.ts"
import type { ListItem } from "../markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../markdown/markdown_document.ts"
import { parseMarkdown } from "../markdown/parse_markdown.ts"
import { escapeText } from "../report/markdown_text.ts"

const longestLine = 150

/** An entry of an index: the lines of a list item, and the paths that its own links lead to. */
interface Entry {
  readonly line: number
  /** With the entries below it. */
  readonly end_line: number
  readonly hasEntriesBelow: boolean
  /** How a line behind it starts. */
  readonly marker: string
  readonly paths: readonly string[]
}

/** The line of an index for a memory: its name as a link, and the start of its description. */
export function indexLine(
  index: string,
  path: string,
  memory: { readonly name: string; readonly description: string },
): string {
  const link = `[${escapeText(memory.name)}](${encodeURI(relativePath(folderOf(index), path))})`
  const room = longestLine - [...`- ${link} — `].length
  return `${link} — ${escapeText(shortened(memory.description, Math.max(room, 20)))}`
}

function shortened(text: string, room: number): string {
  const letters = [...text]
  if (letters.length <= room) return text
  return `${letters.slice(0, room - 1).join("").replace(/[\s,;:.–—-]+\S*$/u, "")}…`
}

/**
 * What changes in an index when a memory is added behind the entries of its folder, and those that it supersedes are
 * taken out. Nothing when the index says all that already; without a line, nothing is added.
 */
export function indexChanges(
  index: { readonly path: string; readonly text: string },
  path: string,
  line: string | undefined,
  superseded: ReadonlySet<string>,
): readonly LineChange[] {
  const document = parseMarkdown(index.path, index.text)
  const entries = entriesOf(document)
  const gone = entries.filter((entry) =>
    !entry.hasEntriesBelow && entry.paths.every((listed) => superseded.has(listed)) &&
    !saysOver(document.lines.slice(entry.line - 1, entry.end_line).join("\n"))
  )
  const deletions = gone.flatMap(({ line, end_line }) =>
    linesFrom(line, end_line).map((at): LineChange => ({ _tag: "delete", line: at }))
  )
  if (line === undefined || entries.some(({ paths }) => paths.includes(path))) return deletions
  const siblings = entries.filter(({ paths }) => paths.some((listed) => folderOf(listed) === folderOf(path)))
  const anchor = (siblings.length > 0 ? siblings : entries).at(-1)
  return [...deletions, insertion(document, anchor, line)]
}

function insertion(document: MarkdownDocument, anchor: Entry | undefined, line: string): LineChange {
  if (anchor !== undefined) return { _tag: "insert", after: anchor.end_line, texts: [`${anchor.marker}${line}`] }
  let last = document.lines.length
  while (last > 1 && (document.lines[last - 1] ?? "").trim() === "") last--
  return { _tag: "insert", after: last, texts: ["", `- ${line}`] }
}

function entriesOf(document: MarkdownDocument): readonly Entry[] {
  const items = document.blocks.lists.filter(({ quoted }) => !quoted).flatMap((list) => list.items)
    .sort((one, two) => one.line - two.line)
  return items.map((item) => entryOf(document, item, items)).filter(({ paths }) => paths.length > 0)
}

function entryOf(document: MarkdownDocument, item: ListItem, items: readonly ListItem[]): Entry {
  let end_line = item.end_line
  while (end_line > item.line && (document.lines[end_line - 1] ?? "").trim() === "") end_line--
  const below = items.find(({ line }) => line > item.line && line <= end_line)
  const own = below === undefined ? end_line : below.line - 1
  const paths = document.links.filter(({ line }) => item.line <= line && line <= own).flatMap(({ target }) => {
    const path = joinPath(
      target.startsWith("/") ? "" : folderOf(document.path),
      decoded(target.replace(/[#?].*$/u, "")),
    )
    return path === undefined ? [] : [path]
  })
  const marker = markerBehind(document.lines[item.line - 1] ?? "")
  return { line: item.line, end_line, hasEntriesBelow: below !== undefined, marker, paths }
}

/** How the line starts that goes on with the list of an entry: a list with numbers counts on. */
function markerBehind(entry: string): string {
  const [, indent = "", number = "", rest = ""] = /^(\s*)(\d{1,9})([.)]\s+)/u.exec(entry) ?? []
  if (number !== "") return `${indent}${Number(number) + 1}${rest}`
  return /^\s*[-*+]\s+/u.exec(entry)?.[0] ?? "- "
}

function linesFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
