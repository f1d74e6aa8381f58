import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { applyEdits } from "../../../src/core/edit/apply_edits.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import type { Edit, Finding } from "../../../src/core/schema/finding.ts"
import { lookedAt } from "../../../src/passes/outcome/pass_outcome.ts"
import { textEdits } from "../../../src/passes/outcome/text_edits.ts"
import { wholeLineEdits } from "../../../src/passes/outcome/whole_line_edits.ts"

function finding(edits?: readonly Edit[]): Finding {
  return {
    pass: "x",
    locator: "a.md",
    verdict: "STALE",
    severity: "Low",
    what: "w",
    route: "direct-fix",
    proposed_action: "a",
    ...(edits === undefined ? {} : { edits }),
  }
}

/** The edits of the findings of one pass over `a.md` as they come out. */
function widened(text: string, ...findings: readonly (readonly Edit[])[]): readonly (readonly Edit[])[] {
  const result = lookedAt("x", { scanned: ["a.md"], findings: findings.map(finding) })
  return wholeLineEdits([result], new Map([["a.md", text]])).flatMap((one) =>
    one.findings.map(({ edits = [] }) => edits)
  )
}

const edit = (find: string, replace: string): Edit => ({ path: "a.md", find, replace })

Deno.test("wholeLineEdits takes the lines that change, and no other ones", () => {
  const cases: readonly (readonly [string, string, Edit, Edit])[] = [
    ["in a line", "one\nkind: old  \ntwo\n", edit(": old", ": new"), edit("kind: old  ", "kind: new  ")],
    ["beyond its end", "one\nkind: old\ntwo\n", edit("old\nt", "new\nt"), edit("kind: old", "kind: new")],
    ["a line added", "one\ntwo\n", edit("o\n", "o\nthree\n"), edit("two", "two\nthree")],
    ["at the end of the file", "one\ntwo", edit("wo", "en"), edit("two", "ten")],
    ["at its start", "one\ntwo", edit("on", "w"), edit("one", "we")],
    ["CRLF", "one\r\nkind: old\r\ntwo\r\n", edit("old\r\nt", "new\r\nt"), edit("kind: old", "kind: new")],
    ["CR alone", "one\rkind: old\rtwo\r", edit("old\rt", "new\rt"), edit("kind: old", "kind: new")],
    ["two lines", "one\ntwo\nten\n", edit("wo\nte", "oo\nta"), edit("two\nten", "too\ntan")],
    ["a repeated line", "- a\nb\n- a\n", edit("b\n- a", "b\n- c"), edit("b\n- a", "b\n- c")],
    ["a repeated line in part", "x\n- a\nbb\n- a\n", edit("b\n- a", "b\n- c"), edit("bb\n- a", "bb\n- c")],
    ["a blank line filled", "one\n\ntwo\n", edit("e\n\nt", "e\nx\nt"), edit("one\n\ntwo", "one\nx\ntwo")],
    ["a line taken out", "one\ntwo\n", edit("two\n", ""), edit("two\n", "")],
    ["whole already", "one\ntwo\n", edit("one\ntwo", "one\nten"), edit("one\ntwo", "one\nten")],
  ]
  for (const [name, text, given, wanted] of cases) {
    deepStrictEqual(widened(text, [given]), [[wanted]], name)
    deepStrictEqual(applyEdits(new Map([["a.md", text]]), [wanted]), applyEdits(new Map([["a.md", text]]), [given]))
  }
})

Deno.test("wholeLineEdits makes one edit of those that a finding has in a line", () => {
  deepStrictEqual(widened("a b c\nd\n", [edit("a", "x"), edit("c", "z"), edit("d", "e")]), [
    [edit("a b c", "x b z"), edit("d", "e")],
  ])
})

Deno.test("wholeLineEdits leaves what nobody would review, or what would not fit any more", () => {
  const long = `${"word ".repeat(300)}old`
  const cases: readonly (readonly [string, string, readonly (readonly Edit[])[]])[] = [
    ["a long line", `${long}\n`, [[edit("old", "new")]]],
    ["a line of two findings", "a b c\nd\n", [[edit("a", "x")], [edit("c", "z"), edit("d", "e")]]],
    ["a line in the middle of three findings", "a b c d\n", [[edit("a", "x")], [edit("b", "y")], [edit("d", "z")]]],
    ["a text that is there twice", "a\na\n", [[edit("a", "x")]]],
    ["a text that is gone", "a\n", [[edit("b", "x")]]],
    ["another file", "a\n", [[{ path: "b.md", find: "a", replace: "x" }]]],
    ["a file to create", "a b\n", [[{ path: "c.md", create: "new" }, edit("a", "x")]]],
    ["no edits", "a\n", [[]]],
  ]
  for (const [name, text, given] of cases) deepStrictEqual(widened(text, ...given), given, name)
})

Deno.test("wholeLineEdits looks at the findings of all passes, and keeps those without edits as they are", () => {
  const [one, other] = [finding([edit("a", "x")]), { ...finding([edit("c", "z")]), pass: "y" }]
  const plain = finding()
  const results = [
    lookedAt("x", { scanned: ["a.md"], findings: [one, plain] }),
    lookedAt("y", { scanned: ["a.md"], findings: [other] }),
  ]
  deepStrictEqual(wholeLineEdits(results, new Map([["a.md", "a b c\n"]])), results)
})

const word = Schema.Literals(["a", "b", "- a", "é", "b: a", "\u{1F40E}", ""])
const change = Schema.Struct({
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
  length: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })),
  // What makes a line equal to another one changes what is unique.
  to: Schema.Literals(["x", "y\nz", "{", "q\n"]),
  finding: Schema.Literals([0, 1, 2]),
})
const shape = Schema.Struct({
  lines: Schema.Array(word).check(Schema.isMinLength(2), Schema.isMaxLength(12)),
  end: Schema.Literals(["\n", "\r\n"]),
  changes: Schema.Array(change).check(Schema.isMinLength(1), Schema.isMaxLength(5)),
})

/** The findings that some changes make, those that no text around tells apart left out. */
function editsOf(text: string, changes: typeof shape.Type["changes"]): readonly (readonly Edit[])[] {
  const document = parseMarkdown("a.md", text)
  const disjoint = [...changes].sort((one, two) => one.at - two.at).filter(({ at, length }, index, all) =>
    at + length <= text.length && all.slice(0, index).every((other) => other.at + other.length < at)
  )
  return [...Map.groupBy(disjoint, ({ finding }) => finding).values()].flatMap((own) => {
    const edits = textEdits(document, own.map(({ at, length, to }) => ({ start: at, end: at + length, to })))
    return edits === undefined ? [] : [edits]
  })
}

/** A text after findings were applied one after the other; `undefined`: one of them does not fit. */
function applied(text: string, findings: readonly (readonly Edit[])[]): string | undefined {
  let now: ReadonlyMap<string, string> = new Map([["a.md", text]])
  for (const edits of findings) {
    const next = applyEdits(now, edits)
    if (Result.isFailure(next)) return undefined
    now = new Map([...now, ...next.success])
  }
  return now.get("a.md")
}

Deno.test("wholeLineEdits changes no outcome: findings that fit one after the other still do, to the same text", async () => {
  let different = 0
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(shape), ({ lines, end, changes }) => {
      const text = lines.map((line, index) => `${line}${index % 3 === 0 ? ` ${index}` : ""}${end}`).join("")
      const findings = editsOf(text, changes)
      const [before, after] = [applied(text, findings), widened(text, ...findings)]
      if (before === undefined) return Effect.succeed(true)
      if (JSON.stringify(after) !== JSON.stringify(findings)) different++
      return Effect.succeed(applied(text, after) === before)
    }, { runs: 2_000, seed: 11 }),
  )
  strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
  ok(different > 400, String(different))
})
