import { deepStrictEqual } from "node:assert/strict"
import { indexDrift } from "../../../src/passes/index_drift.ts"
import { lookWith, toldBy } from "../look_with.ts"

Deno.test("indexDrift says why a tree of things that are not there is fine, where the tree says it", () => {
  const look = lookWith(indexDrift)
  const files = { "src/a.ts": "", "src/b.ts": "", "docs/a.md": "", "docs/b.md": "", "docs/c.md": "" }
  const told = (...below: readonly string[]): readonly string[] => {
    const tree = ["repo/", "├── src/", "├── README.md", "└── docs/", ...below.map((line) => `    ${line}`)]
    const result = look({ ...files, "README.md": `# A\n\n\`\`\`\n${tree.join("\n")}\n\`\`\`\n` })
    return [
      ...toldBy(({ what }) => what, { ...result, near_misses: [] }),
      ...(result.near_misses ?? []).map(({ what, why }) => `${what}: ${why.slice(0, why.indexOf(":"))}`),
    ]
  }
  deepStrictEqual(told("├── _drafts/   # drafts (gitignored)", "└── *.md"), [
    "its tree of docs/ differs from the folder in _drafts/: said",
  ])
  deepStrictEqual(told("├── build/", "└── *.md"), ["its tree of docs/ differs from the folder in build/: made later"])
  deepStrictEqual(told("├── _drafts/   # drafts", "└── *.md"), [])
  // A tree that lists the folder stands for it, whatever another one draws.
  const listed = ["├── a.md", "├── b.md", "└── c.md"]
  deepStrictEqual(told(...listed), [])
})
