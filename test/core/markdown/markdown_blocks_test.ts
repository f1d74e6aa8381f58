import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import MarkdownIt from "markdown-it"
import { codeSpans } from "../../../src/core/markdown/code_span.ts"
import { lineIn, type MarkdownBlocks } from "../../../src/core/markdown/markdown_blocks.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { sectionAt, sectionsOf } from "../../../src/core/markdown/section.ts"
import { sentencesOf } from "../../../src/core/markdown/sentence.ts"
import { cpuTime } from "../../services/cpu_time.ts"

function blocksOf(text: string): MarkdownBlocks {
  return parseMarkdown("a.md", text).blocks
}

function spansOf(text: string): readonly string[] {
  return codeSpans(parseMarkdown("a.md", text)).map((span) => `${span.text}@${span.line}`)
}

Deno.test("blocks hold every heading, paragraph and cell with its lines, front matter counted", () => {
  const { texts } = blocksOf("---\na: b\n---\n# One\n\ntwo\nthree\n\n> - four\n\n| h |\n|---|\n| c \\| d |\n")
  deepStrictEqual(texts.map(({ kind, text, line, end_line }) => [kind, text, line, end_line]), [
    ["heading", "One", 4, 4],
    ["paragraph", "two\nthree", 6, 7],
    ["paragraph", "four", 9, 9],
    ["cell", "h", 11, 11],
    ["cell", "c | d", 13, 13],
  ])
  deepStrictEqual(texts.map(({ quoted, depth }) => [quoted, depth]), [
    [false, 0],
    [false, 0],
    [true, 1],
    [false, 0],
    [false, 0],
  ])
})

Deno.test("a list has its items with their boxes, and a nested list is one of its own", () => {
  const { lists } = blocksOf(
    "- [ ] one\n  more\n\n  - inner\n- [x] two\n- [link] three\n\n1. a\n2. ```\n   b\n   ```\n",
  )
  deepStrictEqual(lists.map(({ ordered, depth, line, end_line }) => [ordered, depth, line, end_line]), [
    [false, 1, 1, 6],
    [false, 2, 4, 4],
    [true, 1, 8, 11],
  ])
  deepStrictEqual(lists.map(({ items }) => items), [
    [
      { line: 1, end_line: 4, text: "one\nmore", task: "open" },
      { line: 5, end_line: 5, text: "two", task: "done" },
      { line: 6, end_line: 6, text: "[link] three" },
    ],
    [{ line: 4, end_line: 4, text: "inner" }],
    [{ line: 8, end_line: 8, text: "a" }, { line: 9, end_line: 11, text: "" }],
  ])
})

Deno.test("a table has its head and its rows with their lines", () => {
  const { tables } = blocksOf("| a | b |\n|---|:-:|\n| `x` | y |\n| z |\n\ntext\n\na | b\n--|--\n")
  deepStrictEqual(tables, [
    {
      line: 1,
      end_line: 4,
      quoted: false,
      header: ["a", "b"],
      rows: [{ line: 3, cells: ["`x`", "y"] }, { line: 4, cells: ["z", ""] }],
    },
    { line: 8, end_line: 9, quoted: false, header: ["a", "b"], rows: [] },
  ])
})

Deno.test("code has the line of its text, and quotes are the outermost ones", () => {
  const { code, quotes } = blocksOf("> a\n> > b\n\n~~~sh\none\ntwo\n~~~\n\n    three\n\n> ```\n> four\n> ```\n")
  deepStrictEqual(quotes, [{ line: 1, end_line: 2 }, { line: 11, end_line: 13 }])
  deepStrictEqual(code.map((block) => [block.info, block.text, block.line, block.end_line, block.text_line]), [
    ["sh", "one\ntwo\n", 4, 7, 5],
    ["", "three\n", 9, 9, 9],
    ["", "four\n", 11, 13, 12],
  ])
  deepStrictEqual(code.map(({ fenced, quoted }) => [fenced, quoted]), [[true, false], [false, false], [true, true]])
})

Deno.test("what an HTML comment hides is in no block", () => {
  const hidden =
    "<div><!--\n\n# no\n\n- no\n\n| no |\n|---|\n\n```\nno\n```\n\n--></div>\n\nyes <!-- no\nno --> `yes`\n"
  const { texts, lists, tables, code } = blocksOf(hidden)
  deepStrictEqual(texts.map(({ text }) => text.replace(/\s+/gu, " ")), ["yes `yes`"])
  deepStrictEqual([lists, tables, code], [[], [], []])
  deepStrictEqual(spansOf(hidden), ["yes@17"])
})

Deno.test("codeSpans finds inline code with its line, as CommonMark reads it", () => {
  deepStrictEqual(spansOf("a `b` ``c ` d``\n`` `e` `` \\`f `g\nh` [`i`](x) | `j"), [
    "b@1",
    "c ` d@1",
    "`e`@2",
    "g h@2",
    "i@3",
  ])
  deepStrictEqual(spansOf("# `a`\n\n- `b`\n\n| `c` |\n|---|\n| `d \\| e` |\n\n    `f`\n\n```\n`g`\n```\n> `h`\n"), [
    "a@1",
    "b@3",
    "c@5",
    "d | e@7",
    "h@14",
  ])
  deepStrictEqual(spansOf('<a title="`no`">`a`</a> <https://x.org/`no`> `b`'), ["a@1", "b@1"])
})

Deno.test("codeSpans finds what the library finds, where it says, for any text", async () => {
  const pieces = Arbitrary.schema(
    Schema.Array(Schema.Literals(["`", "``", "\\", "a", " ", "\n", "<b `", ">", "[x](", ")", "*", "<!--", "-->"])),
  )
  const library = new MarkdownIt({ html: true })
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(pieces, (parts) => {
      const text = `x ${parts.join("")}`
      const document = parseMarkdown("a.md", text)
      const spans = codeSpans(document)
      for (const span of spans) {
        const source = span.block.text.slice(span.start, span.end)
        ok(source.startsWith("`") && source.endsWith("`"), source)
        ok(source.replaceAll("\n", " ").includes(span.text), source)
        strictEqual(span.line, lineIn(span.block, span.start))
      }
      if (/<|\]\(/u.test(text)) return true
      const expected = library.parse(text, {}).flatMap(({ children }) =>
        (children ?? []).filter((token) => token.type === "code_inline").map((token) => token.content)
      )
      deepStrictEqual(spans.map((span) => span.text), expected)
      return true
    }, { runs: 500, seed: 11 }),
  )
  strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
})

Deno.test("sectionsOf nests sections by level, and sectionAt gives the innermost", () => {
  const document = parseMarkdown("a.md", "before\n# A\na\n### B\nb\n## C\nc\n# D\n\n\n")
  const sections = sectionsOf(document)
  deepStrictEqual(sections.map(({ heading, line, end_line }) => [heading.text, line, end_line]), [
    ["A", 2, 7],
    ["B", 4, 5],
    ["C", 6, 7],
    ["D", 8, 10],
  ])
  deepStrictEqual([1, 3, 5, 7, 9].map((line) => sectionAt(sections, line)?.heading.text), [
    undefined,
    "A",
    "B",
    "C",
    "D",
  ])
})

Deno.test("sentencesOf splits at the end of sentences and nowhere else", () => {
  const sentences = (text: string) =>
    blocksOf(text).texts.flatMap(sentencesOf).map(({ text, line }) => `${line} ${text}`)
  deepStrictEqual(sentences("One v1.2 of `a.b`. Two, e.g. `x`, i.e. X!\n**Three?** (Four.) 5 is last"), [
    "1 One v1.2 of `a.b`.",
    "1 Two, e.g. `x`, i.e. X!",
    "2 **Three?**",
    "2 (Four.)",
    "2 5 is last",
  ])
})

Deno.test("blocks, inline code and sentences of hostile text take no more than its length allows", () => {
  const many = 20_000
  const texts = [
    "`".repeat(many),
    Array.from({ length: 400 }, (_, index) => "`".repeat(index + 1)).join(" "),
    ". ".repeat(many),
    "!*".repeat(many),
    "- ".repeat(many),
    "> ".repeat(many),
    "|".repeat(many),
    "<div><!--\n\n-->\n</div>\n\n".repeat(many / 10),
    "a <!-- ".repeat(many / 10),
    "See `a/b.md`. \n".repeat(many),
    "See `a/b.md`. ".repeat(many),
    "# A\n".repeat(many),
  ]
  for (const text of texts) {
    const started = cpuTime()
    const document = parseMarkdown("a.md", text)
    codeSpans(document)
    document.blocks.texts.map(sentencesOf)
    document.headings.map(({ line }) => sectionAt(sectionsOf(document), line))
    ok(cpuTime() - started < 2_000, text.slice(0, 20))
  }
})
