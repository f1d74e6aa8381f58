import { deepStrictEqual } from "node:assert/strict"
import { escapedPattern } from "../../src/core/escaped_pattern.ts"

Deno.test("escapedPattern makes every printable character stand for itself alone, with and without the flag u", () => {
  const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  for (const one of characters) {
    for (const flags of ["", "u"]) {
      const pattern = new RegExp(`^a${escapedPattern(one)}$`, flags)
      deepStrictEqual([one, characters.filter((other) => pattern.test(`a${other}`))], [one, [one]])
    }
  }
})
