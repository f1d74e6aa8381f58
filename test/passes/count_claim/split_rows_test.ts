import { deepStrictEqual } from "node:assert/strict"
import { countClaim } from "../../../src/passes/count_claim.ts"
import { excused, type Files, lookWith } from "../look_with.ts"

const look = lookWith(countClaim)

const five: Files = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`rules/all/${name}.md`, `# ${name}\n`]))

/** What is said of five files in `rules/all/`, in a tree or in front of a sentence. */
function told(text: string, path = "rules/README.md"): readonly string[] {
  const result = look({ ...five, "rules/rust/x.md": "", [path]: text })
  return [...result.findings.map(({ what, proposed_action }) => `${what}: ${proposed_action}`), ...excused(result)]
}

function tree(comment: string): string {
  return `# Rules\n\n\`\`\`\nrules/\n├── all/    ${comment}\n└── rust/   for Rust\n\`\`\`\n`
}

Deno.test("countClaim adds two parts of a folder that a tree or a text names", () => {
  const wrong = ['says "the other 4"; there are 3 (rules/all/ without the other part): change "4" to "3"']
  deepStrictEqual(told(tree("mixed — 2 files are read always; the other 4 when needed")), wrong)
  deepStrictEqual(told("`rules/all/` holds two files that are read always, and the other 4 are not.\n"), wrong)
  deepStrictEqual(told("- `all/`: 2 for all, the other 4 for some\n"), wrong)
  deepStrictEqual(told("**`all/`** 2 for all, the remaining four for some\n"), [
    'says "the remaining four"; there are 3 (rules/all/ without the other part): change "four" to "three"',
  ])
})

Deno.test("countClaim adds no two numbers that are not the whole of a folder that is there", () => {
  for (
    const text of [
      tree("2 files are read always; the other 3 when needed"),
      tree("2 files are read always; the other ones when needed"),
      tree("2 files are read always, 1 at times; the other 4 when needed"),
      tree("the other 4 are read when needed"),
      tree("2 files are read always; the other 40% when needed"),
      tree("2 files are read always").replace("for Rust", "the other 4 when needed"),
      "`gone/`: 2 files are read always; the other 4 when needed.\n",
      "In all, 2 files are read always; the other 4 when needed.\n",
    ]
  ) deepStrictEqual(told(text), [], text)
  deepStrictEqual(told(tree("9 files are read always; the other 4 when needed")), ["rules/README.md: ambiguous"])
  deepStrictEqual(told(tree("2 files were read always; the other 4 when needed")), ["rules/README.md: past"])
  deepStrictEqual(told("`rules/all/`: 2 files always; the other 4 at times.\n", "CHANGELOG.md"), [
    "CHANGELOG.md: history",
  ])
})
