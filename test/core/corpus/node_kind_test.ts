import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { assignNodes, type CorpusNode, foldersOf } from "../../../src/core/corpus/corpus_node.ts"
import { corpusPath } from "../../../src/core/corpus/corpus_path.ts"
import { type NodeKind, nodeKindOf } from "../../../src/core/corpus/node_kind.ts"
import { matchesGlobs } from "../../../src/core/corpus/path_globs.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { isLine } from "../../../src/core/schema/line.ts"

const byPath: readonly (readonly [string, NodeKind | undefined])[] = [
  ["skills/deliver/SKILL.md", "skill"],
  [".claude/skills/a/SKILL.md", "skill"],
  ["packages/x/.claude/skills/a/SKILL.md", "skill"],
  ["skills/deliver/reference.md", "doc"],
  ["commands/deliver.md", "command"],
  ["commands/changelog.md", "command"],
  ["plugins/p/commands/deliver.md", "command"],
  ["commands/README.md", "doc"],
  ["docs/commands/deliver.md", "doc"],
  ["agents/reviewer.md", "agent"],
  [".claude/agents/team/reviewer.md", "agent"],
  ["AGENTS.md", "doc"],
  ["hooks/guard.js", "hook"],
  [".claude/hooks/guard.py", "hook"],
  ["hooks/guard.test.js", undefined],
  ["hooks/test_guard.py", undefined],
  ["hooks/lib/read.js", undefined],
  ["hooks/useThing.ts", undefined],
  ["src/hooks/thing.ts", undefined],
  ["architectural-rules/universal/errors.md", "rule"],
  [".claude/rules/testing.md", "rule"],
  [".cursor/rules/testing.mdc", "rule"],
  [".github/instructions/python.instructions.md", "rule"],
  [".claude/specs/search/v1.md", "spec"],
  [".claude/plans/search/v1.md", "plan"],
  [".claude/visions/default/v1.md", "vision"],
  [".claude/specs/INDEX.md", "doc"],
  ["proposals/0001-search.md", "proposal"],
  ["memory/sessions/2026-05-01-search.md", "recap"],
  ["src/main.ts", undefined],
  ["README.md", "doc"],
]

Deno.test("nodeKindOf tells kinds by path", () => {
  deepStrictEqual(byPath.map(([path]) => [path, nodeKindOf(path)]), byPath)
})

Deno.test("nodeKindOf tells memories and recaps by their front matter, wherever they lie", () => {
  const kind = (path: string, front: string): NodeKind | undefined =>
    nodeKindOf(path, parseMarkdown(path, `---\n${front}\n---\n# Title\n`))
  strictEqual(kind("notes/a.md", "type: feedback\nscope: [global]"), "memory")
  strictEqual(kind("notes/a.md", "type: session-recap"), "recap")
  strictEqual(kind("notes/a.md", "type: feedback"), "doc")
  strictEqual(kind("architectural-rules/a.md", "type: user\nscope: [global]"), "rule")
})

const nodes: readonly CorpusNode[] = [
  { path: "doc/adr/0001-a.md", kind: "decision" },
  { path: "docs/a.md", kind: "doc" },
  { path: "prompts/a.md", kind: "doc" },
  { path: "skills/a/SKILL.md", kind: "skill" },
]

function assigned(corpus: Parameters<typeof assignNodes>[0]): Record<string, readonly string[]> {
  return Object.fromEntries(
    [...assignNodes(corpus, nodes)].map(([kind, found]) => [kind, found.map((node) => node.path)]),
  )
}

Deno.test("assignNodes gives each node to the corpus of its kind", () => {
  deepStrictEqual(assigned({ config: {}, scope: [] }), {
    decisions: ["doc/adr/0001-a.md"],
    system: ["skills/a/SKILL.md"],
    docs: ["docs/a.md", "prompts/a.md"],
  })
})

Deno.test("assignNodes lets configured roots claim what they hold, and hold nothing else", () => {
  deepStrictEqual(assigned({ config: { roots: { system: ["prompts/*.md"], decisions: ["doc"] } }, scope: [] }), {
    decisions: ["doc/adr/0001-a.md"],
    system: ["prompts/a.md"],
    docs: ["docs/a.md"],
  })
})

Deno.test("assignNodes keeps to the scope", () => {
  deepStrictEqual(assigned({ config: {}, scope: ["docs", "skills/a"] }), {
    decisions: [],
    system: ["skills/a/SKILL.md"],
    docs: ["docs/a.md"],
  })
})

Deno.test("foldersOf names the folders of nodes, outer ones for many and for skills", () => {
  const rules = Array.from({ length: 20 }, (_, index): CorpusNode => ({ path: `rules/r${index}/a.md`, kind: "rule" }))
  deepStrictEqual(foldersOf([...rules, { path: "skills/a/SKILL.md", kind: "skill" }]), ["rules", "skills"])
  deepStrictEqual(foldersOf([{ path: "a.md", kind: "doc" }, { path: "b/c.md", kind: "doc" }]), ["."])
})

Deno.test("matchesGlobs covers folders, dots and deep names", () => {
  const matches = matchesGlobs(["vendor", "out/", "**/*.gen.md", ".claude/old/**"])
  const paths = ["vendor/a.md", "a/vendor/b.md", "out/a/b.md", ".claude/x.gen.md", ".claude/old/a/b.md", "vendor.md"]
  deepStrictEqual(paths.filter(matches), ["vendor/a.md", "out/a/b.md", ".claude/x.gen.md", ".claude/old/a/b.md"])
  deepStrictEqual(["a.md"].filter(matchesGlobs(["."])), ["a.md"])
})

Deno.test("corpusPath is always one printable line", () => {
  const names = ["a\tb.md", "a\u2028b.md", " a.md ", "\u00a0a.md", "\u0085.md", "e\u0301.md", "\ufeffa.md"]
  for (const name of names) strictEqual(isLine(corpusPath(name)), true, JSON.stringify(name))
  deepStrictEqual(names.map(corpusPath), [
    "a%09b.md",
    "a%E2%80%A8b.md",
    "%20a.md%20",
    "%C2%A0a.md",
    "%C2%85.md",
    "\u00e9.md",
    "%EF%BB%BFa.md",
  ])
})
