import { strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ShellWord, shellWords, writtenAt } from "../../../src/core/redact/shell_words.ts"

const texts = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(
      Schema.Literals(["a", "é ", "😀", "'", '"', "`", "\\", "\\\n", "\\\r\n", "\n", "$(", ")", "$'", " ", "<", "|"]),
    ),
    { maxLength: 16 },
  ),
  (parts) => parts.join(""),
)

/** Whether each character of a word stands in the text where it is said to be written, behind the one before it. */
function isWritten(word: ShellWord, text: string): boolean {
  let before = 0
  return Array.from({ length: word.value.length }, (_, index) => index).every((index) => {
    const place = writtenAt(word, index)
    if (
      place === undefined || place.from < before || !text.slice(place.from, place.to).endsWith(word.value.charAt(index))
    ) {
      return false
    }
    before = place.to
    return true
  })
}

Deno.test("each character of a word is written where its pieces say, and nothing behind the last one", async () => {
  const property = (text: string): boolean =>
    shellWords(text).every((token) =>
      token.kind !== "word" ||
      isWritten(token, text) && writtenAt(token, token.value.length) === undefined && writtenAt(token, -1) === undefined
    )
  const result = await Effect.runPromise(Arbitrary.checkEffect(texts, property, { runs: 4000, seed: 7 }))
  strictEqual(result._tag, "Passed", result._tag === "Passed" ? "" : Arbitrary.formatCheckFailure(result))
})

Deno.test("a quoted word is kept in as many pieces as it is written in, however long it is", () => {
  const [word] = shellWords(`"${"a b ".repeat(100_000)}\\$HOME"'c'`)
  strictEqual(word?.kind === "word" && word.value.length, 400_006)
  strictEqual(word?.kind === "word" && word.pieces.length, 4)
})
