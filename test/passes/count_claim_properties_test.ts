import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { countClaim } from "../../src/passes/count_claim.ts"
import { numberOf, numberWord, writtenLike } from "../../src/passes/count_claim/number_word.ts"
import { corpusOf } from "./corpus_of.ts"

const piece = Schema.Literals([
  "It has ",
  "See `masts/`: ",
  "five ",
  "**5",
  "12",
  "1,200 ",
  "twenty-one\n",
  " masts",
  " wind masts**",
  "`masts/` (4)",
  " (",
  "\n\n",
  "\r\n",
  "| a | b |\n|---|---|\n| ",
  " | ",
  ". ",
  "- ",
  "> ",
  "```\n",
  '"',
  "## Masts\n",
  "[masts](#masts)",
  "é𝒳\u2028",
  "`",
])

const Sample = Schema.Struct({
  docs: Schema.Array(Schema.Array(piece).check(Schema.isMaxLength(16))).check(Schema.isMaxLength(4)),
  masts: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 })),
  exact: Schema.Boolean,
})

function corpusFrom({ docs, masts, exact }: typeof Sample.Type): ReturnType<typeof corpusOf> {
  const files = new Map(docs.map((pieces, index) => [`docs/${index}.md`, pieces.join("")]))
  const also = Array.from({ length: masts }, (_, index) => `masts/${exact ? "" : `${index % 3}/`}m${index}.yaml`)
  return corpusOf(files, {
    also,
    config: { passes: { "count-claim": { nouns: { "wind masts": { glob: "masts/**" } } } } },
  })
}

async function holds(property: (sample: typeof Sample.Type) => boolean, seed: number): Promise<void> {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), property, { runs: 800, seed }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
}

Deno.test("countClaim gives results whose evidence stands, whatever the text", () =>
  holds((sample) => {
    const corpus = corpusFrom(sample)
    const result = countClaim.look(corpus)
    deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
    return Schema.is(PassResult)(result)
  }, 61))

Deno.test("countClaim's edits apply, and make their finding go away", async () => {
  let tried = 0
  await holds((sample) => {
    const corpus = corpusFrom(sample)
    for (const finding of countClaim.look(corpus).findings) {
      if (finding.edits === undefined) continue
      tried++
      const files = new Map([...corpus.texts, ...Result.getOrThrow(applyEdits(corpus.texts, finding.edits))])
      const { findings } = countClaim.look(corpusOf(files, { also: corpus.paths.files, config: corpus.config }))
      if (findings.some(({ locator, key }) => locator === finding.locator && key === finding.key)) return false
    }
    return true
  }, 62)
  ok(tried > 20, String(tried))
})

Deno.test("countClaim says the same whatever the order of files", () =>
  holds((sample) => {
    const { texts, paths, config } = corpusFrom(sample)
    const also = [...paths.files].reverse()
    const reversed = corpusOf(new Map([...texts].reverse()), { also, config })
    deepStrictEqual(countClaim.look(reversed), countClaim.look(corpusFrom(sample)))
    return true
  }, 63))

Deno.test("numberOf reads what writtenLike writes", () => {
  for (let value = 0; value < 3000; value++) {
    for (const model of ["7", "1,000", "seven", "Seven"]) strictEqual(numberOf(writtenLike(value, model)), value)
  }
  deepStrictEqual([writtenLike(21, "Six"), writtenLike(1234, "1,000"), numberWord(40)], [
    "Twenty-one",
    "1,234",
    "forty",
  ])
})
