import { deepStrictEqual } from "node:assert/strict"
import { jsonWithComments } from "../../../src/core/foreign/json_with_comments.ts"

Deno.test("jsonWithComments takes comments and commas before a closing bracket, and leaves strings as they are", () => {
  const texts: readonly (readonly [string, unknown])[] = [
    ['\uFEFF// first\n{ "a": 1, /* two\nlines */ "b": [1, 2,], }\n', { a: 1, b: [1, 2] }],
    ['{ "url": "https://a.b/*c*/", "list": ",]" /* , */ }', { url: "https://a.b/*c*/", list: ",]" }],
    ['{ "quote": "\\"// no comment", "slash": "\\\\" } // end', { quote: '"// no comment', slash: "\\" }],
    ["[1 2]", undefined],
    ["{ a: 1 }", undefined],
    ["", undefined],
  ]
  for (const [text, value] of texts) deepStrictEqual([text, jsonWithComments(text)], [text, value])
})
