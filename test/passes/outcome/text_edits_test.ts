import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { placeOnLine, textEdits } from "../../../src/passes/outcome/text_edits.ts"

/** What the edits of some parts of a text find and put in their place. */
function edits(text: string, ...parts: readonly (readonly [number, number, string])[]): readonly string[] | undefined {
  return textEdits(parseMarkdown("a.md", text), parts.map(([start, end, to]) => ({ start, end, to })))
    ?.map((edit) => "find" in edit ? `${edit.find}>${edit.replace}` : "")
}

Deno.test("textEdits takes as much around a place as tells it from others", () => {
  deepStrictEqual(edits("one old two", [4, 7, "new"]), ["e old t>e new t"])
  deepStrictEqual(edits("a b a b a c", [8, 9, "x"]), ["b a c>b x c"])
  deepStrictEqual(edits("one old two old", [4, 7, "new"]), ["e old t>e new t"])
})

Deno.test("textEdits makes one edit of places whose surroundings meet, and several of those far apart", () => {
  deepStrictEqual(edits("one two", [4, 7, "x"], [0, 3, "y"]), ["one two>y x"])
  deepStrictEqual(edits("one and then and now two", [0, 3, "y"], [21, 24, "x"]), ["one a>y a", "w two>w x"])
})

Deno.test("textEdits gives nothing when no text around a place is unique, be it one of several", () => {
  const text = "x".repeat(3_000)
  strictEqual(edits(text, [1_500, 1_501, "y"]), undefined)
  strictEqual(edits(`${text} one`, [1_500, 1_501, "y"], [3_001, 3_004, "two"]), undefined)
})

Deno.test("textEdits splits neither a character nor a line end", () => {
  deepStrictEqual(edits("\u{1F40E}a\u{1F40E}", [2, 3, "b"]), ["\u{1F40E}a\u{1F40E}>\u{1F40E}b\u{1F40E}"])
  deepStrictEqual(edits("ab\r\ncd\r\n", [1, 2, "x"]), ["ab\r\n>ax\r\n"])
  deepStrictEqual(edits("a\u{1F40E}bcd", [3, 4, "x"]), ["\u{1F40E}bcd>\u{1F40E}xcd"])
})

Deno.test("placeOnLine finds a text on its line, whatever ends the lines before it", () => {
  const document = parseMarkdown("a.md", "a\r\nb a\rc a a\n")
  deepStrictEqual([placeOnLine(document, 2, "a"), placeOnLine(document, 3, "a", 3)], [
    { start: 5, end: 6 },
    { start: 11, end: 12 },
  ])
  deepStrictEqual([placeOnLine(document, 1, "b"), placeOnLine(document, 9, "b")], [undefined, undefined])
})
