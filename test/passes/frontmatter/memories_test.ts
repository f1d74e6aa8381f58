import { deepStrictEqual } from "node:assert/strict"
import type { Config } from "../../../src/core/schema/config.ts"
import { frontmatter } from "../../../src/passes/frontmatter.ts"
import { type Files, lookWith, toldBy } from "../look_with.ts"

const look = lookWith(frontmatter)

function said(files: Files, config: Config = {}): readonly string[] {
  return toldBy(({ locator, key, what }) => `${locator} ${key}: ${what}`, look(files, { config }))
}

const fields = {
  name: "retry-twice",
  description: '"Retries."',
  type: "project",
  kind: "lesson",
  scope: "[net]",
  relevance: "when-touching-net",
}

/** A memory whose fields are these, but for those that are given; `undefined` takes one away. */
function memory(changed: Readonly<Record<string, string | undefined>> = {}): string {
  const lines = Object.entries({ ...fields, ...changed }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`]
  )
  return `---\n${lines.join("\n")}\n---\n\nText.\n`
}

const tree = {
  "notes/MEMORY.md": "# Memories\n\n- [Retry](lessons/retry-twice.md)\n",
  "notes/lessons/retry-twice.md": memory(),
  "notes/lessons/wait.md": memory({ name: "Wait", scope: "net, mail", relevance: "always, on-demand, during-review" }),
}

Deno.test("frontmatter holds memories against what every memory says, without a form that a page gives", () => {
  deepStrictEqual(said(tree), [])
  deepStrictEqual(
    said({
      ...tree,
      "notes/a.md": memory({ name: "a", type: "opinion" }),
      "notes/b.md": memory({ name: "b", kind: "musing" }),
      "notes/c.md": memory({ name: "c", scope: undefined, relevance: undefined }),
      "notes/d.md": memory({ name: "other" }),
      "notes/e.md": memory({ name: "e", relevance: "[always, sometimes]" }),
      "notes/f.md": memory({ name: "f", description: '""', kind: undefined }),
      "notes/README.md": "# About the memories\n",
    }),
    [
      `notes/a.md type: "type" is "opinion"; that of a memory is one of user, feedback, project, reference, session-recap, codemap`,
      `notes/b.md kind: "kind" is "musing"; that of a memory is one of lesson, decision, preference, warning, architectural-rule, codemap`,
      'notes/c.md relevance: the memory has no "relevance"',
      'notes/c.md scope: the memory has no "scope"',
      'notes/d.md name: the memory is named "other", and its file "d"',
      'notes/e.md relevance: "relevance" is "sometimes"; that of a memory is always, on-demand, when-… or during-…',
      'notes/f.md description: the memory has no "description": it is empty',
    ],
  )
  const [finding] = look({ ...tree, "notes/a.md": memory({ name: "a", type: "opinion" }) }).findings
  deepStrictEqual([finding?.verdict, finding?.severity, finding?.route], ["STALE", "Low", "memory-audit"])
})

Deno.test("frontmatter knows the types of a memory's relations", () => {
  const related = (relations: string): Files => ({ ...tree, "notes/a.md": memory({ name: "a", relations }) })
  deepStrictEqual(said(related("\n  - type: related-to\n    target: x.md\n  - type: supersedes\n    target: y.md")), [])
  deepStrictEqual(said(related("\n  - type: replaces\n    target: x.md\n  - target: y.md")), [
    'notes/a.md relations: a relation has no "type"',
    `notes/a.md relations replaces: a relation is "replaces"; that of a memory is one of supersedes, contradicts, supports, related_to`,
  ])
  deepStrictEqual(said(related("x.md")), ['notes/a.md relations: "relations" is no list'])
})

Deno.test("a recap needs no relevance, and its file has the day in front of its name", () => {
  const recap = { name: "A day", type: "session-recap", kind: undefined, relevance: undefined }
  deepStrictEqual(said({ ...tree, "notes/sessions/2026-01-02-parcels.md": memory(recap) }), [])
  deepStrictEqual(said({ ...tree, "notes/sessions/2026-01-02-x.md": memory({ ...recap, description: undefined }) }), [
    'notes/sessions/2026-01-02-x.md description: the memory has no "description"',
  ])
})

Deno.test("memories are known by their index, their folder, the configuration, or all their fields", () => {
  const bad = memory({ name: "a", kind: "musing", scope: undefined })
  const told = ["kind", "scope"]
  const keys = (files: Files, config: Config = {}): readonly string[] =>
    look(files, { config }).findings.map(({ key = "" }) => key)
  deepStrictEqual(keys({ "notes/MEMORY.md": "# M\n", "notes/a.md": bad }), told)
  deepStrictEqual(keys({ ".claude/memory/a.md": bad, ".claude/memory/retry-twice.md": memory() }), told)
  deepStrictEqual(keys({ "notes/a.md": bad }, { memory: { root: "./notes/" } }), told)
  deepStrictEqual(keys({ "notes/a.md": bad }), [])
  deepStrictEqual(keys({ "notes/a.md": memory({ name: "a", type: "opinion" }) }), ["type"])
})

Deno.test("pages that are no memories are left alone, though their front matter has some of the words", () => {
  deepStrictEqual(
    said({
      "docs/MEMORY.md": "# How much memory it takes\n",
      "docs/cache.md": "---\ntitle: Cache\ntype: concept\n---\n",
      "docs/memory/heap.md": "---\ntitle: Heap\ntype: guide\nscope: public\n---\n",
      "notes/a.md": "---\nname: x\ntype: concept\nscope: public\n---\n",
      "skills/memory/SKILL.md": "---\nname: memory\ndescription: Keeps notes.\n---\n",
      "skills/memory/notes/retry-twice.md": memory(),
    }),
    [],
  )
})

Deno.test("memories that all do without a field are of another kind", () => {
  const short = (name: string): string => memory({ name, scope: undefined, relevance: undefined, kind: undefined })
  const names = ["a", "b", "c"]
  const files = Object.fromEntries(names.map((name) => [`notes/${name}.md`, short(name)]))
  deepStrictEqual(
    said({ "notes/MEMORY.md": "# M\n", ...files }),
    names.flatMap((name) => [`notes/${name}.md: another kind`, `notes/${name}.md: another kind`]),
  )
})

Deno.test("a memory's name is a title where the others have titles, and one word of its file is enough", () => {
  deepStrictEqual(
    said({
      "rules/quoting.md": memory({ name: "Bash quoting", kind: "architectural-rule" }),
      "rules/pipes.md": memory({ name: "Pipes that fail", kind: "architectural-rule" }),
      "rules/tests.md": memory({ name: "test-every-script", kind: "architectural-rule" }),
    }),
    [],
  )
  deepStrictEqual(said({ ...tree, "notes/net.md": memory({ name: "Storms at sea" }) }), [
    'notes/net.md name: the memory is named "Storms at sea", and its file "net"',
  ])
  deepStrictEqual(said({ ...tree, "notes/net.md": memory({ name: "The net" }) }), [])
  deepStrictEqual(said({ ...tree, "notes/wait-2.md": memory({ name: "Wait" }) }), [])
})

Deno.test("a file among memories has front matter as they have", () => {
  deepStrictEqual(said({ ...tree, "notes/bare.md": "# Bare\n", "notes/more.md": memory({ name: "more" }) }), [
    "notes/bare.md front matter: there is no front matter, and the memories beside it have one",
  ])
  deepStrictEqual(said({ ...tree, "notes/bare.md": "# Bare\n", "notes/bald.md": "# Bald\n" }), [])
})
