import { deepStrictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { applyEdits } from "../../../src/core/edit/apply_edits.ts"
import { linkIntegrity, linkIntegrityAfter } from "../../../src/passes/link_integrity.ts"
import { corpusOf } from "../corpus_of.ts"
import { type Files, lookAt } from "../look_with.ts"

const files: Files = {
  "README.md": "[a](docs/a.md) [b](docs/b.md#use) [c](docs/c.md) [d](docs/part/) [e](docs/e.md)\n",
  "docs/new/b2.md": "# Use\n",
}

Deno.test("linkIntegrity takes a link for graver whose file a change takes away, and follows a rename", () => {
  const gone = new Map([
    ["docs/a.md", undefined],
    ["docs/b.md", "docs/new/b2.md"],
    ["docs/part/x.md", undefined],
  ])
  const corpus = corpusOf(new Map(Object.entries(files)), { also: ["docs/e.md"] })
  const { findings } = lookAt(linkIntegrityAfter(gone), corpus)
  deepStrictEqual(
    findings.map(({ severity, verdict, key, what, route }) => [severity, verdict, key, what, route]),
    [
      ["High", "DEAD", "docs/a.md", 'link to "docs/a.md" is dead: the change deletes docs/a.md', "proposal"],
      [
        "High",
        "DEAD",
        "docs/b.md#use",
        'link to "docs/b.md#use" is dead: the change renames docs/b.md to docs/new/b2.md',
        "direct-fix",
      ],
      ["Medium", "DEAD", "docs/c.md", 'link to "docs/c.md" is dead: no such file', "proposal"],
      [
        "High",
        "DEAD",
        "docs/part/",
        'link to "docs/part/" is dead: the change takes away what was in docs/part',
        "proposal",
      ],
    ],
  )
  const mended = Result.getOrThrow(applyEdits(corpus.texts, findings.flatMap(({ edits = [] }) => edits)))
  deepStrictEqual(mended.get("README.md")?.includes("[b](docs/new/b2.md#use)"), true)
  // The same findings as of the corpus alone: what the change adds is how grave they are.
  deepStrictEqual(lookAt(linkIntegrity, corpus).findings.map(({ key }) => key), findings.map(({ key }) => key))
})

Deno.test("linkIntegrity leaves open what a renamed file lacks", () => {
  const texts = new Map([["README.md", "[b](docs/b.md#gone)\n"], ["docs/new/b2.md", "# Use\n"]])
  const { findings } = lookAt(linkIntegrityAfter(new Map([["docs/b.md", "docs/new/b2.md"]])), corpusOf(texts))
  deepStrictEqual(findings.map(({ severity, route, proposed_action }) => [severity, route, proposed_action]), [
    ["High", "proposal", 'point the link to docs/new/b2.md, which has no anchor "gone"'],
  ])
})
