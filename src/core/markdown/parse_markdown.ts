import MarkdownIt, {
  type Env,
  type MarkdownIt as Parser,
  type StateBlock,
  type StateInline,
  type Token,
} from "markdown-it"
import { linesOf } from "../text_lines.ts"
import { frontMatterBlock } from "./front_matter_block.ts"
import { headingSlug, uniqueSlugs } from "./heading_slug.ts"
import { htmlTags } from "./html_tags.ts"
import type { Heading, Link, MarkdownDocument } from "./markdown_document.ts"
import { readBlocks } from "./read_blocks.ts"
import { readFrontMatter } from "./read_front_matter.ts"

const parser = createParser()

/**
 * Parses a Markdown file: CommonMark with GitHub's tables and strikethrough, and the links, images, headings and ids of
 * inline HTML. Lines are those of the file, front matter included. It never throws, whatever is left open or nested.
 *
 * @example
 * ```ts
 * import { parseMarkdown } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const document = parseMarkdown("docs/a.md", "# One & two\n\nSee [b](b.md#three).\n")
 * deepStrictEqual(document.headings.map((heading) => heading.slug), ["one--two"])
 * deepStrictEqual(document.links, [{ kind: "inline", target: "b.md#three", text: "b", line: 3 }])
 * ```
 */
export function parseMarkdown(path: string, text: string): MarkdownDocument {
  const block = frontMatterBlock(text)
  const body = text.slice(block?.bodyStart ?? (text.startsWith("\uFEFF") ? 1 : 0))
  const lines = linesOf(text)
  const reading = new Reading(block?.endLine ?? 0)
  const tokens = reading.readTokens(body.replace(/\r\n?/gu, "\n"))
  return {
    path,
    text,
    lines,
    front_matter: readFrontMatter(text),
    headings: reading.headings,
    links: reading.links,
    anchors: reading.anchors,
    blocks: readBlocks(tokens, block?.endLine ?? 0, lines, (line) => reading.isHidden(line)),
  }
}

/**
 * The parser. A destination carries where it was found in front of it (`12:docs/a.md`), because tokens know no more
 * than the lines of their block; every `<` where HTML may start is noted for the same reason.
 */
function createParser(): Parser {
  const markdown = new MarkdownIt({ html: true })
  // Inline text is parsed below, and only where it can hold what is looked for.
  markdown.core.ruler.enableOnly(["normalize", "block"])
  markdown.validateLink = () => true
  markdown.normalizeLink = (url) => url
  const parseLinkDestination = markdown.helpers.parseLinkDestination
  markdown.helpers = {
    ...markdown.helpers,
    parseLinkDestination: (source, start, max) => {
      const found = parseLinkDestination(source, start, max)
      return found.ok ? { ...found, str: `${start}:${found.str}` } : found
    },
  }
  markdown.block.ruler.before("reference", "footnote", footnote)
  markdown.inline.ruler.before("html_inline", "tag_position", noteTag)
  return markdown
}

/** `[^x]: text` is a paragraph to CommonMark's definitions: `text` may be a link, and `[^x]` never leads to it. */
function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if (silent || !state.src.startsWith("[^", start)) return false
  return state.md.block.ruler.getRules("").at(-1)?.(state, startLine, endLine, silent) ?? false
}

/** Where the inline text that is being parsed may hold a tag: the text itself tells it from that of an image's label. */
interface TagPositions {
  readonly source: string
  readonly positions: number[]
}

const tagPositions = new WeakMap<Env, TagPositions>()

function noteTag(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== 60) return false
  const noted = tagPositions.get(state.env)
  if (noted?.source === state.src) noted.positions.push(state.pos)
  return false
}

/** One walk over the tokens of a file. */
class Reading {
  readonly headings: Heading[] = []
  readonly links: Link[] = []
  readonly anchors: Set<string> = new Set()
  readonly #unique: (slug: string) => string = uniqueSlugs()
  readonly #lineOffset: number
  #body: LineCounter = new LineCounter("")
  /** Lines that a comment hides which an HTML block leaves open: from, and the first visible one again. */
  readonly #hidden: (readonly [number, number])[] = []

  constructor(lineOffset: number) {
    this.#lineOffset = lineOffset + 1
  }

  /** Whether a line of the body is in a comment that is more than its HTML block. */
  isHidden(line: number): boolean {
    let [low, high] = [0, this.#hidden.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#hidden[middle]?.[0] ?? 0) < line) low = middle + 1
      else high = middle
    }
    return line < (this.#hidden[low - 1]?.[1] ?? 0)
  }

  readTokens(body: string): readonly Token[] {
    this.#body = new LineCounter(body)
    const env: Env = {}
    const tokens = parser.parse(body, env)
    const hasDefinitions = env.references !== undefined
    let rowLine = 0
    let level = 0
    for (const token of tokens) {
      if (token.type === "tr_open") rowLine = token.map?.[0] ?? rowLine
      const line = token.map?.[0] ?? rowLine
      if (line < (this.#hidden.at(-1)?.[1] ?? 0)) continue
      if (token.type === "heading_open") level = Number(token.tag.slice(1))
      if (token.type === "html_block") this.#readHtmlBlock(body, token.content, line)
      if (token.type !== "inline") continue
      if (level > 0 || canHoldLink(token.content, hasDefinitions)) this.#readInline(token.content, env, line, level)
      level = 0
    }
    return tokens
  }

  #readInline(content: string, env: Env, line: number, level: number): void {
    const lines = new LineCounter(content)
    const tokens: Token[] = []
    const noted: TagPositions = { source: content, positions: [] }
    tagPositions.set(env, noted)
    parser.inline.parse(content, parser, env, tokens)
    const positions = noted.positions.values()
    let link: Link | undefined
    let linkText = ""
    let text = ""
    for (const token of tokens) {
      if (token.type === "link_open" && token.info !== "auto") {
        link = this.#link(token, "inline", lines, line)
        linkText = ""
      } else if (token.type === "link_close" && token.info !== "auto") {
        if (link !== undefined) this.links.push({ ...link, text: oneLine(linkText) })
      } else if (token.type === "image") {
        this.links.push({ ...this.#link(token, "image", lines, line), text: oneLine(token.content) })
      } else if (token.type === "html_inline") {
        const position = positions.find((start) => content.startsWith(token.content, start)) ?? 0
        this.#readTags(token.content, line + lines.at(position))
      } else {
        text += textOf(token)
        linkText += textOf(token)
      }
    }
    if (level > 0) this.#addHeading(level, text, line)
  }

  #link(token: Token, kind: "inline" | "image", lines: LineCounter, line: number): Link {
    const destination = String(token.attrGet(kind === "image" ? "src" : "href") ?? "")
    const separator = destination.indexOf(":")
    const position = Number(destination.slice(0, separator === -1 ? 0 : separator))
    const isReference = token.meta !== null && "label" in token.meta
    return {
      kind: isReference && kind === "inline" ? "reference" : kind,
      target: destination.slice(separator + 1),
      text: "",
      line: this.#lineOffset + (isReference ? this.#body.at(position) : line + lines.at(position)),
    }
  }

  #readHtmlBlock(body: string, html: string, line: number): void {
    const { tags, openComment } = this.#readTags(html, line)
    const lines = new LineCounter(html)
    const headings = tags.filter((tag) => /^h[1-6]$/u.test(tag.name))
    for (const [index, tag] of headings.entries()) {
      const inside = html.slice(tag.end, headings[index + 1]?.start)
      const end = inside.search(/<\/h[1-6]\s*>/iu)
      if (end < 0) continue
      this.#addHeading(
        Number(tag.name.slice(1)),
        decoded(withoutTags(inside.slice(0, end))),
        line + lines.at(tag.start),
      )
    }
    if (openComment === undefined) return
    const from = this.#body.offsetOf(line + lines.at(openComment))
    const end = body.indexOf("-->", from)
    this.#hidden.push([line, end < 0 ? Infinity : this.#body.at(end) + 1])
  }

  #readTags(html: string, line: number): ReturnType<typeof htmlTags> {
    const found = htmlTags(html)
    const lines = new LineCounter(html)
    for (const { name, attributes, start } of found.tags) {
      const target = attributes.get(name === "a" ? "href" : "src")
      for (const anchor of [attributes.get("id"), attributes.get("name")]) {
        if (anchor !== undefined) this.anchors.add(decoded(anchor))
      }
      if (target === undefined || (name !== "a" && name !== "img")) continue
      this.links.push({
        kind: name === "a" ? "inline" : "image",
        target: decoded(target).trim(),
        text: decoded(attributes.get("alt") ?? ""),
        line: this.#lineOffset + line + lines.at(start),
      })
    }
    return found
  }

  #addHeading(level: number, text: string, line: number): void {
    const slug = this.#unique(headingSlug(text))
    if (slug !== "") this.anchors.add(slug)
    this.headings.push({ level, text: oneLine(text), slug, line: this.#lineOffset + line })
  }
}

function canHoldLink(content: string, hasDefinitions: boolean): boolean {
  return content.includes("](") || content.includes("<") || (hasDefinitions && content.includes("["))
}

const breaks: ReadonlySet<string> = new Set(["softbreak", "hardbreak"])
const texts: ReadonlySet<string> = new Set(["text", "text_special", "code_inline"])

function textOf(token: Token): string {
  return breaks.has(token.type) ? "\n" : texts.has(token.type) ? token.content : ""
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim()
}

function withoutTags(html: string): string {
  return html.replace(/<!--[^]*?-->|<[^<>]*>/gu, "").trim()
}

/** Character references decoded; a backslash means nothing in HTML. */
function decoded(html: string): string {
  return html.includes("&") ? parser.utils.unescapeAll(html.replaceAll("\\", "\\\\")) : html
}

/** Tells the line of a position; the line ends are looked up once, and only when somebody asks. */
class LineCounter {
  readonly #text: string
  #starts: readonly number[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** How many line ends stand before a position. */
  at(position: number): number {
    const starts = this.#lineStarts()
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Where a 0-based line starts. */
  offsetOf(line: number): number {
    return this.#lineStarts()[line] ?? this.#text.length
  }

  #lineStarts(): readonly number[] {
    if (this.#starts !== undefined) return this.#starts
    const starts = [0]
    for (let end = this.#text.indexOf("\n"); end >= 0; end = this.#text.indexOf("\n", end + 1)) starts.push(end + 1)
    this.#starts = starts
    return starts
  }
}
