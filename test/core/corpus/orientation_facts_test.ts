import { deepStrictEqual } from "node:assert/strict"
import type { CorpusNode } from "../../../src/core/corpus/corpus_node.ts"
import { type DecisionLinks, inDegrees } from "../../../src/core/corpus/in_degree.ts"
import { focusOf, highest, type NodeChange } from "../../../src/core/corpus/orientation_facts.ts"
import { pathIndex } from "../../../src/core/corpus/path_index.ts"
import { chainLengths } from "../../../src/core/corpus/supersedes_chain.ts"
import type { DecisionReference } from "../../../src/core/decision/decision_node.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"

function to(path: string, partial = false): DecisionReference {
  return { raw: path, line: 1, target: { _tag: "node", path }, partial }
}

function decision(path: string, fields: Partial<DecisionLinks> = {}): DecisionLinks {
  return { path, supersedes: [], superseded_by: [], requires: [], related: [], contradicts: [], pins: [], ...fields }
}

Deno.test("chainLengths measures heads alone, by both sides of a supersession", () => {
  const decisions = [
    decision("1", { superseded_by: [to("2")] }),
    decision("2"),
    decision("3", { supersedes: [to("2")] }),
    decision("4", { supersedes: [to("3", true)] }),
  ]
  deepStrictEqual([...chainLengths(decisions)], [["3", 3], ["4", 1]])
})

Deno.test("chainLengths ends in a cycle and with a very long chain", () => {
  deepStrictEqual(
    [...chainLengths([decision("1", { supersedes: [to("2")] }), decision("2", { supersedes: [to("1")] })])],
    [["1", 2]],
  )
  const long = Array.from({ length: 20_000 }, (_, index) => decision(`${index}`, { supersedes: [to(`${index + 1}`)] }))
  deepStrictEqual([...chainLengths([...long, decision("20000")])], [["0", 20_001]])
})

Deno.test("inDegrees counts files that link or refer, once each, and not what does not resolve", () => {
  const paths = pathIndex(["a.md", "docs/b.md", "docs/two words.md", "docs/sub/README.md"], [])
  const documents = [
    parseMarkdown(
      "a.md",
      "[b](docs/b.md) [b](docs/b.md#x) [w](docs/two%20words.md) [s](docs/sub/) [n](none.md) [a](a.md)",
    ),
    parseMarkdown("docs/b.md", "[root](/docs/sub/README.md?raw=true) [up](../a.md) [x](https://a.md) [e](%E0%A4.md)"),
  ]
  const decisions = [decision("docs/two words.md", { requires: [to("a.md")] })]
  deepStrictEqual([...inDegrees({ documents, decisions, paths })].sort(), [
    ["a.md", 2],
    ["docs/b.md", 1],
    ["docs/sub/README.md", 2],
    ["docs/two words.md", 1],
  ])
})

Deno.test("highest gives five at most, none of zero, ties by path", () => {
  const numbers: Readonly<Record<string, number>> = { b: 1, a: 1, c: 9, d: 0, e: 2, f: 3, g: 4 }
  deepStrictEqual(highest(Object.keys(numbers), (path) => numbers[path] ?? 0), ["c", "g", "f", "e", "a"])
})

Deno.test("focusOf ranks chains, then changes, then links, and leaves out what has nothing to say", () => {
  const nodes = ["a", "b", "c", "d", "e", "f", "g", "h"].map((path): CorpusNode => ({ path, kind: "decision" }))
  const ranks = {
    chain: new Map([["h", 3], ["g", 4], ["f", 2], ["a", 1]]),
    in_degree: new Map([["b", 9], ["c", 3], ["d", 2]]),
  }
  deepStrictEqual(focusOf(nodes, ranks, new Map()), ["g", "h", "b", "c"])
  const changes = new Map<string, NodeChange>([["e", "changed"], ["d", "shipped"]])
  deepStrictEqual(focusOf(nodes, ranks, changes), ["g", "h", "d", "e", "b"])
  deepStrictEqual(focusOf(nodes.slice(0, 2), ranks, changes), [])
})
