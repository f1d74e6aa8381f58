import { deepStrictEqual, strictEqual } from "node:assert/strict"
import type { DecisionNode } from "../../../src/core/decision/decision_node.ts"
import { isDecisionCandidate } from "../../../src/core/decision/read_decisions.ts"
import { decisionCorpus, fixtureTexts } from "../../passes/decision_corpus.ts"

function read(texts: { readonly [path: string]: string }): readonly DecisionNode[] {
  return decisionCorpus(new Map(Object.entries(texts))).decisions
}

function record(title: string, status: string): string {
  return `# ${title}\n\n## Status\n\n${status}\n\n## Context\n\nText.\n`
}

/** The convention of each fixture, the number of its decisions, forms and stubs, and one decision as it is read. */
const conventions: readonly (readonly [folder: string, adapter: string, count: number])[] = [
  ["contexture-memory", "contexture-memory", 8],
  ["versioned", "versioned", 16],
  ["pep", "pep", 14],
  ["bip", "bip", 8],
  ["eip", "eip", 6],
  ["kep", "kep", 7],
  ["adr", "adr", 22],
  ["backstage", "table-adr", 4],
  ["madr", "madr", 7],
  ["log4brains", "madr", 5],
  ["madr-front-matter", "madr-front-matter", 4],
  ["table-adr", "table-adr", 4],
  ["rfc-bullets", "rfc-bullets", 6],
  ["frontmatter-rfc", "frontmatter-rfc", 3],
]

Deno.test("readDecisions reads every convention by its own adapter and nothing else of its repository", () => {
  for (const [folder, adapter, count] of conventions) {
    const nodes = decisionCorpus(fixtureTexts(folder)).decisions
    deepStrictEqual([...new Set(nodes.map((node) => node.adapter))], [adapter], folder)
    strictEqual(nodes.length, count, folder)
  }
})

Deno.test("readDecisions does not take pages with a section Status for decisions", () => {
  deepStrictEqual(
    read({
      "docs/guide.md": record("Guide", "Stable"),
      "docs/01-install.md": record("Install", "Complete"),
      "docs/adr/README.md": record("Decisions", "Accepted"),
      "docs/adr/index.md": record("Decisions", "Accepted"),
      "README.md": record("Project", "Active"),
    }),
    [],
  )
})

Deno.test("readDecisions takes a numbered record with a status wherever it lies", () => {
  deepStrictEqual(read({ "notes/0004-cache.md": record("4. Cache", "Accepted") }).map((node) => node.number), [4])
})

Deno.test("readDecisions reads a status that stands in the heading of its section", () => {
  const nodes = read({
    "doc/adr/0001-cache.md": "# 1. Cache\n\n## Status: Accepted\n\nText.\n",
    "doc/adr/0002-files.md": "# 2. Files\n\n### Status: Superseded by [1. Cache](0001-cache.md) ###\n",
    "doc/adr/0003-rows.md": "# 3. Rows\n\n## Status: Status quo\n\nSupersedes [2. Files](0002-files.md)\n",
  })
  deepStrictEqual(nodes.map(({ status }) => status?.normal), ["accepted", "superseded", "status quo"])
  deepStrictEqual(nodes.map(({ status }) => status?.line), [3, 3, 3])
  deepStrictEqual(nodes[1]?.superseded_by.map(({ raw }) => raw), ["[1. Cache](0001-cache.md)"])
  deepStrictEqual(nodes[2]?.supersedes.map(({ raw }) => raw), ["[2. Files](0002-files.md)"])
})

Deno.test("readDecisions takes the number of the file name, not the one inside", () => {
  deepStrictEqual(read({ "doc/adr/0004-cache.md": record("5. Cache", "Accepted") }).map((node) => node.number), [4])
})

Deno.test("readDecisions marks forms to copy, and only those", () => {
  const nodes = read({
    "doc/adr/0000-template.md": record("N. Title", "Accepted"),
    "doc/adr/NNNN-title.md": record("N. Title", "Accepted"),
    "doc/adr/0001-choose.md": record("1. Choose", "{proposed | accepted}"),
    "doc/adr/0002-use-template-engine.md": record("2. Use a template engine", "Accepted"),
    "doc/adr/0003-templates.md": record("3. Templates", "Accepted"),
    "doc/adr/templates/short.md": record("Short", "Accepted"),
  })
  deepStrictEqual(nodes.filter((node) => !node.template).map((node) => node.number), [2, 3])
})

Deno.test("readDecisions reads continuation lines and lists of numbers of a header", () => {
  const [node] = read({
    "peps/pep-0009.rst": "PEP: 9\nTitle: Nine\nStatus: Final\nReplaces: 1,\n          2\nRequires: 3, 4\n\nText.\n",
    "peps/pep-0001.rst": "PEP: 1\nTitle: One\nStatus: Superseded\n\nReplaces: 9\n",
  }).filter((candidate) => candidate.number === 9)
  deepStrictEqual(node?.supersedes.map(({ raw, line, target }) => [raw, line, target._tag]), [
    ["1", 4, "node"],
    ["2", 5, "dangling"],
  ])
  deepStrictEqual(node?.requires.map((reference) => reference.raw), ["3", "4"])
})

Deno.test("readDecisions does not guess between decisions that share a number", () => {
  const node = read({
    "doc/adr/0001-a.md": record("1. A", "Accepted"),
    "doc/adr/0001-b.md": record("1. B", "Accepted"),
    "doc/adr/0002-c.md": record("2. C", "Accepted\n\nSupersedes ADR-1\n\nSupersedes [1. B](0001-b.md)"),
  })[2]
  deepStrictEqual(node?.supersedes.map((reference) => reference.target), [
    { _tag: "ambiguous", candidates: ["doc/adr/0001-a.md", "doc/adr/0001-b.md"] },
    { _tag: "node", path: "doc/adr/0001-b.md" },
  ])
})

Deno.test("readDecisions follows a stub to the decision that it redirects to", () => {
  const nodes = read({
    "doc/adr/0001-old.md": "> Moved to [0001-new](0001-new.md)\n",
    "doc/adr/0001-new.md": record("1. New", "Accepted"),
    "doc/adr/0002-other.md": record("2. Other", "Accepted\n\nSupersedes [1. Old](0001-old.md)"),
  })
  strictEqual(nodes.find((node) => node.path === "doc/adr/0001-old.md")?.redirect_to, "doc/adr/0001-new.md")
  deepStrictEqual(nodes[2]?.supersedes[0]?.target, { _tag: "node", path: "doc/adr/0001-new.md" })
})

Deno.test("readDecisions says where a dangling reference moved when there is exactly one place", () => {
  const node = read({
    "doc/adr/0001-renamed.md": record("1. Renamed", "Accepted"),
    "doc/adr/0002-other.md": record(
      "2. Other",
      "Accepted\n\nSupersedes [1. Old](0001-old-name.md), [7. Gone](0007-gone.md)",
    ),
  })[1]
  deepStrictEqual(node?.supersedes.map((reference) => reference.target), [
    { _tag: "dangling", moved_to: "doc/adr/0001-renamed.md" },
    { _tag: "dangling" },
  ])
})

Deno.test("readDecisions tells links out of the corpus, words, placeholders and files apart", () => {
  const value = [
    "[x](https://example.org/adr/1)",
    "[ours](https://github.com/o/r/blob/main/doc/adr/0001-a.md)",
    "[page](../guide.md)",
  ].join(", ")
  const tags = (status: string): readonly string[] =>
    read({
      "doc/guide.md": "# Guide\n",
      "doc/adr/0001-a.md": record("1. A", "Accepted"),
      "doc/adr/0002-b.md": record("2. B", `Accepted\n\nSupersedes ${status}`),
    })[1]?.supersedes.map((reference) => reference.target._tag) ?? []
  deepStrictEqual(tags(value), ["external", "node", "file"])
  deepStrictEqual(tags("n/a"), ["none"])
  deepStrictEqual(tags("#12, JIRA-7, RFC 1, PEP-1"), ["external", "external", "external", "external"])
  deepStrictEqual(tags("the old platform"), ["label"])
  deepStrictEqual(tags("ADR-1, 0001-a, a"), ["node", "node", "node"])
})

Deno.test("readDecisions keeps dates that are none as text and reads what follows them", () => {
  const node = decisionCorpus(fixtureTexts("kep")).decisions.find((candidate) => candidate.number === 100)
  strictEqual(node?.created, "2025-30-01")
  deepStrictEqual(node?.related.map((reference) => reference.target), [
    { _tag: "node", path: "keps/sig-node/200-second/kep.yaml" },
  ])
})

Deno.test("isDecisionCandidate names the files that are decisions without being Markdown", () => {
  deepStrictEqual(
    ["peps/pep-0001.rst", "pep-1.txt", "bip-0001.mediawiki", "keps/a/1-b/kep.yaml", "docs/index.rst", "a.yaml", "a.txt"]
      .map(isDecisionCandidate),
    [true, true, true, true, false, false, false],
  )
})

Deno.test("readDecisions reads a table whose head is the status of a decision, with one row or more below it", () => {
  const tables: Readonly<Record<string, readonly (string | undefined)[]>> = {
    "| Status | Proposed |\n|---|---|\n| Review | 2026-03-01 |": ["Proposed", "2026-03-01"],
    "| Status | Proposed |\n|---|---|\n| Review | 2026-03-01 |\n| Owner | Ada |": ["Proposed", "2026-03-01"],
    "| Status | Review |\n|---|---|\n| Proposed | 2026-03-01 |": ["Proposed", "2026-03-01"],
    "| Status | Review date |\n|---|---|\n| Proposed | 2026-03-01 |": ["Proposed", undefined],
    "| Review | Status |\n|---|---|\n| 2026-03-01 | Proposed |": ["Proposed", "2026-03-01"],
  }
  for (const [table, expected] of Object.entries(tables)) {
    const text = `# ADR 1: Export\n\n${table}\n\n## Context\n\nText.\n`
    const [node] = read({ "docs/adr/0001-export.md": text })
    const review = node?.block.fields.find(({ key }) => key === "review")?.items[0]?.value
    deepStrictEqual([node?.status?.raw, review], expected, table)
  }
})
