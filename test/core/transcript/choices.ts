import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Choices that a generated text is made of; when they run out, the first possibility is taken: texts shrink well. */
export class Choices {
  #next = 0

  constructor(readonly given: readonly number[]) {}

  /** A number below `bound`. */
  below(bound: number): number {
    return (this.given[this.#next++] ?? 0) % bound
  }

  /** One of several. */
  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0]
  }
}

const numbers = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9_999 }))
const choices = Arbitrary.array(Arbitrary.schema(numbers), { minLength: 4, maxLength: 48 })
/** So large that lists come in all lengths, and numbers in all sizes. */
const size = 10_000

/** How many cases a property is tried on: RETRO_CASES, or few enough for every run. */
export const cases = Number(Deno.env.get("RETRO_CASES") ?? 3_000)
/** How many of them bash is asked about, which takes milliseconds for each. */
export const bashCases = Number(Deno.env.get("RETRO_CASES") ?? 250)

/** Tries a property on generated choices; fails with the smallest choices that break it. */
export async function holds(seed: number, property: (choices: Choices) => void): Promise<void> {
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(choices, (given) => {
      property(new Choices(given))
      return true
    }, { runs: cases, seed, size }),
  )
  if (result._tag !== "Passed") throw new Error(Arbitrary.formatCheckFailure(result) ?? result._tag)
}

/** Some of the generated choices: for what is too slow to try on all. */
export function sampleChoices(seed: number, count: number): Promise<readonly Choices[]> {
  return Effect.runPromise(
    Effect.map(
      Arbitrary.sampleEffect(choices, { count, seed, size }),
      (samples) => samples.map((given) => new Choices(given)),
    ),
  )
}
