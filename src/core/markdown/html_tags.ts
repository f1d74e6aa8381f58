/** A start tag in HTML source. */
export interface HtmlTag {
  /** Lower case. */
  readonly name: string
  /** Names in lower case; values as written, character references kept. */
  readonly attributes: ReadonlyMap<string, string>
  /** Where the tag starts and ends in the source. */
  readonly start: number
  readonly end: number
}

/** The start tags of a piece of HTML, and where a comment starts that the piece does not close. */
export interface HtmlTags {
  readonly tags: readonly HtmlTag[]
  readonly openComment?: number
}

const tagName = /[A-Za-z][A-Za-z0-9-]*/uy
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu
/** Elements whose content is text, and which GitHub does not render. */
const rawTextEnd: ReadonlyMap<string, RegExp> = new Map([["script", /<\/script/giu], ["style", /<\/style/giu]])

/** Reads the start tags in one pass, whatever is left open: comments, scripts and styles hold none. */
export function htmlTags(html: string): HtmlTags {
  const tags: HtmlTag[] = []
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 2)
      if (end < 0) return { tags, openComment: at }
      at = end + 3
      continue
    }
    tagName.lastIndex = at + 1
    const name = tagName.exec(html)?.[0]
    if (name === undefined) {
      at++
      continue
    }
    const close = tagEnd(html, at + 1 + name.length)
    if (close === undefined) return { tags }
    if (html.charAt(close) === ">") {
      tags.push({
        name: name.toLowerCase(),
        attributes: attributesOf(html.slice(at + 1 + name.length, close)),
        start: at,
        end: close + 1,
      })
      at = endOfRawText(html, name.toLowerCase(), close + 1)
    } else at = close
  }
  return { tags }
}

/** The offset of the `>` that ends a tag, or of a `<` that shows it was none; `undefined` when the source ends first. */
function tagEnd(html: string, from: number): number | undefined {
  for (let at = from; at < html.length; at++) {
    const character = html.charAt(at)
    if (character === ">" || character === "<") return at
    if (character !== '"' && character !== "'") continue
    at = html.indexOf(character, at + 1)
    if (at < 0) return undefined
  }
  return undefined
}

function endOfRawText(html: string, name: string, from: number): number {
  const end = rawTextEnd.get(name)
  if (end === undefined) return from
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function attributesOf(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = "", double, single, bare] of source.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? "")
  }
  return found
}
