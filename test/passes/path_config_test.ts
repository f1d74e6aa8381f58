import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { pathConfig } from "../../src/passes/path_config.ts"
import { corpusOf } from "./corpus_of.ts"
import { type Files, lookWith, toldBy } from "./look_with.ts"

const look = lookWith(pathConfig)

function said(files: Files): readonly string[] {
  return toldBy(({ locator, what, route }) => `${locator} ${route}: ${what}`, look(files))
}

const out = "Reports go to `report_dir: out/reports`.\n"
const build = "Reports go to `report_dir: build/reports/`.\n"

Deno.test("pathConfig finds a key that two files give different places", () => {
  deepStrictEqual(said({ "README.md": out, "docs/a.md": build }), [
    'docs/a.md proposal: "report_dir" is "build/reports" here, and "out/reports" in README.md',
  ])
  deepStrictEqual(said({ "README.md": out, "docs/a.md": build, "docs/b.md": build }), [
    'README.md direct-fix: "report_dir" is "out/reports" here, and "build/reports" in docs/a.md',
  ])
})

Deno.test("pathConfig reads assignments, defaults in sentences and defaults in tables", () => {
  for (
    const text of [
      'Set by `report_dir = "out/reports"`.\n',
      "`report_dir` (default: `out/reports/`)\n",
      "The key `report_dir` says where, and defaults to `./out/reports`.\n",
      "| key | default |\n|--|--|\n| `report_dir` | `out/reports` |\n",
    ]
  ) deepStrictEqual(said({ "README.md": text, "docs/a.md": build }).length, 1, text)
})

Deno.test("pathConfig says nothing of bare keys, placeholders, values that are no paths, quotes, and files that agree", () => {
  for (
    const text of [
      "`path: a/b`\n",
      "`report_dir: <root>/reports`\n",
      "`report_dir: reports`\n",
      "`report_dir: path/to/reports`\n",
      "> `report_dir: other/place`\n",
      "`report_dir` is unlike `other/place`.\n",
      "`report_dir: out/reports/`\n",
      "`report_dir: other/place` or `report_dir: out/reports`\n",
    ]
  ) deepStrictEqual(said({ "README.md": out, "docs/a.md": text }), [], text)
})

Deno.test("pathConfig finds a place that is not the one that its key is given", () => {
  const files = {
    "skills/engine/SKILL.md": "Reads `<report_dir>/<scope>/latest.md`.\n",
    "skills/check/SKILL.md": "The baseline is `.state/checks/<scope-slug>/latest.md`.\n",
    "skills/check/references/passes.md": "- One: `report_dir: .state/one`.\n- Two: `report_dir: .state/two`.\n",
    "docs/check.md": "Its baseline is `.state/checks/<scope-slug>/latest.md`.\n",
  }
  deepStrictEqual(said(files), [
    'skills/check/references/passes.md direct-fix: "report_dir" is ".state/one" and ".state/two" here, and ".state/checks" in skills/check/SKILL.md',
  ])
  deepStrictEqual(
    look(files).findings[0]?.evidence?.map(({ path, line }) => `${path}:${line}`),
    [
      "skills/check/references/passes.md:1",
      "skills/check/references/passes.md:2",
      "skills/check/SKILL.md:1",
      "docs/check.md:1",
    ],
  )
  const matching = { ...files, "skills/check/SKILL.md": "The baseline is `.state/one/<scope>/latest.md`.\n" }
  deepStrictEqual(said(matching), [])
  const elsewhere = { ...files, "skills/check/SKILL.md": "# Check\n" }
  deepStrictEqual(said(elsewhere), [])
  const several = { ...files, "skills/check/more.md": "And `.state/more/<scope>/latest.md`.\n" }
  deepStrictEqual(said(several), ["skills/check/references/passes.md: several places"])
})

Deno.test("pathConfig's guards", () => {
  const cases: readonly (readonly [string, Files])[] = [
    ["the past", { "CHANGELOG.md": build }],
    ["template", { "templates/a.md": build }],
    ["test data", { "test/fixtures/a.md": build }],
    ["someone else's file", { "vendor/a.md": build }],
    ["another component", { "tools/x/a.md": build, "tools/x/package.json": "{}" }],
    ["example", { "a.md": "```yaml\nreport_dir: build/reports\n```\n" }],
    ["choice", { "a.md": "In CI you can set `report_dir: build/reports`.\n" }],
  ]
  for (const [why, files] of cases) {
    deepStrictEqual(said({ "README.md": out, ...files }), [`${Object.keys(files)[0]}: ${why}`], why)
  }
})

Deno.test("pathConfig takes no word of a key or a place for what the sentence says", () => {
  const says = (place: string): string => `The \`changelog_path\` defaults to \`${place}\`, like \`custom/tests\`.\n`
  deepStrictEqual(
    said({ "README.md": says("docs/log.md"), "a.md": says("tests/log.md"), "b.md": says("docs/log.md") }).length,
    1,
  )
  const row = (place: string): string => `| Key | Note |\n|---|---|\n| \`changelog_path: ${place}\` | a file |\n`
  deepStrictEqual(
    said({ "README.md": row("docs/log.md"), "a.md": row("tests/log.md"), "b.md": row("docs/log.md") }).length,
    1,
  )
})

Deno.test("pathConfig does not run where no key has a place, and reports only what is in scope", () => {
  strictEqual(look({}).skip_reason, "no Markdown files")
  strictEqual(look({ "a.md": "# A\n" }).skip_reason, "no file gives a configuration's key a place")
  const files = new Map([["README.md", out], ["a/x.md", build], ["b/x.md", "`report_dir: other/place`\n"]])
  deepStrictEqual(pathConfig.look(corpusOf(files, { scope: ["a"] })).findings.map(({ locator }) => locator), ["a/x.md"])
})
