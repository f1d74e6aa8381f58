import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { applyEdits } from "../../../src/core/edit/apply_edits.ts"
import type { Edit } from "../../../src/core/schema/finding.ts"

function edited(texts: { readonly [path: string]: string }, edits: readonly Edit[]): unknown {
  const result = applyEdits(new Map(Object.entries(texts)), edits)
  return Result.isFailure(result) ? result.failure.message : Object.fromEntries(result.success)
}

Deno.test("applyEdits replaces text that occurs exactly once and nothing else", () => {
  deepStrictEqual(edited({ "a.md": "x old y", "b.md": "old" }, [{ path: "a.md", find: "old", replace: "new" }]), {
    "a.md": "x new y",
  })
  deepStrictEqual(edited({ "a.md": "$& old" }, [{ path: "a.md", find: "old", replace: "$&$1" }]), { "a.md": "$& $&$1" })
})

Deno.test("applyEdits refuses text that occurs twice, overlaps counted, or never, or in no file", () => {
  const edit = (find: string): readonly Edit[] => [{ path: "a.md", find, replace: "new" }]
  match(String(edited({ "a.md": "old old" }, edit("old"))), /a\.md: the text to replace occurs more than once: "old"/)
  match(String(edited({ "a.md": "aaa" }, edit("aa"))), /more than once/)
  match(String(edited({ "a.md": "" }, edit("old\nline"))), /is gone: "old"/)
  match(String(edited({}, edit("old"))), /there is no such file/)
  match(
    String(edited({ "a.md": `Use ghp_${"a1B2".repeat(9)}` }, edit("Use <redacted:github-token>"))),
    /the report leaves out a secret of the text to replace: .*; apply it in "retro checkpoint", or edit it by hand$/u,
  )
  deepStrictEqual(edited({ "a.md": "as <redacted:x>" }, edit("<redacted:x>")), { "a.md": "as new" })
})

Deno.test("applyEdits creates a file only where there is none", () => {
  const edits = [{ path: "a.md", create: "text\n" }]
  deepStrictEqual(edited({}, edits), { "a.md": "text\n" })
  deepStrictEqual(edited({ "a.md": "text\n" }, edits), {})
  match(String(edited({ "a.md": "other" }, edits)), /exists already with other content/)
})

Deno.test("applyEdits does the edits of a finding one after the other, or none", () => {
  const edits = [{ path: "n.md", create: "one\n" }, { path: "n.md", find: "one", replace: "two" }, {
    path: "a.md",
    find: "x",
    replace: "y",
  }]
  deepStrictEqual(edited({ "a.md": "x" }, edits), { "a.md": "y", "n.md": "two\n" })
  match(String(edited({ "a.md": "z" }, edits)), /a\.md: the text to replace is gone/)
})

Deno.test("applyEdits changes nothing when the edits are done already", () => {
  const cases: readonly (readonly [string, readonly Edit[]])[] = [
    ["head\n", [{ path: "a.md", find: "head\n", replace: "head\nrow\n" }]],
    ["a b", [{ path: "a.md", find: "a", replace: "a a" }]],
    ["x", [{ path: "a.md", find: "x", replace: "y" }, { path: "a.md", find: "y", replace: "z" }]],
    ["keep drop", [{ path: "a.md", find: " drop", replace: "" }]],
    ["a.md b.md", [{ path: "a.md", find: "a.md", replace: "c.md" }]],
  ]
  for (const [text, edits] of cases) {
    const once = Result.getOrThrow(applyEdits(new Map([["a.md", text]]), edits))
    strictEqual(once.size, 1, text)
    deepStrictEqual([...Result.getOrThrow(applyEdits(once, edits))], [], text)
  }
})

Deno.test("applyEdits does the rest of edits of which some are done already", () => {
  const edits = [{ path: "a.md", find: "one", replace: "1" }, { path: "a.md", find: "two", replace: "2" }]
  deepStrictEqual(edited({ "a.md": "1 two" }, edits), { "a.md": "1 2" })
})

Deno.test("applyEdits does not take new text that stands elsewhere for a finished edit", () => {
  deepStrictEqual(edited({ "a.md": "new old" }, [{ path: "a.md", find: "old", replace: "new" }]), { "a.md": "new new" })
})

Deno.test("applyEdits makes an edit whose text to find is there, though its new text is a part of it or overlaps it", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["Status: Acceptedd\n", "Acceptedd", "Accepted", "Status: Accepted\n"],
    ["There are 3 tools and 4.", "There are 3 tools and 4.", "There are 3 tools", "There are 3 tools"],
    ["the the end", "the the", "the", "the end"],
    ["abc", "ab", "bc", "bcc"],
  ]
  for (const [text, find, put, after] of cases) {
    const edits = [{ path: "a.md", find, replace: put }]
    deepStrictEqual(edited({ "a.md": text }, edits), { "a.md": after }, text)
    deepStrictEqual(edited({ "a.md": after }, edits), {}, after)
  }
})

Deno.test("applyEdits does not add a second time what stands at its place, and adds it where it stands elsewhere", () => {
  const edits = [{ path: "a.md", find: "A\n", replace: "A\nB\n" }]
  deepStrictEqual(edited({ "a.md": "A\nB\nC\n" }, edits), {})
  deepStrictEqual(edited({ "a.md": "A\nC\nB\n" }, edits), { "a.md": "A\nB\nC\nB\n" })
  deepStrictEqual(edited({ "a.md": "B\nA\n" }, edits), { "a.md": "B\nA\nB\n" })
})

Deno.test("applyEdits makes chains of edits that shorten, and adds, and tells when they are done", () => {
  const chains: readonly (readonly [string, readonly (readonly [string, string])[], string])[] = [
    ["Acceptedd", [["Acceptedd", "Accepted"], ["Accepted", "Accepted in 2026"]], "Accepted in 2026"],
    ["Acceptedd", [["Acceptedd", "Accepted"], ["Accepted", "Accept"]], "Accept"],
    ["A C", [["A", "B"], ["C", "A"]], "B A"],
    ["head\n", [["head\n", "head\none\n"], ["head\n", "head\ntwo\n"]], "head\ntwo\none\n"],
  ]
  for (const [text, pairs, after] of chains) {
    const edits = pairs.map(([find, replace]) => ({ path: "a.md", find, replace }))
    deepStrictEqual(edited({ "a.md": text }, edits), { "a.md": after }, text)
    deepStrictEqual(edited({ "a.md": after }, edits), {}, after)
  }
})

Deno.test("applyEdits keeps CRLF line endings, and leaves a file of mixed ones as it is", () => {
  const edits = [{ path: "a.md", find: "b\nc", replace: "b\nnew\nc" }]
  deepStrictEqual(edited({ "a.md": "a\r\nb\r\nc\r\n" }, edits), { "a.md": "a\r\nb\r\nnew\r\nc\r\n" })
  deepStrictEqual(edited({ "a.md": "a\r\nb\r\nnew\r\nc\r\n" }, edits), {})
  match(String(edited({ "a.md": "a\nb\r\nc\r\n" }, edits)), /is gone/)
})

Deno.test("applyEdits never changes anything a second time, and only files that edits name", async () => {
  const letter = Schema.Literals(["a", "b", "\n", "\r\n", "ab", "c"])
  const word = Arbitrary.map(Arbitrary.array(Arbitrary.schema(letter), { maxLength: 5 }), (letters) => letters.join(""))
  const input = Arbitrary.all([word, word, word, word, word, Arbitrary.schema(Schema.Boolean)])
  let done = 0
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(input, ([text, find, put, find2, put2, isMarked]) => {
      // A mark makes the new text unique: only then can a second run tell that it is there already.
      const edits = [{ path: "a", find: `${find}x`, replace: isMarked ? `${put}X` : put }, {
        path: "a",
        find: `${find2}y`,
        replace: isMarked ? `${put2}Y` : put2,
      }]
      const texts = new Map([["a", `${text}${find}x${text}${find2}y`], ["other", `${find}x`]])
      const once = applyEdits(texts, edits)
      if (Result.isFailure(once)) return once.failure.path === "a"
      done++
      const again = applyEdits(new Map([...texts, ...once.success]), edits)
      return !once.success.has("other") && (Result.isSuccess(again) ? again.success.size === 0 : !isMarked)
    }, { runs: 2000, seed: 3 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  strictEqual(done > 500, true, `only ${done} inputs were edited`)
})

/** How often a text occurs; overlapping places count. */
function countOf(text: string, part: string): number {
  return [...text].filter((_, at) => text.startsWith(part, at)).length
}

Deno.test("applyEdits makes every edit whose text to find occurs once and does not stay, and only once", async () => {
  const letter = Schema.Literals(["a", "b", "c", "\n"])
  const word = Arbitrary.map(Arbitrary.array(Arbitrary.schema(letter), { maxLength: 5 }), (letters) => letters.join(""))
  let [made, shortened, again] = [0, 0, 0]
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.all([word, word, word, word]), ([start, find, put, end]) => {
      const text = start + find + end
      if (find === "" || put.includes(find) || countOf(text, find) !== 1) return true
      const edits = [{ path: "a.md", find, replace: put }]
      const after = start + put + end
      const once = applyEdits(new Map([["a.md", text]]), edits)
      if (Result.isFailure(once) || once.success.get("a.md") !== after) return false
      made++
      if (put !== "" && find.includes(put)) shortened++
      // What joins before and after the new text may read as the text to find: that is another place to edit. And new
      // text that stands elsewhere too does not tell that the edit was made.
      if (after.includes(find)) return true
      const twice = applyEdits(new Map([["a.md", after]]), edits)
      if (Result.isFailure(twice)) return countOf(after, put) > 1
      again++
      return twice.success.size === 0
    }, { runs: 4000, seed: 7 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  strictEqual(
    made > 1000 && shortened > 100 && again > 500,
    true,
    `${made} made, ${shortened} shortened, ${again} again`,
  )
})

Deno.test("applyEdits makes every edit that adds to the text to find, and only once", async () => {
  const letter = Schema.Literals(["a", "b", "c", "\n"])
  const word = Arbitrary.map(Arbitrary.array(Arbitrary.schema(letter), { maxLength: 4 }), (letters) => letters.join(""))
  let [made, done] = [0, 0]
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.all([word, word, word, word, word]), ([start, find, left, right, end]) => {
      const text = start + find + end
      const put = left + find + right
      if (find === "" || put === find || countOf(text, find) !== 1 || countOf(put, find) !== 1) return true
      const edits = [{ path: "a.md", find, replace: put }]
      const once = applyEdits(new Map([["a.md", text]]), edits)
      if (Result.isFailure(once)) return false
      if (text.includes(put)) {
        done++
        return once.success.size === 0
      }
      made++
      const after = start + put + end
      const twice = applyEdits(new Map([["a.md", after]]), edits)
      // Joined with what stands around it, the text may be there twice: then nothing can be told, and nothing is written.
      const isOnce = countOf(after, find) === 1
      return once.success.get("a.md") === after &&
        (Result.isSuccess(twice) ? twice.success.size === 0 : !isOnce)
    }, { runs: 4000, seed: 9 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  strictEqual(made > 500 && done > 30, true, `${made} made, ${done} done`)
})
