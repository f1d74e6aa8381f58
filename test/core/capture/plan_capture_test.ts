import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { readCapturePayload } from "../../../src/core/capture/capture_payload.ts"
import { heldSecret } from "../../../src/core/capture/capture_secret.ts"
import type { MemoryTree } from "../../../src/core/capture/memory_tree.ts"
import { planCapture } from "../../../src/core/capture/plan_capture.ts"
import { applyEdits } from "../../../src/core/edit/apply_edits.ts"
import { readFrontMatter } from "../../../src/core/markdown/read_front_matter.ts"

type Fields = { readonly [field: string]: unknown }

const lesson: Fields = {
  name: "Retry twice",
  description: "The upstream drops: one in a thousand",
  type: "user",
  scope: ["network"],
  relevance: ["when-touching-network"],
  body: "Retry twice, then fail.",
}

function treeOf(files: Readonly<Record<string, string>>): MemoryTree {
  return {
    root: "memory",
    index: "memory/MEMORY.md",
    texts: new Map(Object.entries(files).map(([path, text]) => [`memory/${path}`, text])),
  }
}

/** The tree after a capture, or why it is refused. */
function captured(tree: MemoryTree, fields: Fields): MemoryTree | string {
  const payload = readCapturePayload(fields)
  if (Result.isFailure(payload)) return JSON.stringify(payload.failure)
  const plan = planCapture(payload.success, tree, "2026-12-01")
  if (Result.isFailure(plan)) return plan.failure.problem
  const changed = Result.getOrThrow(applyEdits(tree.texts, plan.success.edits))
  return { ...tree, texts: new Map([...tree.texts, ...changed]) }
}

function filesOf(tree: MemoryTree | string): Readonly<Record<string, string>> {
  if (typeof tree === "string") throw new Error(tree)
  return Object.fromEntries([...tree.texts].map(([path, text]) => [path.replace(/^memory\//u, ""), text]))
}

const memory = (fields: string, body = "Text."): string =>
  `---\nname: Old\ndescription: "Old one"\ntype: user\nkind: lesson\nscope: [network]\nrelevance: always\n${fields}---\n\n${body}\n`

Deno.test("planCapture writes the memory and begins an index where there is none", () => {
  const files = filesOf(captured(treeOf({}), lesson))
  strictEqual(
    files["lessons/retry-twice.md"],
    '---\nname: Retry twice\ndescription: "The upstream drops: one in a thousand"\ntype: user\nkind: lesson\n' +
      "scope: [network]\nrelevance: when-touching-network\n---\n\nRetry twice, then fail.\n",
  )
  strictEqual(
    files["MEMORY.md"],
    "# Memory\n\n- [Retry twice](lessons/retry-twice.md) — The upstream drops: one in a thousand\n",
  )
})

Deno.test("planCapture changes nothing when the same is captured again, and mends an index that forgot it", () => {
  const once = captured(treeOf({}), lesson)
  ok(typeof once !== "string")
  deepStrictEqual(filesOf(captured(once, lesson)), filesOf(once))
  const texts = new Map([...once.texts, ["memory/MEMORY.md", "# Memory\n"]])
  deepStrictEqual(filesOf(captured({ ...once, texts }, lesson)), filesOf(once))
})

Deno.test("planCapture keeps a memory where its type or its kind says", () => {
  const placed = (fields: Fields): string | undefined => {
    const payload = Result.getOrThrow(readCapturePayload({ ...lesson, ...fields }))
    return Result.getOrThrow(planCapture(payload, treeOf({ "MEMORY.md": "# M\n" }), "2026-12-01")).path
  }
  strictEqual(placed({ kind: "decision" }), "memory/decisions/retry-twice.md")
  strictEqual(placed({ kind: "preference" }), "memory/preferences/retry-twice.md")
  strictEqual(placed({ kind: "warning" }), "memory/warnings/retry-twice.md")
  strictEqual(placed({ kind: "architectural-rule" }), ".claude/rules/network/retry-twice.md")
  strictEqual(placed({ type: "feedback", kind: "decision" }), "memory/feedback/retry-twice.md")
  strictEqual(placed({ type: "project" }), "memory/project/retry-twice.md")
  strictEqual(placed({ type: "reference" }), "memory/reference/retry-twice.md")
  strictEqual(placed({ type: "session-recap" }), "memory/sessions/2026-12-01-retry-twice.md")
  strictEqual(placed({ path: "memory/own/place.md" }), "memory/own/place.md")
  strictEqual(placed({ name: "¿?" }), "memory/lessons/lesson.md")
})

Deno.test("planCapture lists neither a recap nor a rule in the index", () => {
  for (const fields of [{ type: "session-recap" }, { kind: "architectural-rule" }]) {
    const tree = captured(treeOf({ "MEMORY.md": "# M\n" }), { ...lesson, ...fields })
    ok(typeof tree !== "string")
    strictEqual(tree.texts.get("memory/MEMORY.md"), "# M\n")
    strictEqual(tree.texts.size, 2)
  }
  const rule = captured(treeOf({}), { ...lesson, kind: "architectural-rule" })
  ok(typeof rule !== "string")
  match(rule.texts.get(".claude/rules/network/retry-twice.md") ?? "", /^origin: project$/mu)
})

Deno.test("planCapture takes another name when the file is somebody else's", () => {
  const tree = treeOf({ "lessons/retry-twice.md": memory(""), "lessons/Retry-Twice-2.md": memory("") })
  ok("lessons/retry-twice-3.md" in filesOf(captured(tree, lesson)))
  // A disk may take upper and lower case for the same.
  ok("lessons/RETRY-TWICE-3.md" in filesOf(captured(tree, { ...lesson, path: "memory/lessons/RETRY-TWICE.md" })))
})

Deno.test("planCapture adds the line of the index behind those of its folder, in their own form", () => {
  const index = "# M\r\n\r\n## Lessons\r\n\r\n* [Old](lessons/old.md) — old\r\n  and more\r\n\r\n## Decisions\r\n\r\n" +
    "* [Use A](decisions/a.md) — a\r\n"
  strictEqual(
    filesOf(captured(treeOf({ "MEMORY.md": index, "lessons/old.md": memory("") }), lesson))["MEMORY.md"],
    index.replace(
      "and more\r\n",
      "and more\r\n* [Retry twice](lessons/retry-twice.md) — The upstream drops: one in a thousand\r\n",
    ),
  )
})

Deno.test("planCapture counts on in an index with numbers", () => {
  const index = "# M\n\n1. [A](decisions/a.md)\n2. [Old](lessons/old.md)\n"
  const tree = treeOf({ "MEMORY.md": index, "lessons/old.md": memory("") })
  strictEqual(
    filesOf(captured(tree, { ...lesson, description: "Short" }))["MEMORY.md"],
    `${index}3. [Retry twice](lessons/retry-twice.md) — Short\n`,
  )
})

Deno.test("planCapture says what to do about an index that is empty", () => {
  const why = captured(treeOf({ "MEMORY.md": "", "lessons/old.md": memory("") }), lesson)
  match(String(why), /MEMORY\.md is empty; write its heading, such as "# Memory", or delete it, and apply again/u)
})

Deno.test("planCapture takes no more out of an index than the entry of what is superseded", () => {
  const index = "# M\n\n- [Lessons](lessons/)\n  - [Old](lessons/old.md) — old\n  - [Two](lessons/two.md) — two\n" +
    "- See [Old](lessons/old.md) and [Two](lessons/two.md)\n"
  const tree = treeOf({ "MEMORY.md": index, "lessons/old.md": memory("") })
  const superseding = { ...lesson, description: "Short", relations: [{ type: "supersedes", target: "lessons/old.md" }] }
  strictEqual(
    filesOf(captured(tree, superseding))["MEMORY.md"],
    index.replace("  - [Old](lessons/old.md) — old\n", "") + "- [Retry twice](lessons/retry-twice.md) — Short\n",
  )
})

Deno.test("planCapture leaves a superseded entry that has others below it, or says itself that it is over", () => {
  const superseding = { ...lesson, description: "Short", relations: [{ type: "supersedes", target: "lessons/old.md" }] }
  const entries = [
    "- [Old](lessons/old.md) — old\n  - [Two](lessons/two.md) — two\n",
    "- ~~[Old](lessons/old.md)~~ — old\n",
    "- [Old](lessons/old.md) — old\n  (superseded)\n",
    "- [Old](lessons/old.md) — archived\n",
    "- [Old](lessons/old.md) — historical, for the record\n",
  ]
  for (const entry of entries) {
    const tree = treeOf({ "MEMORY.md": `# M\n\n${entry}`, "lessons/old.md": memory("") })
    const index = filesOf(captured(tree, superseding))["MEMORY.md"] ?? ""
    ok(index.startsWith(`# M\n\n${entry}`) && index.includes("[Retry twice]"), index)
  }
})

Deno.test("planCapture writes index lines of at most 150 characters that Markdown shows as they are", () => {
  const name = "Never use [brackets] in `names`"
  const description = "A very long description of something that happened ".repeat(8).trim()
  const index = filesOf(captured(treeOf({}), { ...lesson, name, description }))["MEMORY.md"] ?? ""
  const line = index.split("\n")[2] ?? ""
  ok([...line].length <= 150, line)
  match(
    line,
    /^- \[Never use \\\[brackets\\\] in \\`names\\`\]\(lessons\/never-use-brackets-in-names\.md\) — A very .*…$/u,
  )
})

Deno.test("planCapture refuses what is too long, or always relevant without a reason", () => {
  const refusal = (fields: Fields): string => String(captured(treeOf({}), { ...lesson, ...fields }))
  match(refusal({ body: "é".repeat(501) }), /has 1002 bytes, and a memory has 1000 at most/)
  match(refusal({ body: "é".repeat(501), justification: "needed" }), /1000 at most/)
  match(refusal({ body: "x".repeat(601) }), /more than 600 need a reason/)
  match(refusal({ relevance: "always" }), /always relevant needs a reason/)
  ok(typeof captured(treeOf({}), { ...lesson, body: "x".repeat(601), justification: "a table" }) !== "string")
  ok(typeof captured(treeOf({}), { ...lesson, relevance: "always", justification: "safety" }) !== "string")
  ok(typeof captured(treeOf({}), { ...lesson, body: "x".repeat(600) }) !== "string")
})

Deno.test("planCapture refuses a name or a description that another memory has", () => {
  const tree = treeOf({ "lessons/old.md": memory("") })
  match(
    String(captured(tree, { ...lesson, name: "OLD" })),
    /^memory\/lessons\/old\.md has the same name \("Old"\); change that memory, or give this one another name$/,
  )
  match(String(captured(tree, { ...lesson, description: "Old  one" })), /has the same description/)
})

Deno.test("planCapture writes a supersession on both sides, and takes the old memory out of the index", () => {
  const tree = treeOf({
    "MEMORY.md": "# M\n\n- [Old](lessons/old.md) — old\n- [Other](lessons/other.md) — other\n",
    "lessons/old.md": memory('# kept\nnote:   "as it is" # quoted\n'),
  })
  const superseding = { ...lesson, relations: [{ type: "supersedes", target: "old.md", note: "two: not one" }] }
  const files = filesOf(captured(tree, superseding))
  strictEqual(
    files["lessons/old.md"],
    memory('# kept\nnote:   "as it is" # quoted\nsuperseded_by: lessons/retry-twice.md\n'),
  )
  strictEqual(readFrontMatter(files["lessons/retry-twice.md"] ?? "")._tag, "mapping")
  match(
    files["lessons/retry-twice.md"] ?? "",
    /\nrelations:\n {2}- type: supersedes\n {4}target: lessons\/old\.md\n {4}note: "two: not one"\n---\n/u,
  )
  strictEqual(
    files["MEMORY.md"],
    "# M\n\n- [Other](lessons/other.md) — other\n- [Retry twice](lessons/retry-twice.md) — The upstream drops: one in a thousand\n",
  )
  const once = captured(tree, superseding)
  ok(typeof once !== "string")
  deepStrictEqual(filesOf(captured(once, superseding)), files)
})

Deno.test("planCapture supersedes a memory of the same name", () => {
  const tree = treeOf({ "lessons/old.md": memory("") })
  const files = filesOf(
    captured(tree, { ...lesson, name: "Old", relations: [{ type: "supersedes", target: "lessons/old.md" }] }),
  )
  match(files["lessons/old.md"] ?? "", /^superseded_by: lessons\/old-2\.md$/mu)
})

Deno.test("planCapture writes nothing when one side of a supersession cannot be written", () => {
  const refusal = (files: Readonly<Record<string, string>>): string =>
    String(captured(treeOf(files), { ...lesson, relations: [{ type: "supersedes", target: "lessons/old.md" }] }))
  match(refusal({}), /"lessons\/old\.md", to which it relates \(supersedes\), is no other memory/)
  match(refusal({ "lessons/old.md": "# Old\n" }), /has no front matter of a memory/)
  match(
    refusal({ "lessons/old.md": memory("superseded_by: lessons/new.md\n") }),
    /is superseded by lessons\/new\.md already/,
  )
  match(
    refusal({
      "lessons/old.md": memory(""),
      "lessons/rival.md": memory("relations:\n  - type: supersedes\n    target: lessons/old.md\n")
        .replace("name: Old", "name: Rival").replace("Old one", "Rival"),
    }),
    /is superseded by memory\/lessons\/rival\.md already/,
  )
})

Deno.test("readCapturePayload says what is missing, and which word it does not know", () => {
  const read = (fields: Fields): unknown =>
    Result.match(readCapturePayload(fields), {
      onFailure: (problem) => problem._tag === "wrong" ? problem.problem : problem.missing,
      onSuccess: ({ kind, scope, relevance }) => [kind, scope, relevance],
    })
  deepStrictEqual(read({}), ["name", "description", "type", "relevance", "body"])
  deepStrictEqual(read({ ...lesson, relevance: [], type: "session-recap" }), ["lesson", ["network"], []])
  deepStrictEqual(read({ ...lesson, scope: "a, b", relevance: "during-review,during-planning" }), [
    "lesson",
    ["a", "b"],
    ["during-review", "during-planning"],
  ])
  deepStrictEqual(read({ ...lesson, scope: undefined }), ["lesson", ["global"], ["when-touching-network"]])
  match(String(read({ ...lesson, kind: "rule" })), /^kind "rule" is none of lesson, decision/)
  match(String(read({ ...lesson, type: "me" })), /^type "me" is none of user, feedback/)
  match(
    String(read({ ...lesson, relations: [{ type: "replaces", target: "a" }] })),
    /^relations: type "replaces" is none of/,
  )
})

Deno.test("heldSecret names the field and the pattern, and passes over what is redacted", () => {
  const token = `ghp_${"a1B2".repeat(9)}`
  deepStrictEqual(heldSecret({ ...lesson, body: `use ${token}` }), { field: "body", pattern: "github-token" })
  deepStrictEqual(heldSecret({ relations: [{ note: `see ${token}` }] }), {
    field: "relations",
    pattern: "github-token",
  })
  deepStrictEqual(
    heldSecret({ body: `<redacted:jwt> and ${token}` }),
    { field: "body", pattern: "github-token" },
  )
  strictEqual(heldSecret({ ...lesson, body: "use <redacted:github-token>" }), undefined)
})
