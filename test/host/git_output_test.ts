import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { changesOf, decodeName, decodeText, entriesOf, fieldsOf, objectsOf } from "../../src/host/git_output.ts"

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

Deno.test("fieldsOf gives back any names between NULs", async () => {
  const names = Arbitrary.array(Arbitrary.schema(Schema.NonEmptyString), { maxLength: 8 })
  const found = await Effect.runPromise(
    Arbitrary.checkEffect(names, (given) => {
      const known = given.map((name) => name.replaceAll("\0", "").toWellFormed()).filter((name) => name !== "")
      const read = fieldsOf(bytes(known.map((name) => `${name}\0`).join(""))).map((field) => field.name)
      return JSON.stringify(read) === JSON.stringify(known)
    }, { runs: 300, seed: 11 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(found), undefined)
})

Deno.test("decodeName writes bytes that are no UTF-8 as percent-escapes", () => {
  deepStrictEqual(decodeName(new Uint8Array([0x61, 0xe9, 0x2e])), { name: "a%E9.", isUtf8: false })
  deepStrictEqual(decodeName(bytes("é")), { name: "é", isUtf8: true })
})

Deno.test("decodeText refuses what is no text and drops a byte order mark", () => {
  strictEqual(decodeText(new Uint8Array([0x61, 0xe9])), undefined)
  strictEqual(decodeText(new Uint8Array([0x61, 0])), undefined)
  strictEqual(decodeText(bytes("\ufeffa")), "a")
})

Deno.test("entriesOf keeps a tab in a path", () => {
  const [entry] = entriesOf(bytes("100644 0123 0\ta\tb.md\0"))
  deepStrictEqual([entry?.mode, entry?.words[1], entry?.path.name], ["100644", "0123", "a\tb.md"])
})

Deno.test("changesOf reads every letter, and stops at a torn end", () => {
  deepStrictEqual(changesOf(bytes("A\0a\0M\0m\0D\0d\0R087\0old\0new\0C100\0from\0copy\0T\0t\0U\0u\0X")), [
    { kind: "added", path: "a" },
    { kind: "modified", path: "m" },
    { kind: "deleted", path: "d" },
    { kind: "renamed", path: "new", from: "old" },
    { kind: "added", path: "copy" },
    { kind: "modified", path: "t" },
    { kind: "modified", path: "u" },
  ])
})

Deno.test("objectsOf reads contents that look like headers, and leaves out what is missing", () => {
  const content = "1234 blob 3\nabc"
  const output = `aa blob ${content.length}\n${content}\nbb missing\ncc blob 0\n\n`
  const objects = objectsOf(bytes(output))
  deepStrictEqual([...objects].map(([id, found]) => [id, new TextDecoder().decode(found)]), [["aa", content], [
    "cc",
    "",
  ]])
})
