import type { Corpus } from "../../core/corpus/corpus.ts"
import { baseName, folderOf, foldersAround, under } from "../../core/corpus/folder_path.ts"
import { plainText } from "../../core/decision/status.ts"
import type { Evidence } from "../../core/schema/finding.ts"
import { evidenceOf } from "../outcome/evidence.ts"
import { aliasesIn } from "./unit_id.ts"

/** Where something is said to have shipped. */
export interface Ship {
  /** The file, or the folder of an archive. */
  readonly path: string
  /** The line that says so; an archive has none. */
  readonly evidence: readonly Evidence[]
}

/** What shipped, by id. */
export type Shipped = ReadonlyMap<string, Ship>

const shipMark = /^[✓✔]\uFE0F?\s*/u
const leadingNumbers = /^#?\d+(?:\s*(?:[+&,/]|\band\b)\s*#?\d+)*(?=\s|$)/u
const continued = /^\s*(?:→|->)/u
/** What a number in front is the count or the measure of: "12 tests added", "3 new pages", "2 of 5"; "1234 big" names what shipped. */
const counted =
  /^\s*[%€$£°×]|^\s+(?=\p{Ll})(?:[\p{L}'’-]+\s+){0,2}\p{Ll}{3,}(?<![isu])s\b|^\s+(?:x|of|or|to|out|more|less|people|children|bit|way|step|factor)\b/u
const archived = /(?:^|\/)archive\/\d{4}-\d{2}-\d{2}-([^/]+?)(?:\/|\.md$)/u

/** Whether a file lists what shipped. */
export function isChangelog(path: string): boolean {
  return /^change-?log\.(?:md|markdown)$/iu.test(baseName(path))
}

/** What changelogs and archives say has shipped, for a list of work in a folder: theirs are those of the folders around it. */
export function shippedFor(corpus: Corpus): (folder: string) => Shipped {
  const lines = shipLines(corpus)
  const folders = archives(corpus)
  return (folder) => {
    const homes = new Set(foldersAround(folder).flatMap((around) => [around, under(around, ".claude")]))
    return new Map([
      ...folders.filter(([, { path }]) => homes.has(homeOf(path))),
      ...lines.filter(([, { path }]) => homes.has(folderOf(path))),
    ])
  }
}

/** The folder that an archive belongs to. */
function homeOf(path: string): string {
  return folderOf(folderOf(path))
}

function shipLines({ documents }: Corpus): readonly (readonly [string, Ship])[] {
  return documents.filter(({ path }) => isChangelog(path)).flatMap((document) =>
    document.blocks.lists.flatMap(({ items, quoted }) => items.filter(() => !quoted)).flatMap(({ text, line }) => {
      if (!shipMark.test(text)) return []
      const ids = shipIds(plainText(text).replace(shipMark, ""))
      const ship = { path: document.path, evidence: evidenceOf(document, [line]) }
      return ids.map((id) => [id, ship] as const)
    })
  )
}

/** The ids at the start of a ship line: all that stands before a dash or a colon, or what looks like an id without one. */
function shipIds(text: string): readonly string[] {
  const [, head, rest] = /^(.+?)(?:\s+[—–-]\s+|\s*[—–]\s*|:\s+)(.*)$/su.exec(text) ?? []
  if (head !== undefined && rest !== undefined) {
    const ids = aliasesIn(head)
    if (ids.length > 0) return ids
  }
  const line = head ?? text
  const numbers = leadingNumbers.exec(line)?.[0]
  if (numbers === undefined) return aliasesIn(/^[a-z0-9]+(?:-[a-z0-9]+)+(?=\s|$)/u.exec(line)?.[0] ?? "")
  const isId = /^(?:#|0\d)|[+&]/u.test(numbers)
  return continued.test(line.slice(numbers.length)) || !isId && counted.test(line.slice(numbers.length))
    ? []
    : aliasesIn(numbers)
}

function archives({ paths }: Corpus): readonly (readonly [string, Ship])[] {
  const found = new Map<string, Ship>()
  for (const path of paths.files) {
    const match = archived.exec(path)
    const [whole = "", slug = ""] = match ?? []
    if (match === null) continue
    const place = path.slice(0, match.index + whole.length).replace(/\/$/u, "")
    for (const id of aliasesIn(slug)) if (!found.has(id)) found.set(id, { path: place, evidence: [] })
  }
  return [...found]
}
