import { deepStrictEqual } from "node:assert/strict"
import { blockWords, sentenceWords } from "../../../src/core/markdown/block_words.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { sentencesOf } from "../../../src/core/markdown/sentence.ts"

function words(text: string): readonly string[] {
  return parseMarkdown("a.md", text).blocks.texts.map(blockWords)
}

Deno.test("blockWords keeps the words of a text at their places, without links' destinations and code", () => {
  deepStrictEqual(words("See `old/a.md` and [it](old/b.md).\n"), ["See `xxxxxxxx` and [it](        )."])
  deepStrictEqual(words("A ``b `c` `` d, `e\nf`\n"), ["A ``xxxxxx`` d, `x\nx`"])
  deepStrictEqual(words("No code \\`here, and `none here\n"), ["No code \\`here, and `none here"])
  deepStrictEqual(words("Nothing.\n"), ["Nothing."])
})

Deno.test("sentenceWords are those of one sentence", () => {
  const [block] = parseMarkdown("a.md", "One `a`. Two `b`.\n").blocks.texts
  deepStrictEqual(block === undefined ? [] : sentencesOf(block).map((one) => sentenceWords(block, one)), [
    "One `x`.",
    "Two `x`.",
  ])
})
