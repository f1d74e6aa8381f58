import { deepStrictEqual } from "node:assert/strict"
import { candidatesOf, externalNodesOf } from "../../../src/core/external/external_request.ts"
import { corpusOf } from "../../passes/corpus_of.ts"

const sources = {
  nodes: ["docs/b.md", "docs/a.md", "README.md"],
  files: ["README.md", "src/main.rs", "docs/a.md"],
  changed: ["src/main.rs", "docs/a.md"],
}

Deno.test("candidatesOf asks about nodes, about the files of modules, about what a change left, in the run's scope", () => {
  const all = { scope: [] }
  deepStrictEqual(candidatesOf(all, "corpus", sources), ["README.md", "docs/a.md", "docs/b.md"])
  deepStrictEqual(candidatesOf(all, "conformance", sources), ["README.md", "docs/a.md", "docs/b.md"])
  deepStrictEqual(candidatesOf(all, "module", sources), ["README.md", "docs/a.md", "src/main.rs"])
  deepStrictEqual(candidatesOf(all, "diff", sources), ["docs/a.md", "src/main.rs"])
  deepStrictEqual(candidatesOf({ scope: ["src"] }, "diff", sources), ["src/main.rs"])
})

Deno.test("externalNodesOf tells what each node is, its title, and number and status of a decision", () => {
  const adr = "# 1. Use A\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nOld.\n"
  const corpus = corpusOf(
    new Map([
      ["docs/adr/0001-use-a.md", adr],
      ["docs/plain.md", "No heading.\n"],
      ["rules/style.md", "# Style\n"],
    ]),
    { also: ["src/main.rs"] },
  )
  deepStrictEqual(externalNodesOf(corpus), [
    {
      path: "docs/adr/0001-use-a.md",
      kind: "decision",
      title: "1. Use A",
      number: 1,
      status: { raw: "Accepted", class: "live", line: 7 },
    },
    { path: "docs/plain.md", kind: "doc" },
    { path: "rules/style.md", kind: "rule", title: "Style" },
  ])
})
