import { plainText } from "./status.ts"

/** A reference as a field writes it, before it is resolved. */
export interface WrittenReference {
  readonly raw: string
  readonly line: number
  /** The path, address, number or words to look up. */
  readonly address: string
  readonly partial: boolean
  /** What the link calls it. */
  readonly label?: string
}

/** Fields are short: what is longer is read up to here, so that no pattern runs away on it. */
const longest = 5000
const linkPattern = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))+)>?(?:\s+["'][^"']*["'])?\s*\)/gu
const partialPattern = /\b(?:part(?:ly|ially)|in part|parts? of|with respect to|amend(?:s|ed)?)\b/iu

/**
 * The references in a field's value: its Markdown links, or else the parts between commas, "and", "&" and ";".
 * Words that say "in part" make all of them partial.
 */
export function writtenReferences(value: string, line: number, partly: boolean): readonly WrittenReference[] {
  const text = value.trim().slice(0, longest)
  if (text === "") return []
  const partial = partly || partialPattern.test(text)
  const links = [...text.matchAll(linkPattern)]
  if (links.length > 0) {
    return links.map(([raw, label = "", address = ""]) => ({ raw, line, address, partial, label: plainText(label) }))
  }
  return text
    .split(/\s*[,;]\s*|\s+(?:and|&)\s+(?=\S)/u)
    .map((part) => part.replace(/^["'<[]+(?=.)|["'>\].]+$/gu, "").replace(/^(?:and|by)\s+/u, "").trim())
    .filter((part) => part !== "")
    .map((part) => ({ raw: part, line, address: part, partial: partial || /\d#\S/u.test(part) }))
}

/** One sentence of a status that relates two decisions. */
export interface RelationSentence {
  readonly role: "supersedes" | "supersedes-partly" | "superseded-by" | "superseded-partly-by" | "related"
  /** What follows the relation's words. */
  readonly rest: string
  /** Whether a status stands in front of them: "Accepted (supersedes …)". */
  readonly follows_status: boolean
}

const word = "super[cs]eded?|replaced|obsoleted|retired"
const sentences: readonly (readonly [RelationSentence["role"], RegExp])[] = [
  ["superseded-partly-by", /^amended by\b:?\s*(.*)$/iu],
  // What is deprecated is not replaced: the relation is there, and it is no whole supersession.
  ["superseded-partly-by", /^deprecated(?: \([^)]*\))?[,:]? by\b:?\s*(.*)$/iu],
  [
    "superseded-partly-by",
    new RegExp(`^(?:part(?:ly|ially) (?:${word})|(?:${word}) in part)(?: by)?\\b:?\\s*(.*)$`, "iu"),
  ],
  ["superseded-by", new RegExp(`^(?:${word})(?: \\([^)]*\\))?[,:]? by\\b:?\\s*(.*)$`, "iu")],
  // "Superseded: ADR-9" and "Superseded [ADR-9](…)".
  ["superseded-by", /^(?:super[cs]eded|replaced)\s*[:(]?\s+(?=\[[^\]]*\]\(|(?:adr|rfc)[-\s]?\d)(.*)$/iu],
  ["supersedes-partly", /^(?:amends|deprecates)\b:?\s*(.*)$/iu],
  [
    "supersedes-partly",
    /^(?:part(?:ly|ially) (?:super[cs]edes|replaces)|(?:super[cs]edes|replaces) in part)\b:?\s*(.*)$/iu,
  ],
  ["supersedes", /^(?:super[cs]edes|replaces|obsoletes)\b:?\s*(.*)$/iu],
]

/** Reads "Superseded by …", "Supersedes …", "Amends …" and their kin; `undefined` when the text is none of them. */
export function relationSentence(text: string): RelationSentence | undefined {
  const plain = text.slice(0, longest).replace(/<!--.*?-->/gu, "").replace(/^[\s>*_~`"'\-]+/u, "").replace(
    /[*_~`"']+$/u,
    "",
  )
    .replace(/\s+/gu, " ")
  // "Accepted, superseded by …" and "Accepted (superseded by …)": the sentence comes behind the status.
  const own = secondSentence(plain) ??
    plain.replace(/^\w+\s*[,;(—–-]+\s*(?=(?:partly |partially )?(?:super[cs]ede|replace[ds]\b))/iu, "")
  for (const [role, pattern] of sentences) {
    const match = pattern.exec(own)
    if (match === null) continue
    const rest = (match[1] ?? "").trim()
    const follows_status = own !== plain
    return { role, rest: follows_status ? rest.replace(/(?<=^[^(]*)\)$/u, "").trim() : rest, follows_status }
  }
  return undefined
}

const link = String.raw`\[[^\]]*\]\([^)]*\)`
const second = new RegExp(
  String.raw`^\w+\.\s+((?:partly |partially )?(?:super[cs]ede[ds]|replace[ds]|obsolete[ds]|amend(?:s|ed))` +
    String
      .raw`(?: in part)?(?: by)?:? (?:${link}|(?:(?:adr|rfc|decision)[-\s]?)?#?\d+\b)(?:${link}|[^.[]|\.(?!\s|$))*)`,
  "iu",
)

/** "Accepted. Supersedes ADR-7. See there.": the sentence behind the status, up to its end; prose names no decision. */
function secondSentence(text: string): string | undefined {
  return second.exec(text)?.[1]
}
