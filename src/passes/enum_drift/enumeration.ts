import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"

/** The values that a file says a key may have. */
export interface Enumeration {
  readonly document: MarkdownDocument
  readonly key: string
  /** What the key must share with another to mean the same: of `relation.type`, the last part; in programs, the type, too. */
  readonly subject: string
  /** In the order of the file, each once. */
  readonly values: readonly string[]
  /** Whether it says that there are more. */
  readonly open: boolean
  /** Where its values stand: one line, or those of a table's rows. */
  readonly lines: readonly number[]
  /** The words around it, which may say that it is a part on purpose. */
  readonly context: string
}

/** The fewest values that are an enumeration, not an alternative. */
export const fewestValues = 3

/** Words that say that what follows is not all. */
export const saysMore =
  /\be\.g\.|\betc\b|\bsuch as\b|\bfor (?:example|instance)\b|\bincluding\b|\bamong others\b|\bexamples?\b/iu

/** What types of programming languages are called: alternatives of these are types, not values. */
const typeWords: ReadonlySet<string> = new Set(
  "string number boolean bool int integer float double bigint symbol null undefined nil none object array list map dict any unknown never void function buffer date regexp promise true false str bytes uint8array error"
    .split(" "),
)

/** Values without repetitions; `undefined` when they are no enumeration of words. */
export function wordsOf(values: readonly string[]): readonly string[] | undefined {
  const words = [...new Set(values)]
  const isWords = words.every((word) => /^[A-Za-z][\w.+/-]*$/u.test(word) && word.length <= 60)
  return isWords && words.length >= fewestValues && !words.some((word) => typeWords.has(word.toLowerCase()))
    ? words
    : undefined
}

/** Values separated by bars, and whether the text says that there are more. */
export interface Alternatives {
  readonly values: readonly string[]
  readonly open: boolean
}

/** What may stand before the first value: nothing, an opening, or words that lead up to it. */
const leadIn = /(?:^|[—–:#/-]|\bone of|\beither|\bany of)\s*$/iu
const more = /^(?:\.\.\.|…|etc\.?)$/u

/** The alternatives of a text such as `{{optional — a | b | c. Default "a"}}`. */
export function alternativesOf(text: string, mustBeQuoted = false): Alternatives | undefined {
  if (text.length > 600 || !text.includes("|") || text.includes("||")) return undefined
  const pieces = text.replaceAll("\\|", "|").split("|")
  const first = /^(.*?)(["'`<{([]*)([^\s"'`<>{}()[\],]+)["'`)\]}>\s]*$/u.exec(pieces[0] ?? "")
  const last = /^[\s"'`<{([]*([^\s"'`<>{}()[\],;]+)/u.exec(pieces.at(-1) ?? "")
  if (first?.[3] === undefined || last?.[1] === undefined || !leadIn.test(first[1] ?? "")) return undefined
  if (mustBeQuoted && !/["'`]/u.test(first[2] ?? "")) return undefined
  const middle = pieces.slice(1, -1).map((piece) => piece.trim().replace(/^["'`<{([]+|["'`>})\]]+$/gu, ""))
  const found = [first[3], ...middle, last[1].replace(/(?<=\w)[.:]+$/u, "")]
  const values = wordsOf(found.filter((value) => !more.test(value)))
  return values === undefined ? undefined : { values, open: found.some((value) => more.test(value)) }
}
