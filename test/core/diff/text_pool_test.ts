import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { distance } from "fastest-levenshtein"
import { maskPlace, normaliseText } from "../../../src/core/diff/normalise.ts"
import { sightingsOf } from "../../../src/core/diff/subject.ts"
import { poolTexts } from "../../../src/core/diff/text_pool.ts"
import { finding } from "./builders.ts"

const vocabulary =
  "decision skill link missing owner contradicts retired path orphan duplicate rule gate hook status front matter"
    .split(" ")

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

function sentences(count: number, next: () => number): readonly string[] {
  const word = (): string => vocabulary[Math.floor(next() * vocabulary.length)] ?? ""
  return Array.from({ length: count }, () => Array.from({ length: 3 + Math.floor(next() * 9) }, word).join(" "))
}

/** The text with letters changed, left out and put in. */
function edited(text: string, edits: number, next: () => number): string {
  let result = text
  for (let edit = 0; edit < edits; edit++) {
    const at = Math.floor(next() * result.length)
    result = result.slice(0, at) + (next() < 0.5 ? "" : "xyz".charAt(Math.floor(next() * 3))) +
      result.slice(at + (next() < 0.7 ? 1 : 0))
  }
  return normaliseText(result)
}

const rules = { sameKey: false, settledEqual: false }

Deno.test("poolTexts finds the nearest of up to 256 texts whenever comparing all would", () => {
  for (const [size, seed] of [[12, 1], [60, 2], [240, 3]] as const) {
    const next = random(seed)
    const texts = sentences(size, next)
    const pool = poolTexts(sightingsOf(texts.map((what) => finding({ what }))), ({ text }) => text, rules)
    for (const text of texts.slice(0, 60).map((each) => edited(each, Math.floor(next() * each.length * 0.28), next))) {
      const shares = texts.map((each) => distance(text, each) / Math.min(text.length, each.length)).sort((a, b) =>
        a - b
      )
      const nearest = pool.nearest(text, false)
      const best = shares[0] ?? 1
      if (best >= 0.3) strictEqual(nearest, undefined)
      else if (nearest?.open !== true) {
        strictEqual(nearest?.share, best)
        // The second is exact as far as it can matter: within the margin of the best.
        const second = shares[1] ?? 1
        if (second < Math.min(best + 0.05, 0.3)) strictEqual(nearest?.secondShare, second)
        else ok(nearest.secondShare >= Math.min(best + 0.05, 0.3))
      }
    }
  }
})

Deno.test("poolTexts finds reworded sentences among thousands", () => {
  const next = random(5)
  const texts = sentences(3_000, next).map((text, index) => `${text} number ${index} ${vocabulary[index % 17] ?? "x"}`)
  const pool = poolTexts(sightingsOf(texts.map((what) => finding({ what }))), ({ text }) => text, rules)
  for (const text of texts.filter((_, index) => index % 50 === 0)) {
    const words = text.split(" ")
    words[1] = "clearly"
    const nearest = pool.nearest(words.join(" "), false)
    ok(words.join(" ").length < 24 || nearest?.best.text === text || nearest?.share !== undefined)
    if (words.length > 8) strictEqual(nearest?.best.text, text)
  }
})

Deno.test("poolTexts does not conclude from a part of what is alike", () => {
  const texts = Array.from(
    { length: 2_000 },
    (_, index) => `item ${index + 1_000} has no owner in the whole of this module`,
  )
  const pool = poolTexts(sightingsOf(texts.map((what) => finding({ what }))), ({ text }) => text, rules)
  strictEqual(pool.nearest("item 9999 has no owner in the whole of this module", false)?.open, true)
})

Deno.test("maskPlace masks whole names of the place, longest first, and nothing else", () => {
  const mask = "\u0000"
  const cases = [
    ["Skill agent cites skills/agent/SKILL.md:4", "skills/agent/SKILL.md:4", `${mask} ${mask} cites ${mask}`],
    ["new-agent and agents are not agent", "skills/agent", `new-agent and agents are not ${mask}`],
    ["f12 (f12.md) in docs", "docs/f12.md", `${mask} (${mask}) in ${mask}`],
    ["nothing of it", "docs/f12.md", "nothing of it"],
    ["agentagent agent-agent agent", "agent", `agentagent agent-agent ${mask}`],
  ] as const
  for (const [text, locator, expected] of cases) deepStrictEqual(maskPlace(text, locator), expected)
})
