import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { indexDrift } from "../../src/passes/index_drift.ts"
import { corpusOf } from "./corpus_of.ts"

interface Files {
  readonly [path: string]: string
}

function lookAt(files: Files, also: readonly string[] = [], more: Parameters<typeof corpusOf>[1] = {}): PassResult {
  return indexDrift.look(corpusOf(new Map(Object.entries(files)), { also, ...more }))
}

/** What the findings say, and why what looks bad is fine, by the first word. */
function said(
  files: Files,
  also: readonly string[] = [],
  more: Parameters<typeof corpusOf>[1] = {},
): readonly string[] {
  const { findings, near_misses = [] } = lookAt(files, also, more)
  return [...findings.map(({ what }) => what), ...near_misses.map(({ why }) => why.replace(/:.*/su, ""))]
}

const masts = ["calm.yaml", "fog.yaml", "gust.yaml", "hail.yaml"].map((name) => `masts/${name}`)

function tree(...lines: readonly string[]): string {
  return `# Layout\n\n\`\`\`\n${lines.join("\n")}\n\`\`\`\n`
}

const incompleteTree = tree("masts/", "├── calm.yaml   # no wind", "├── fog.yaml", "└── gust.yaml")

Deno.test("indexDrift takes names in capitals for things of a folder where they are listed as such", () => {
  const pages = ["API", "HTTP2", "LTS", "TLS"].map((name) => `docs/${name}.md`)
  const also = [...pages, "docs/README.md", "docs/LICENSE.md"]
  const links = pages.slice(0, 3).map((path) => `- [it](${path})\n`).join("")
  deepStrictEqual(said({ "README.md": `# All\n\nThe pages of docs/:\n\n${links}` }, also), [
    "its list of docs/ lists 3 of 4 and leaves out TLS.md",
    "page of the folder",
  ])
  const plain = ["a", "b", "c"].map((name) => `- [it](docs/${name}.md)\n`).join("")
  const files = { "README.md": `# All\n\nThe pages of docs/:\n\n${plain}` }
  deepStrictEqual(said(files, ["docs/a.md", "docs/b.md", "docs/c.md", ...also]), ["page of the folder"])
})

Deno.test("indexDrift reports what a tree leaves out, and draws it", () => {
  const files = { "docs/layout.md": incompleteTree }
  const { findings, clean } = lookAt(files, masts)
  deepStrictEqual(findings, [{
    pass: "index-drift",
    locator: "docs/layout.md",
    verdict: "STALE",
    severity: "Low",
    what: "its tree of masts/ lists 3 of 4 and leaves out hail.yaml",
    route: "direct-fix",
    proposed_action: "add hail.yaml",
    evidence: [
      { path: "docs/layout.md", line: 4, quote: "masts/" },
      { path: "docs/layout.md", line: 7, quote: "└── gust.yaml" },
    ],
    key: "tree of masts/",
    edits: findings[0]?.edits ?? [],
  }])
  strictEqual(clean, 0)
  const mended = Result.getOrThrow(applyEdits(new Map(Object.entries(files)), findings[0]?.edits ?? []))
  strictEqual(
    mended.get("docs/layout.md"),
    tree("masts/", "├── calm.yaml   # no wind", "├── fog.yaml", "├── gust.yaml", "└── hail.yaml"),
  )
})

Deno.test("indexDrift compares every folder of a tree, wherever its root is", () => {
  const also = ["a.ts", "b.ts", "c.ts", "wind/d.ts", "wind/e.ts", "wind/f.ts", "wind/g.ts"]
  const drawn = ["├── a.ts", "├── b.ts", "├── c.ts", "└── wind/", "    ├── d.ts", "    ├── e.ts", "    └── f.ts"]
  const wrong = (folder: string): readonly string[] => [`its tree of ${folder} lists 3 of 4 and leaves out g.ts`]
  deepStrictEqual(said({ "a.md": tree("weather/", ...drawn) }, also), wrong("wind/"))
  deepStrictEqual(said({ "a.md": tree(".", ...drawn) }, also), wrong("wind/"))
  deepStrictEqual(said({ "a.md": tree(...drawn) }, also), wrong("wind/"))
  const inSrc = also.map((path) => `part/src/${path}`)
  deepStrictEqual(said({ "part/README.md": tree("src/", ...drawn) }, inSrc), wrong("part/src/wind/"))
  deepStrictEqual(said({ "docs/a.md": tree("part/src/", ...drawn) }, inSrc), wrong("part/src/wind/"))
  deepStrictEqual(said({ "docs/a.md": tree("~/src/", ...drawn) }, inSrc), [])
  deepStrictEqual(said({ "part/src/a.md": tree("node_modules/part/", ...drawn) }, inSrc), [])
  const ascii = ["|-- a.ts", "|-- b.ts", "|-- c.ts", "`-- wind/", "    |-- d.ts", "    |-- e.ts", "    `-- f.ts"]
  deepStrictEqual(said({ "a.md": tree("weather/", ...ascii) }, also), wrong("wind/"))
})

Deno.test("indexDrift takes a tree in which the document's folder is drawn for one of the folder around it", () => {
  const drawn = tree(
    "weather/",
    "├── station/",
    "│   └── a.md",
    "├── docs/",
    "├── scripts/",
    "├── charts/",
    "└── masts/",
  )
  const own = ["a.md", "docs/x.md", "scripts/y.sh", "charts/z.md"].map((path) => `station/${path}`)
  deepStrictEqual(said({ "station/README.md": drawn }, own), [])
})

Deno.test("indexDrift reads several names on a line of a tree, and no comment as a name", () => {
  const also = ["wind/a.ts", "rain/a.ts", "frost/a.ts", "snow/a.ts"]
  const drawn = tree("weather/", "├── wind/   rain/     # both", "│   # frost and snow", "└── frost/ (see below)")
  deepStrictEqual(
    said({ "a.md": drawn }, also),
    [
      "its tree of the root lists 3 of 4 and leaves out snow/",
      "page of the folder",
    ].slice(0, 1),
  )
})

Deno.test("indexDrift reports what a tree draws and nobody has", () => {
  const drawn = tree("masts/", "├── calm.yaml", "├── fog.yaml", "├── gust.yaml", "├── hail.yaml", "└── snow.yaml")
  deepStrictEqual(said({ "docs/a.md": drawn }, masts), ["its tree of masts/ lists snow.yaml, which is not there"])
  deepStrictEqual(said({ "docs/a.md": drawn }, masts, { ignored: ["masts/snow.yaml"] }), ["git ignores it"])
  const drawnWith = (line: string): readonly string[] =>
    said(
      { "docs/a.md": tree("masts/", "├── calm.yaml", "├── fog.yaml", "├── gust.yaml", "├── hail.yaml", line) },
      masts,
    )
  deepStrictEqual(drawnWith("└── snow.yaml  # generated"), ["said"])
  deepStrictEqual(drawnWith("└── dist/"), ["made later"])
  deepStrictEqual(drawnWith("└── <name>.yaml"), [])
  deepStrictEqual(drawnWith("└── …"), [])
})

Deno.test("indexDrift takes a tree for an index when it shows three fifths of what is there", () => {
  const nine = Array.from({ length: 9 }, (_, index) => `masts/m${index}.yaml`)
  const drawn = (count: number): string => tree("masts/", ...nine.slice(0, count).map((path) => `├── ${path.slice(6)}`))
  deepStrictEqual(said({ "docs/a.md": drawn(6) }, nine), [
    "its tree of masts/ lists 6 of 9 and leaves out m6.yaml, m7.yaml, m8.yaml",
  ])
  deepStrictEqual(said({ "docs/a.md": drawn(5) }, nine), ["partial"])
  deepStrictEqual(said({ "docs/a.md": drawn(3) }, [...nine, ...nine.map((path) => `${path}.yaml`)]), [])
  deepStrictEqual(said({ "docs/a.md": drawn(9) }, nine), [])
})

Deno.test("indexDrift joins the trees of a file that draw one folder", () => {
  const files = { "docs/a.md": incompleteTree + tree("masts/", "├── fog.yaml", "├── gust.yaml", "└── hail.yaml") }
  deepStrictEqual(said(files, masts), [])
})

Deno.test("indexDrift reports what a table or a list of a folder leaves out", () => {
  const rows = (...names: readonly string[]): string => names.map((name) => `| ${name} | x |\n`).join("")
  const table = (...names: readonly string[]): string => `## masts/\n\n| Mast | What |\n|---|---|\n${rows(...names)}`
  const wrong = ["its table of masts/ lists 3 of 4 and leaves out hail.yaml"]
  deepStrictEqual(said({ "docs/a.md": table("`calm`", "`fog`", "`gust`") }, masts), wrong)
  deepStrictEqual(said({ "docs/a.md": table("`calm.yaml`", "`masts/fog.yaml`", "`/gust`") }, masts), wrong)
  deepStrictEqual(said({ "docs/a.md": table("`calm` / `fog`", "`gust`") }, masts), wrong)
  deepStrictEqual(said({ "docs/a.md": table("`calm`", "`fog`", "`gust`", "`hail`") }, masts), [])
  const list = "Everything in `masts/`:\n\n- `calm`: no wind\n- `fog`\n- `gust`\n"
  deepStrictEqual(said({ "docs/a.md": list }, masts), ["its list of masts/ lists 3 of 4 and leaves out hail.yaml"])
  deepStrictEqual(said({ "docs/a.md": list.replace("`masts/`", "masts") }, masts), [])
})

Deno.test("indexDrift follows the links of a page about the folder or one in it", () => {
  const files = {
    "docs/adr/0001-use-sqlite.md": "# 1. Use SQLite\n",
    "docs/adr/0002-use-parquet.md": "# 2. Use Parquet\n",
    "docs/adr/0003-drop-fax.md": "# 3. Drop fax (Locali[s|z]ation)\n",
    "docs/adr/0004-use-html.md": "# 4. Use HTML\n",
  }
  const index = (from: string): string =>
    `# Decisions\n\n* [1. Use SQLite](${from}0001-use-sqlite.md)\n* [Use Parquet][2]\n* [3. Fax (Locali[s|z]ation)](${from}0003-drop-fax.md)\n\n[2]: ${from}0002-use-parquet.md\n`
  const wrong = ["its list of docs/adr/ lists 3 of 4 and leaves out 0004-use-html.md"]
  deepStrictEqual(said({ ...files, "docs/adr/README.md": index("") }), [...wrong, "page of the folder"])
  deepStrictEqual(
    said({ ...files, "README.md": index("docs/adr/").replace("# Decisions", "# Decisions (ADR)") }),
    wrong,
  )
  deepStrictEqual(said({ ...files, "README.md": index("docs/adr/") }), ["few"])
  deepStrictEqual(said({ ...files, "guide/a.md": index("../docs/adr/") }), ["elsewhere"])
  deepStrictEqual(said({ ...files, "docs/adr/README.md": index(""), "docs/b.md": index("adr/") }), [
    ...wrong,
    "page of the folder",
    "another index",
  ])
  const table =
    "| # | Title |\n|---|---|\n| 1 | [a](0001-use-sqlite.md) |\n| 2 | [b](0002-use-parquet.md) |\n| 3 | [c](0003-drop-fax.md) |\n"
  deepStrictEqual(said({ ...files, "docs/adr/README.md": table }), [
    "its table of docs/adr/ lists 3 of 4 and leaves out 0004-use-html.md",
    "page of the folder",
  ])
})

Deno.test("indexDrift joins the lists of a page, and counts a folder by the page in it", () => {
  const pages = ["rfc/a/README.md", "rfc/b/README.md", "rfc/c/README.md", "rfc/d/README.md", "text/e.md", "text/f.md"]
  const files = Object.fromEntries(pages.map((path) => [path, "# x\n"]))
  const link = (path: string): string => `- [x](${path})\n`
  const text = `## Done\n\n${link("rfc/a/README.md")}${link("text/e.md")}\n## Open\n\n${link("rfc/b/README.md")}${
    link("rfc/c/README.md")
  }${link("text/f.md")}`
  deepStrictEqual(said({ ...files, "index.md": `# RFC\n\n${text}` }), [
    "its list of rfc/ lists 3 of 4 and leaves out d/",
  ])
})

Deno.test("indexDrift reports the only row of a table that nobody has", () => {
  const also = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"].map((name) => `skills/${name}/SKILL.md`)
  const table = (...more: readonly string[]): string =>
    `## skills/\n\n| Skill | What |\n|---|---|\n${
      [..."abcdefghijk", ...more].map((name) => `| \`${name}\` | x |\n`).join("")
    }`
  deepStrictEqual(said({ "docs/a.md": table("gone") }, also), ["its table of skills/ lists gone, which is not there"])
  deepStrictEqual(said({ "docs/a.md": table("gone", "none") }, also), [])
  deepStrictEqual(said({ "docs/a.md": table().replace("| `k` | x |\n", "| `gone` | an alias of `k` |\n") }, also), [
    "said",
    "named in another row",
  ])
})

Deno.test("indexDrift excuses what nobody lists", () => {
  const why = (path: string): readonly string[] =>
    said({ "docs/layout.md": incompleteTree }, [...masts.slice(0, 3), path])
  deepStrictEqual(why("masts/gust.test.yaml"), ["test"])
  deepStrictEqual(why("masts/NOTES.yaml"), ["page of the folder"])
  deepStrictEqual(why("masts/.lint.yaml"), ["hidden"])
  deepStrictEqual(why("masts/local.example.yaml"), ["for tools"])
  deepStrictEqual(why("masts/hail.ts"), [])
  deepStrictEqual(why("masts/inner/hail.yaml"), [])
  const own = {
    "docs/a.md": "",
    "docs/b.md": "",
    "docs/c.md": "",
    "docs/layout.md": tree("docs/", "├── a.md", "├── b.md", "└── c.md"),
  }
  deepStrictEqual(said(own), ["the index itself is not listed in it"])
  const linked = "## masts/\n\n- `calm`\n- `fog`\n- `gust`\n\n# More\n\nSee [it](../masts/hail.yaml).\n"
  deepStrictEqual(said({ "docs/a.md": linked }, masts), ["linked"])
  const alias = "## masts/\n\n- `calm`\n- `fog`\n- `gust` (alias `hail`)\n"
  deepStrictEqual(said({ "docs/a.md": alias }, masts), ["named in another row"])
})

Deno.test("indexDrift excuses an index that means to show a part, and files of another time or place", () => {
  const list = "- `calm`\n- `fog`\n- `gust`\n"
  const why = (text: string, path = "docs/a.md"): readonly string[] => said({ [path]: text }, masts)
  deepStrictEqual(why(incompleteTree.replace("fog.yaml", "fog.yaml\n├── *.yaml")), ["open"])
  deepStrictEqual(why(`## masts/\n\nThe main files:\n\n${list}`), ["selection"])
  deepStrictEqual(why(`For example:\n\n${incompleteTree.slice(10)}`), ["selection"])
  deepStrictEqual(why(`# masts/\n\n## See also\n\n${list}`), ["related"])
  deepStrictEqual(why(incompleteTree, "CHANGELOG.md"), ["history"])
  deepStrictEqual(why(incompleteTree, "plans/a.md"), ["history"])
  deepStrictEqual(why(incompleteTree, "templates/a.md"), ["another place"])
})

Deno.test("indexDrift draws nothing where something is drawn below, and keeps line ends", () => {
  const also = ["a/x.ts", "b/x.ts", "c/x.ts", "d/x.ts"]
  const below = { "docs/a.md": tree("./", "├── a/", "├── b/", "└── c/", "    └── x.ts") }
  const [finding] = lookAt(below, also).findings
  ok(finding !== undefined && finding.edits === undefined)
  const windows = { "docs/layout.md": incompleteTree.replaceAll("\n", "\r\n") }
  const edits = lookAt(windows, masts).findings[0]?.edits ?? []
  const mended = Result.getOrThrow(applyEdits(new Map(Object.entries(windows)), edits)).get("docs/layout.md") ?? ""
  ok(mended.includes("├── gust.yaml\r\n└── hail.yaml\r\n"), mended)
})

Deno.test("indexDrift stays in scope, says what it could not read, and does not run where there is nothing to look at", () => {
  const files = { "docs/a.md": incompleteTree, "b.md": incompleteTree }
  deepStrictEqual(lookAt(files, masts, { scope: ["docs"] }).findings.map(({ locator }) => locator), ["docs/a.md"])
  const closed = lookAt(files, masts, { unreadable: [{ path: "docs/", why: "no permission" }] })
  deepStrictEqual([closed.complete, closed.skip_reason], [false, "could not read docs/ (no permission)"])
  deepStrictEqual([lookAt({}).ran, lookAt({}).skip_reason], [false, "no Markdown files, and no decisions"])
})
