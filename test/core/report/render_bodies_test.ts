import { deepStrictEqual, doesNotMatch, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { Fragment, FragmentTier } from "../../../src/core/report/fragment.ts"
import { renderBodies } from "../../../src/core/report/render_bodies.ts"
import { holds, line } from "./report_arbitrary.ts"
import { cpuTime } from "../../services/cpu_time.ts"

function fragment(name: string, frontmatter: Fragment["frontmatter"] = {}, body = `Body of ${name}.\n`): Fragment {
  return { path: `memory/${name}.md`, frontmatter: { name, ...frontmatter }, body }
}

/** The names in the headers, in order. */
function namesOf(text: string): readonly string[] {
  return [...text.matchAll(/^\[scope: .*\] (.+)$/gmu)].map((header) => header[1] ?? "")
}

const oneEach: readonly Fragment[] = [
  fragment("lesson"),
  fragment("map", { type: "codemap" }),
  fragment("recap", { type: "session-recap" }),
  fragment("tagged", { scope: ["build", "project-x"] }),
  fragment("facts", { type: "project" }),
  fragment("rule", { kind: "architectural-rule" }),
  fragment("danger", { kind: "warning" }),
]

Deno.test("renderBodies says that nothing was selected", () => {
  strictEqual(renderBodies([]), "[delivery: empty selection]")
  strictEqual(renderBodies([], { cap: 99 }), "[delivery: empty selection]")
})

Deno.test("renderBodies puts a header above each body and a blank line between two", () => {
  const text = renderBodies([
    fragment("one", { scope: "build, ci" }, "First.\n\n\nSecond.\r\n\r\n"),
    fragment("two", { kind: "decision", scope: [] }, "  indented"),
    fragment("three", { kind: "warning", scope: ["global"] }, ""),
  ], { order: "caller" })
  strictEqual(
    text,
    [
      "[scope: build, ci | kind: lesson | path: memory/one.md] one\nFirst.\n\n\nSecond.",
      "[scope: - | kind: decision | path: memory/two.md] two\n  indented",
      "📛 WARNING — do not repeat\n[scope: global | kind: warning | path: memory/three.md] three",
    ].join("\n\n"),
  )
})

Deno.test("renderBodies orders by tier, and inside a tier as the caller does", () => {
  deepStrictEqual(namesOf(renderBodies(oneEach)), ["danger", "rule", "tagged", "facts", "recap", "map", "lesson"])
  deepStrictEqual(
    namesOf(renderBodies(oneEach, { order: "caller" })),
    oneEach.map(({ frontmatter }) => frontmatter["name"]),
  )
  const order: readonly FragmentTier[] = ["codemap", "rest", "warning"]
  deepStrictEqual(
    namesOf(renderBodies(oneEach, { order })),
    ["map", "lesson", "danger", "rule", "tagged", "facts", "recap"],
  )
})

Deno.test("renderBodies takes the tier that comes first in the order when two take a fragment", () => {
  const both = fragment("both", { kind: "warning", type: "project" })
  const fragments = [fragment("recap", { type: "session-recap" }), both, fragment("danger", { kind: "warning" })]
  deepStrictEqual(namesOf(renderBodies(fragments)), ["both", "danger", "recap"])
  deepStrictEqual(
    namesOf(renderBodies(fragments, { order: ["project", "session-recap", "warning"] })),
    ["both", "recap", "danger"],
  )
})

Deno.test("renderBodies says that it knows no such order, and takes the default", () => {
  for (const order of ["newest", ["warning", "newest"], null, 3]) {
    // What JavaScript may pass
    const options = JSON.parse(JSON.stringify({ order }))
    const expected = order === null ? "" : "[delivery: unknown order override, fell back to default]\n\n"
    strictEqual(renderBodies(oneEach, options), expected + renderBodies(oneEach))
  }
})

Deno.test("renderBodies drops the tail of the last tier over the cap, and counts it in the last line", () => {
  const text = renderBodies(oneEach, { cap: 2 })
  deepStrictEqual(namesOf(text), ["danger", "rule"])
  ok(text.endsWith("Body of rule.\n\n[5 fragments dropped — narrow scope for more detail]"))
  deepStrictEqual(namesOf(renderBodies(oneEach, { cap: 2, order: "caller" })), ["lesson", "map"])
  doesNotMatch(renderBodies(oneEach, { cap: 7 }), /dropped|delivery/u)
})

Deno.test("renderBodies keeps the cap from 1 to 20, and says when it had to", () => {
  const many = Array.from({ length: 23 }, (_, index) => fragment(`m${index}`))
  const cases = [
    { cap: 0, limit: 1 },
    { cap: -3, limit: 1 },
    { cap: 21, limit: 20 },
    { cap: Infinity, limit: 20 },
    { cap: 2.5, limit: 2 },
    { cap: NaN, limit: 20 },
  ]
  for (const { cap, limit } of cases) {
    const text = renderBodies(many, { cap })
    ok(text.startsWith(`[delivery: cap ${cap} is not from 1 to 20, used ${limit}]\n\n[scope: `), text.slice(0, 80))
    strictEqual(namesOf(text).length, limit)
    ok(text.endsWith(`\n\n[${23 - limit} fragments dropped — narrow scope for more detail]`))
  }
  strictEqual(namesOf(renderBodies(many)).length, 20)
})

Deno.test("renderBodies marks a fragment without path or name, and shows it", () => {
  strictEqual(
    renderBodies([{ frontmatter: { kind: "warning", scope: [3, "a"] }, body: "Text" }]),
    [
      "[delivery: fragment missing path]",
      "[delivery: fragment missing name]",
      "📛 WARNING — do not repeat",
      "[scope: a | kind: warning | path: -] -",
      "Text",
    ].join("\n"),
  )
})

Deno.test("renderBodies takes anchors of rules out of a body, and nothing else", () => {
  const cases = [
    { body: "- <!-- id: no-io --> Do no I/O.\n- Plain.", shown: "- Do no I/O.\n- Plain." },
    { body: "One.\n  <!-- id:a --> <!--id: b-->\r\nTwo.", shown: "One.\nTwo." },
    { body: "<!-- identity: x -->\n<!-- note -->", shown: "<!-- identity: x -->\n<!-- note -->" },
    { body: "<!-- id: open\nText -->", shown: "<!-- id: open\nText -->" },
    { body: "<!-- id: <!-- id: x -->kept", shown: "<!-- id: kept" },
  ]
  for (const { body, shown } of cases) {
    strictEqual(
      renderBodies([fragment("a", {}, body)]),
      `[scope: - | kind: lesson | path: memory/a.md] a\n${shown}`,
    )
  }
})

Deno.test("renderBodies keeps a header on its line, whatever its fields hold", () => {
  const odd: Fragment = {
    path: "memory/a\nb.md",
    frontmatter: { name: "a\r\nb", kind: "k\nl", scope: ["s\u2028t"] },
    body: "x",
  }
  strictEqual(renderBodies([odd]), "[scope: s t | kind: k l | path: memory/a%0Ab.md] a b\nx")
})

Deno.test("renderBodies takes time in proportion to a body of unclosed anchors", () => {
  const body = "<!-- id: ".repeat(200_000) + "\n".repeat(200_000) + "x"
  const start = cpuTime()
  ok(renderBodies([fragment("a", {}, body)]).endsWith("x"))
  ok(cpuTime() - start < 5_000)
})

Deno.test("renderBodies shows every fragment once up to the cap, each body as it is", async () => {
  const field = Arbitrary.schema(
    Schema.Literals(["warning", "architectural-rule", "project", "session-recap", "codemap", "decision"]),
  )
  const fragments = Arbitrary.array(Arbitrary.all([field, field, line]), { minLength: 1, maxLength: 20 })
  await holds(fragments, (parts) => {
    const given = parts.map(([kind, type, body], index) => fragment(`n${index}`, { kind, type }, `${index}: ${body}`))
    const text = renderBodies(given)
    deepStrictEqual(namesOf(text).toSorted(), given.map((_, index) => `n${index}`).toSorted())
    for (const { path, frontmatter, body } of given) {
      ok(text.includes(`| path: ${path}] ${String(frontmatter["name"])}\n${body}`), body)
    }
    strictEqual(text, renderBodies(given))
    return true
  }, 100)
})
