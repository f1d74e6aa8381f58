import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import MarkdownIt, { type Token } from "markdown-it"
import type { Link } from "../../../src/core/markdown/markdown_document.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { cpuTime } from "../../services/cpu_time.ts"

function linksOf(text: string): readonly Link[] {
  return parseMarkdown("a.md", text).links
}

function placesOf(text: string): readonly string[] {
  return linksOf(text).map(({ target, line }) => `${target}@${line}`)
}

Deno.test("parseMarkdown gives each link of a paragraph the line of its destination", () => {
  deepStrictEqual(placesOf("one [a](a.md)\ntwo [b\nc](b.md 'title')\n[d](\n  d.md\n)\n"), [
    "a.md@1",
    "b.md@3",
    "d.md@5",
  ])
  deepStrictEqual(placesOf("> - one\n>   [a](a.md)\n>\n> [b](b.md)\n"), ["a.md@2", "b.md@4"])
  deepStrictEqual(placesOf("| a |\n|---|\n| [t](t.md) |\n| `x` [u](u\\|v.md) |\n"), ["t.md@3", "u|v.md@4"])
  deepStrictEqual(placesOf("Title [a](a.md)\nmore [b](b.md)\n===\n"), ["a.md@1", "b.md@2"])
})

Deno.test("parseMarkdown reads a destination as written, without title and angle brackets", () => {
  deepStrictEqual(
    linksOf('[a *b*](x%20y.md#c "t") ![i [j]](<p q.png>) [![k](k.png)](l.md)').map(({ kind, target, text }) => [
      kind,
      target,
      text,
    ]),
    [["inline", "x%20y.md#c", "a b"], ["image", "p q.png", "i [j]"], ["image", "k.png", "k"], ["inline", "l.md", ""]],
  )
  deepStrictEqual(placesOf("[a](b(c).md) [d [e] f](g.md) [h]( i.md )"), ["b(c).md@1", "g.md@1", "i.md@1"])
})

Deno.test("parseMarkdown places a reference link at its definition and leaves out labels that nobody uses", () => {
  const text = "[A b][x] and [X] and ![i][x].\n\n[x]:\n  x.md\n[unused]: no.md\n> [q]\n\n> [q]: q.md\n"
  deepStrictEqual(linksOf(text).map(({ kind, target, line }) => [kind, target, line]), [
    ["reference", "x.md", 4],
    ["reference", "x.md", 4],
    ["image", "x.md", 4],
    ["reference", "q.md", 8],
  ])
})

Deno.test("parseMarkdown takes a footnote for text, not for the definition of a link", () => {
  deepStrictEqual(placesOf("See [^1] and [^2].\n\n[^1]: no.md\n[^2]: [a](a.md)\n"), ["a.md@4"])
})

Deno.test("parseMarkdown finds no link in code, fences, comments, scripts and autolinks", () => {
  const silent = [
    "`[a](a.md)` and ``[b](`b.md)``",
    "```\n[a](a.md)\n``\n[b](b.md)\n```",
    "~~~~\n[a](a.md)\n~~~\n[b](b.md)\n~~~~",
    "> ```\n> [a](a.md)\n> ```",
    "    [a](a.md)",
    "text <!-- [a](a.md) --> text",
    "<!--\n[a](a.md)\n\n[b](b.md)\n-->",
    "<div> <!--\n\n[a](a.md)\n\n--></div>",
    "<script>\n\"<a href='a.md'>\"\n</script>",
    "<!-- never closed\n\n[a](a.md)",
    "<https://example.org> <docs/a.md> \\[a](a.md) [[wiki]] [a] (a.md)",
    "`<a href='a.md'>`",
  ]
  for (const text of silent) deepStrictEqual(placesOf(text), [], text)
})

Deno.test("parseMarkdown reads links, images and anchors of inline HTML at their lines", () => {
  const text = [
    "text `<img src='no.png'>` <a",
    'href="a.md#x&amp;y">a</a> <a name=n></a>',
    "",
    "<p>",
    "  <img id='logo' alt=\"L\" src=logo.png> <!-- <img src='no.png'> -->",
    '  <a data-x="<a href=no.md>" href="b.md">b</a>',
    "</p>",
  ].join("\n")
  const { links, anchors } = parseMarkdown("a.md", text)
  deepStrictEqual(links.map(({ kind, target, line }) => [kind, target, line]), [
    ["inline", "a.md#x&y", 1],
    ["image", "logo.png", 5],
    ["inline", "b.md", 6],
  ])
  deepStrictEqual([...anchors], ["n", "logo"])
})

Deno.test("parseMarkdown makes the slugs that GitHub makes", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["# What's new & shiny?", "whats-new--shiny"],
    ["# `code_x` and *stress* and [link](a.md) ![alt](i.png)", "code_x-and-stress-and-link-"],
    ["# 🚀 Getting started", "-getting-started"],
    ["# Über Größe — 日本語", "über-größe--日本語"],
    ["# 1.2.3 (2026-01-01)", "123-2026-01-01"],
    ["# snake_case _under_ a-b", "snake_case-under-a-b"],
    ["# A &amp; B \\*c\\*", "a--b-c"],
    ["# trailing #", "trailing"],
    ["One\ntwo\n---", "onetwo"],
    ["<h2 align='center'>\n  The <b>Name</b>\n</h2>", "the-name"],
    ["# a<br>b <sub>c</sub>", "ab-c"],
  ]
  for (const [text, slug] of cases) {
    deepStrictEqual(parseMarkdown("a.md", text).headings.map((h) => h.slug), [slug], text)
  }
})

Deno.test("parseMarkdown makes slugs unique as GitHub does", () => {
  const { headings, anchors } = parseMarkdown("a.md", "# a\n## A\n# a-1\n<h1>a</h1>\n\n# 🚀\n")
  deepStrictEqual(headings.map(({ slug, line, level }) => [slug, line, level]), [
    ["a", 1, 1],
    ["a-1", 2, 2],
    ["a-1-1", 3, 1],
    ["a-2", 4, 1],
    ["", 6, 1],
  ])
  strictEqual(anchors.has(""), false)
})

Deno.test("parseMarkdown counts the lines of front matter, a byte order mark and every kind of line end", () => {
  const lines = ["\uFEFF---", "title: '[no](no.md)'", "---", "# One", "", "two [a](a.md)"]
  for (const end of ["\n", "\r\n", "\r"]) {
    const document = parseMarkdown("a.md", lines.join(end))
    deepStrictEqual(document.links.map(({ target, line }) => [target, line]), [["a.md", 6]])
    deepStrictEqual(document.headings.map(({ slug, line }) => [slug, line]), [["one", 4]])
    deepStrictEqual(document.lines, lines)
    strictEqual(document.front_matter._tag, "mapping")
  }
  deepStrictEqual(placesOf("\uFEFF[a](a.md)"), ["a.md@1"])
})

/** Every link that the library finds when it parses everything, in its own order. */
function everyLink(text: string): readonly string[] {
  const markdown = new MarkdownIt({ html: true })
  markdown.validateLink = () => true
  markdown.normalizeLink = (url) => url
  const links: string[] = []
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === "link_open" && token.info !== "auto") links.push(String(token.attrGet("href")))
      if (token.type === "image") links.push(String(token.attrGet("src")))
      else walk(token.children ?? [])
    }
  }
  walk(markdown.parse(text, {}))
  return links.sort()
}

const piece = Schema.Literals([
  "[a](b.md)",
  "[a](<b c.md>)",
  "![i](i.png 't')",
  "[r]",
  "[s][r]",
  "[r]: r.md",
  "[",
  "]",
  "](",
  ")",
  "`",
  "``",
  "```",
  "~~~",
  "<",
  ">",
  "<b>",
  "\\",
  "*",
  "_",
  "# ",
  "> ",
  "- ",
  "1. ",
  "    ",
  "|",
  "|-|",
  "---",
  "word",
  " ",
  "&amp;",
  "\n",
  "\n",
  "\n\n",
])

Deno.test("parseMarkdown finds what the library finds when it parses everything", async () => {
  const texts = Arbitrary.array(Arbitrary.schema(piece), { maxLength: 40 })
  const checked = await Effect.runPromise(Arbitrary.checkEffect(texts, (pieces) => {
    const text = `word\n${pieces.join("")}`
    deepStrictEqual(linksOf(text).map((link) => link.target).sort(), everyLink(text), text)
    return true
  }, { runs: 3000, seed: 11 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

Deno.test("parseMarkdown gives a line that holds the destination, for any text", async () => {
  const texts = Arbitrary.array(Arbitrary.schema(piece), { maxLength: 40 })
  const checked = await Effect.runPromise(Arbitrary.checkEffect(texts, (pieces) => {
    const document = parseMarkdown("a.md", pieces.join(""))
    return document.links.every(({ target, line }) => {
      // A backslash or a character reference in the source is gone in the target.
      return /[\\&]/u.test(pieces.join("")) || (document.lines[line - 1] ?? "").includes(target)
    })
  }, { runs: 3000, seed: 12 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

Deno.test("parseMarkdown ends soon whatever is nested, repeated or left open", () => {
  const texts = [
    ">".repeat(10_000),
    "[".repeat(10_000),
    "![".repeat(10_000),
    "- ".repeat(10_000),
    "[a](".repeat(10_000),
    "[a](<".repeat(10_000),
    '<a "'.repeat(20_000),
    "<!--".repeat(20_000),
    `<div>${"<script>".repeat(20_000)}`,
    "<h1>a\n".repeat(20_000),
    "# a\n".repeat(20_000),
    "[a](b.md) ".repeat(50_000),
    "[a](b.md)\n".repeat(50_000),
    `${"[a] ".repeat(20_000)}\n\n[a]: b.md`,
    "word ".repeat(1_000_000),
    `${"[".repeat(5_000)}a${"](b)".repeat(5_000)}`,
  ]
  for (const text of texts) {
    const start = cpuTime()
    parseMarkdown("a.md", text)
    ok(cpuTime() - start < 5000, text.slice(0, 20))
  }
})
