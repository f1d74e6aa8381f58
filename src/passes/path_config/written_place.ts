import { codeSpans } from "../../core/markdown/code_span.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"

/** A path with something to fill in, whose start is a key (`<report_dir>/<scope>/latest.md`) or a place. */
export interface WrittenPlace {
  readonly document: MarkdownDocument
  /** The key's name, or the path up to what is to be filled in. */
  readonly start: string
  /** What follows, each thing to fill in as `*`. */
  readonly tail: string
  readonly line: number
}

/** What a file writes under keys and under places. */
export interface WrittenPlaces {
  readonly underKeys: readonly WrittenPlace[]
  readonly underPlaces: readonly WrittenPlace[]
}

const fillIn = /<[^<>/]+>|\$?\{\{?[^{}/]+\}?\}|\$[A-Za-z_]\w*/gu
const underKey = /^(?:<([A-Za-z][\w.-]*)>|\$?\{\{?([A-Za-z][\w.-]*)\}?\}|\$([A-Za-z_]\w*))(\/.+)$/u
const underPlace = /^((?:~\/|\.{1,2}\/)?\.?[\w@][\w.@-]*(?:\/[\w.@-]+)*)(\/.*)$/u

/** The paths of a file's inline code that end in a file, and leave something to fill in before it. */
export function writtenPlaces(document: MarkdownDocument): WrittenPlaces {
  const underKeys: WrittenPlace[] = []
  const underPlaces: WrittenPlace[] = []
  for (const { text, line, block } of codeSpans(document)) {
    if (block.quoted || !text.includes("/") || /\s/u.test(text) || text.length > 300) continue
    const [, angled, braced, dollar, rest] = underKey.exec(text) ?? []
    const key = angled ?? braced ?? dollar
    if (key !== undefined && rest !== undefined) {
      const tail = rest.replace(fillIn, "*")
      if (isTelling(tail)) underKeys.push({ document, start: key, tail, line })
      continue
    }
    const general = text.replace(fillIn, "*")
    const from = general.indexOf("/*")
    const [, start] = from < 0 ? [] : underPlace.exec(`${general.slice(0, from)}/`) ?? []
    if (start === undefined) continue
    const tail = general.slice(from)
    if (isTelling(tail)) underPlaces.push({ document, start: start.replace(/^\.\//u, ""), tail, line })
  }
  return { underKeys, underPlaces }
}

/** Whether a tail is of one kind of files alone: something to fill in, and a name with an extension at its end. */
function isTelling(tail: string): boolean {
  return /^\/(?:[^/]*\/)*[\w.-]*[\w-]\.[A-Za-z]\w*$/u.test(tail) && tail.includes("*") && !tail.endsWith("*")
}
