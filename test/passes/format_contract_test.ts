import { deepStrictEqual, strictEqual } from "node:assert/strict"
import type { Config } from "../../src/core/schema/config.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { formatContract } from "../../src/passes/format_contract.ts"
import { corpusOf } from "./corpus_of.ts"
import { type Files, lookWith, toldBy } from "./look_with.ts"

function look(files: Files, config: Config = {}): PassResult {
  return lookWith(formatContract)(files, { config })
}

function said(files: Files, config: Config = {}): readonly string[] {
  return toldBy(({ locator, severity, what }) => `${locator} ${severity}: ${what}`, look(files, config))
}

const contract = [
  "# Log contract",
  "",
  "The format of `LOG.md`.",
  "",
  "## Lines",
  "",
  "Each line is one of two kinds:",
  "",
  "- A ship line (marker `✓`).",
  "- A decision line is marked with `◆`.",
  "",
  "```",
  "- ✓ Added a thing",
  "```",
  "",
].join("\n")

function log(marked: number, unmarked: number): string {
  const lines = [
    ...Array.from({ length: marked }, (_, index) => `- ✓ Added ${index}`),
    ...Array.from({ length: unmarked }, (_, index) => `- changed ${index}\n  - a detail`),
  ]
  return ["# Log", "", "All of it.", "", ...lines, ""].join("\n")
}

Deno.test("formatContract finds a file of which no line is as its contract wants it", () => {
  const files = { "docs/log-contract.md": contract, "LOG.md": log(0, 6) }
  deepStrictEqual(said(files), [
    'LOG.md Medium: no line of a list starts with "✓" or "◆", as docs/log-contract.md wants it: 6 do not',
  ])
  const [finding] = look(files).findings
  deepStrictEqual(finding?.evidence?.map(({ path, line, quote }) => `${path}:${line} ${quote}`), [
    "LOG.md:3 All of it.",
    "LOG.md:5 - changed 0",
    "LOG.md:7 - changed 1",
    "LOG.md:9 - changed 2",
    "docs/log-contract.md:9 - A ship line (marker `✓`).",
    "docs/log-contract.md:10 - A decision line is marked with `◆`.",
  ])
  deepStrictEqual([finding.verdict, finding.route, finding.key], ["CONTRADICTED", "proposal", "docs/log-contract.md"])
})

Deno.test("formatContract finds the file in a section about where it is, and beside the contract", () => {
  const located = contract.replace("The format of `LOG.md`.", "See below.").replace(
    "## Lines",
    "## Location\n\nIt is `LOG.md`, in this folder.\n\n## Lines",
  )
  deepStrictEqual(said({ "docs/log-contract.md": located, "docs/LOG.md": log(0, 6) }).length, 1)
})

Deno.test("formatContract reads the mark of a line that is to be filled in", () => {
  const shape = (line: string): string => `# Log format\n\nThe format of \`LOG.md\`.\n\n${line}\n`
  const files = (line: string): Files => ({ "docs/format.md": shape(line), "LOG.md": log(0, 6) })
  deepStrictEqual(said(files("Each line is `- ✓ <slug> — <headline>`.")), [
    'LOG.md Medium: no line of a list starts with "✓", as docs/format.md wants it: 6 do not',
  ])
  deepStrictEqual(said({ ...files("Each line is `- ✓ <slug> — <headline>`."), "LOG.md": log(6, 0) }), [])
  for (
    const line of [
      "No line is `- ✓ <slug>`.",
      "Each line is `- <slug>: <headline>`.",
      "Each line is `- * <slug>`.",
      "Each line is `- [ ] <slug>`.",
      "Each line is `- ✓ done`.",
      "A thing is `- ✓ <slug>`.",
    ]
  ) deepStrictEqual(said(files(line)), [], line)
})

Deno.test("formatContract reads no contract without a name, marks, an example, and lines that they are for", () => {
  const bad = log(0, 6)
  const cases: readonly (readonly [string, string])[] = [
    ["a.md", contract.replace("Log contract", "Log")],
    ["log-contract.md", contract.replaceAll("marker", "sign").replace("marked with", "has")],
    ["log-contract.md", contract.replace("- ✓ Added", "- Added")],
    [
      "log-contract.md",
      contract.replaceAll(" line", " thing").replace("Each thing", "Each").replace("## Lines", "## Kinds"),
    ],
    [
      "log-contract.md",
      contract.replace("A ship line (marker", "A ship line (never with the marker").replace("marked", "not marked"),
    ],
    ["log-contract.md", contract.replaceAll("✓", "-").replaceAll("◆", "#")],
    ["log-contract.md", contract.replace("A ship", "> A ship").replace("- A decision", "\n> A decision")],
  ]
  for (const [path, text] of cases) deepStrictEqual(said({ [path]: text, "LOG.md": bad }), [], text)
})

Deno.test("formatContract's guards", () => {
  const cases: readonly (readonly [string, Files])[] = [
    ["LOG.md: partly kept", { "log-contract.md": contract, "LOG.md": log(1, 9) }],
    ["LOG.md: too few lines", { "log-contract.md": contract, "LOG.md": log(0, 4) }],
    ["LOG.md: not in force", { "log-contract.md": `---\nstatus: draft\n---\n${contract}`, "LOG.md": log(0, 6) }],
    ["LOG.md: template", { "templates/log-contract.md": contract, "LOG.md": log(0, 6) }],
    ["log-contract.md: no file", { "log-contract.md": contract }],
  ]
  for (const [expected, files] of cases) deepStrictEqual(said(files), [expected])
  deepStrictEqual(said({ "log-contract.md": contract, "LOG.md": log(5, 4) }), [])
  deepStrictEqual(said({ "log-contract.md": contract, "LOG.md": "# Log\n" }), [])
})

Deno.test("formatContract says which file it could not read", () => {
  const corpus = corpusOf(new Map([["log-contract.md", contract]]), {
    also: ["LOG.md"],
    unreadable: [{ path: "LOG.md", why: "too large" }],
  })
  strictEqual(formatContract.look(corpus).complete, false)
})

Deno.test("formatContract applies the contracts of the configuration", () => {
  const configOf = (file: string): Config => ({
    passes: { "format-contract": { contracts: [{ file, lines: "^-", pattern: "^- \\d{4}", contract: "about.md" }] } },
  })
  const about = { "about.md": "# About\n" }
  deepStrictEqual(said({ ...about, "log.txt": "- 2026\n- x\ntext\n" }, configOf("./log.txt")), [
    'log.txt Low: 1 of 2 lines are not as "^- \\d{4}" wants them',
  ])
  deepStrictEqual(said({ ...about, "log.txt": "- y\n- x\ntext\n" }, configOf("log.txt")), [
    'log.txt Medium: no line is as "^- \\d{4}" wants it',
  ])
  deepStrictEqual(said({ ...about, "log.txt": "- 2026\n" }, configOf("log.txt")), [])
  deepStrictEqual(said(about, configOf("log.txt")), ["log.txt: no file"])
  const corpus = corpusOf(new Map(), {
    config: configOf("log.txt"),
    unreadable: [{ path: "log.txt", why: "no permission" }],
  })
  strictEqual(formatContract.look(corpus).complete, false)
})

Deno.test("formatContract finds what a changelog calls removed and is there", () => {
  const entry =
    "## 2\n\n- removed `a.md`\n- removed `gone.md`\n- removed `x` from `b.md`\n\n### Removed\n\n- `b.md`\n\n## 1\n\n- removed `c.md`\n"
  const files = { "CHANGELOG.md": `# Changes\n\n${entry}`, "a.md": "", "b.md": "", "c.md": "" }
  deepStrictEqual(said(files), [
    "CHANGELOG.md Low: CHANGELOG.md calls a.md removed, and it is there",
    "CHANGELOG.md Low: CHANGELOG.md calls b.md removed, and it is there",
  ])
  const back = { ...files, "CHANGELOG.md": "## 2\n\n- removed `a.md`\n- added `a.md` again\n" }
  deepStrictEqual(said(back), [])
  deepStrictEqual(said({ "vendor/x/CHANGELOG.md": "## 2\n\n- removed `a.md`\n", "vendor/x/a.md": "" }), [
    "vendor/x/CHANGELOG.md: someone else's file",
  ])
})

Deno.test("formatContract does not run where there is nothing to look at, and reports only what is in scope", () => {
  strictEqual(look({}).skip_reason, "no Markdown files")
  strictEqual(look({ "a.md": "# A\n" }).skip_reason, "no file says what the lines of another look like")
  const files = new Map([["log-contract.md", contract], ["LOG.md", log(0, 6)], ["a/b.md", ""]])
  deepStrictEqual(formatContract.look(corpusOf(files, { scope: ["a"] })).findings, [])
})
