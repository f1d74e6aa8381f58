/** Where the front matter of a file is, before anyone reads it. */
export interface FrontMatterBlock {
  /** What stands between the two `---` lines. */
  readonly yaml: string
  /** The 1-based line of the closing `---`. */
  readonly endLine: number
  /** Where the body starts in the text. */
  readonly bodyStart: number
}

const opening = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/u
const closing = /(?:^|\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/u

/** Finds the front matter: `---` on line 1, up to the next line that is `---`. Without a closing line there is none. */
export function frontMatterBlock(text: string): FrontMatterBlock | undefined {
  const start = opening.exec(text)?.[0].length
  if (start === undefined) return undefined
  const rest = text.slice(start)
  const end = closing.exec(rest)
  if (end === null) return undefined
  const yaml = rest.slice(0, end.index)
  const linesBetween = end.index === 0 && !/^[\r\n]/u.test(end[0]) ? 0 : yaml.split(/\r\n|\n|\r/u).length
  return { yaml, endLine: linesBetween + 2, bodyStart: start + end.index + end[0].length }
}
