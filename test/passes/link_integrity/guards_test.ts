import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { linkIntegrity } from "../../../src/passes/link_integrity.ts"
import { corpusOf } from "../corpus_of.ts"
import { type Files, guardOf, lookWith } from "../look_with.ts"

const look = lookWith(linkIntegrity)

/** Keys of the findings and guards of the near misses: what a list of links comes to. */
function outcome(files: Files): readonly string[] {
  const { findings, near_misses = [] } = look(files)
  return [...findings.map(({ key, route }) => `${key}: ${route}`), ...near_misses.map(guardOf)]
}

Deno.test("linkIntegrity takes what several documents have for routes of a site that is made elsewhere", () => {
  const routed = (count: number): Record<string, string> => ({
    "parts/hero.css": "",
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`docs/${index}.md`, "[x](/styles/tokens)\n"])),
  })
  const parts = { "docs/tabs.md": "[x](/parts/tabs) [y](/parts/tabs.md) [z](/parts)\n" }
  deepStrictEqual(outcome({ ...routed(2), ...parts }), [
    "/parts/tabs: proposal",
    "/parts/tabs.md: proposal",
    "another site",
    "another site",
  ])
  deepStrictEqual(outcome({ ...routed(3), ...parts }), [
    "/parts/tabs.md: proposal",
    "another site",
    "another site",
    "another site",
    "another site",
  ])
})

Deno.test("linkIntegrity asks of a page that imports what it shows no anchors and no pages", () => {
  const links = "[a](#props) [b](./demos) [c](./demos.md) [d](demos)\n"
  const imports = ['import { useState } from "react";', "import icon from './icon.svg'", 'import "./page.css"']
  for (const line of imports) {
    deepStrictEqual(outcome({ "a.md": `---\nid: A\n---\n${line}\n\n## Use\n\n${links}` }), [
      "./demos.md: proposal",
      "demos: proposal",
      "page of a site",
      "page of a site",
    ], line)
  }
  for (const line of ["Import it from 'react'", `\`\`\`ts\n${imports[0] ?? ""}\n\`\`\``, "import duties are paid"]) {
    strictEqual(outcome({ "a.md": `${line}\n\n${links}` }).length, 4, line)
    ok(!outcome({ "a.md": `${line}\n\n${links}` }).includes("page of a site"), line)
  }
})

Deno.test("linkIntegrity follows addresses on GitHub that lead to files of its own repository", () => {
  const at = "https://github.com/tide/gauge"
  const files = {
    "README.md": [
      `[a](${at}/blob/main/docs/a.md#x) [b](${at}/blob/main/docs/b.md) [c](${at}/tree/main/gone/)`,
      `![d](https://raw.githubusercontent.com/tide/gauge/main/d.png) [e](${at}/blob/main/docs/<name>.md)`,
      `[f](${at}/blob/v1/gone.md) [g](${at}/issues/1) [h](https://github.com/tide/other/blob/main/gone.md)`,
      `[i](${at}/blob/main/sub/x.md) [j](${at}/blob/main/docs)`,
    ].join("\n"),
    "docs/a.md": "",
    "docs/new/b.md": "",
  }
  const home = { repository: "tide/gauge", folder: "" }
  const corpus = corpusOf(new Map(Object.entries(files)), { home })
  const { findings, near_misses } = linkIntegrity.look(corpus)
  deepStrictEqual(
    findings.map(({ what, route, proposed_action, edits }) => [what, route, proposed_action, edits]),
    [
      [
        `link to "${at}/blob/main/docs/b.md" is dead: this repository has no docs/b.md`,
        "proposal",
        "point the link to docs/new/b.md, on the same branch or as a relative link",
        undefined,
      ],
      [
        `link to "${at}/blob/main/sub/x.md" is dead: this repository has no sub/x.md`,
        "proposal",
        "remove the link, or point it to what replaced its target",
        undefined,
      ],
      [
        `link to "${at}/tree/main/gone/" is dead: this repository has no gone`,
        "proposal",
        "remove the link, or point it to what replaced its target",
        undefined,
      ],
      [
        'link to "https://raw.githubusercontent.com/tide/gauge/main/d.png" is dead: this repository has no d.png',
        "proposal",
        "remove the link, or point it to what replaced its target",
        undefined,
      ],
    ],
  )
  deepStrictEqual(near_misses?.map(({ why }) => why), ["placeholder: the target is to be filled in"])
  deepStrictEqual(look(files).findings, [])
})

Deno.test("linkIntegrity leaves alone the anchors of a generated list of contributors", () => {
  const list = [
    "<!-- ALL-CONTRIBUTORS-LIST:START - Do not remove -->",
    '<table><tr><td><a href="#ideas-ada" title="Ideas">x</a> <a href="#code-ada">y</a></td></tr></table>',
    "<!-- ALL-CONTRIBUTORS-LIST:END -->",
  ]
  deepStrictEqual(outcome({ "README.md": ["# A", "", ...list, ""].join("\n") }), ["generated", "generated"])
  const used = ["# A", "", "[see](#code-ada)", "", ...list, ""].join("\n")
  deepStrictEqual(outcome({ "README.md": used }), ["#code-ada: proposal", "generated"])
  deepStrictEqual(outcome({ "README.md": ["# A", "", ...list.slice(0, 2), ""].join("\n") }).length, 2)
  ok(!outcome({ "README.md": ["# A", "", ...list.slice(0, 2), ""].join("\n") }).includes("generated"))
})
