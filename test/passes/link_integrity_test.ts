import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { linkIntegrity } from "../../src/passes/link_integrity.ts"
import { corpusOf } from "./corpus_of.ts"

const fixture = fileURLToPath(new URL("../../fixtures/links/", import.meta.url))

function fixtureFiles(): ReadonlyMap<string, string> {
  const paths = readdirSync(fixture, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"))
  return new Map(
    paths.filter((path) => statSync(fixture + path).isFile()).sort().map((path) => [
      path,
      readFileSync(fixture + path, "utf8"),
    ]),
  )
}

function look(files: Readonly<Record<string, string>>): PassResult {
  return linkIntegrity.look(corpusOf(new Map(Object.entries(files))))
}

/** Keys of the findings and guards of the near misses: what a list of links comes to. */
function outcome(files: Readonly<Record<string, string>>): readonly string[] {
  const { findings, near_misses } = look(files)
  return [
    ...findings.map(({ key, route, edits }) => `${key}: ${route}${edits === undefined ? "" : " with edits"}`),
    ...(near_misses ?? []).map(({ why }) => why.slice(0, why.indexOf(":"))),
  ]
}

Deno.test("linkIntegrity finds the dead links of a repository, and nothing else", () => {
  const corpus = corpusOf(fixtureFiles(), { ignored: ["build/"] })
  const result = linkIntegrity.look(corpus)
  deepStrictEqual(
    result.findings.map(({ locator, key, route, proposed_action }) => `${locator} ${key} ${route}: ${proposed_action}`),
    [
      'README.md Docs/Guide/Install.md#requirements direct-fix: change the target to "docs/guide/install.md#requirements"',
      "README.md build/report.html proposal: remove the link, or point it to what replaced its target",
      "README.md docs/adr/0002-keep-readings-in-sqlite.md proposal: point the link to the file that is meant: docs/adr/0002-keep-readings-in-parquet.md",
      'README.md docs/calibration.md direct-fix: change the target to "docs/guide/calibration.md"',
      "README.md docs/gone.md proposal: remove the link, or point it to what replaced its target",
      'README.md docs/guide/install.md#requirments direct-fix: change the target to "docs/guide/install.md#requirements"',
      "README.md docs/guide/install.md#soldering proposal: point the link to a heading that docs/guide/install.md has, or restore the heading",
      "README.md docs/notes.md proposal: point the link to the file that is meant: docs/a/notes.md, docs/b/notes.md",
      "docs/guide/install.md ../lost.png proposal: remove the link, or point it to what replaced its target",
      "site/pages/index.md lost proposal: remove the link, or point it to what replaced its target",
    ],
  )
  deepStrictEqual(
    result.near_misses?.map(({ locator, what, why }) => `${locator} ${what}: ${why.slice(0, why.indexOf(":"))}`),
    [
      'README.md link to "../../issues": GitHub page',
      'README.md link to "../sibling/README.md": outside the root',
      'README.md link to "docs/adr/NNNN-title.md": placeholder',
      'README.md link to "docs/diagram.png?raw=true": query',
      'README.md link to "docs/guide/install.md?plain=1#L3": GitHub anchor',
      'README.md link to "docs/moved.md": moved',
      'docs/guide/install.md link to "docs/guide/calibration.md": from the root',
      'site/pages/index.md link to "/pages/forecast.html": site route',
      'site/pages/index.md link to "forecast": site route',
      `skills/publish/SKILL.md link to "../../docs/guide/install.md" out of the skills' folder: skill folder`,
      'templates/adr.md link to "issue.md": template',
      'test/fixtures/dead.md link to "nowhere.md": test data',
      'vendor/lib/README.md link to "missing.md": someone else\'s file',
    ],
  )
  strictEqual(result.complete, true)
  strictEqual(result.clean, result.scanned.length - 3)
  deepStrictEqual(groundPass(result, corpus.texts).warnings, [])
})

Deno.test("linkIntegrity gives one finding to all links of a file with one dead target", () => {
  const [finding, ...others] = look({ "a.md": "[x](b.md) [y](b.md)\n\ntext\n[z](b.md)\n" }).findings
  deepStrictEqual(others, [])
  strictEqual(finding?.what, 'link to "b.md" is dead: no such file')
  deepStrictEqual(finding.evidence, [
    { path: "a.md", line: 1, quote: "[x](b.md) [y](b.md)" },
    { path: "a.md", line: 4, quote: "[z](b.md)" },
  ])
})

Deno.test("linkIntegrity follows paths as GitHub does", () => {
  const living = [
    "b.md",
    "./b.md",
    "../docs/b.md",
    "/docs/b.md",
    "sub/../b.md",
    "b.md?x=1",
    "c%23.md",
    "<c#.md>",
    "<d e.md>",
    "d%20e.md",
    "caf%C3%A9.md",
    "cafe\u0301.md",
    "100%.md",
    "sub",
    "sub/",
    "sub#inside",
    "..",
    "/",
    "",
    "#",
    "#here",
    "b.md#Title",
    "b.md#title:~:text=x",
    "sub/x.ts#L10",
  ]
  for (const target of living) {
    const result = look({
      "docs/a.md": `# Here\n\n[x](${target})\n`,
      "docs/b.md": "# Title\n",
      "docs/c#.md": "",
      "docs/d e.md": "",
      "docs/café.md": "",
      "docs/100%.md": "",
      "docs/sub/README.md": "# Inside\n",
      "docs/sub/x.ts": "",
    })
    deepStrictEqual([result.findings, result.near_misses], [[], []], target)
  }
})

Deno.test("linkIntegrity mends what can mean only one thing", () => {
  const mended: readonly (readonly [string, string])[] = [
    ["[x](B.md)", "[x](b.md)"],
    ["[x](./Sub/Deep.md#one)", "[x](./sub/deep.md#one)"],
    ["[x](deep.md 'title')", "[x](sub/deep.md 'title')"],
    ["[x](/old/sub/deep.md?plain=1)", "[x](/sub/deep.md?plain=1)"],
    ["[x](sub\\deep.md)", "[x](sub/deep.md)"],
    ["[x][r] [r]\n\n[r]: <old/sub/deep.md> 'title'", "[x][r] [r]\n\n[r]: <sub/deep.md> 'title'"],
    ["<a href=old/sub/deep.md>x</a>", "<a href=sub/deep.md>x</a>"],
    ["[deep.md](deep.md) and [y](deep.md)", "[deep.md](sub/deep.md) and [y](sub/deep.md)"],
    ["[x](deep.md)\n\n[x](deep.md)", "[x](sub/deep.md)\n\n[x](sub/deep.md)"],
    ["[x](odd.md)", "[x](sub/odd/a%20%28b%29/odd.md)"],
    ["[x](b.md#one_thing)", "[x](b.md#one-thing)"],
    ["[x](b.md#thing-one)", "[x](b.md#one-thing)"],
    ["[x](b.md#one-thimg)", "[x](b.md#one-thing)"],
  ]
  for (const [before, after] of mended) {
    const { findings } = look({
      "a.md": `${before}\r\n`,
      "b.md": "# One thing\n",
      "sub/deep.md": "# One\n",
      "sub/odd/a (b)/odd.md": "",
    })
    strictEqual(findings.length, 1, before)
    strictEqual(findings[0]?.route, "direct-fix", before)
    strictEqual(edited(`${before}\r\n`, findings[0].edits), `${after}\r\n`, before)
  }
})

/** Each edit's text occurs once, and stands for its replacement. */
function edited(text: string, edits: PassResult["findings"][number]["edits"]): string {
  let after = text
  for (const edit of edits ?? []) {
    ok("find" in edit && after.split(edit.find).length === 2, JSON.stringify(edit))
    after = after.replace(edit.find, () => edit.replace)
  }
  return after
}

Deno.test("linkIntegrity leaves to people what can mean several things", () => {
  const rest = {
    "x/n.md": "# Other\n",
    "y/n.md": "",
    "z/README.md": "",
    "b.md": "# One\n## Two\n",
    "s/only.md": "# A\n",
  }
  const left = ["n.md", "old/README.md", "nowhere.md", "b.md#three", "b.md#onetwo", "only.md#gone"]
  for (const target of left) deepStrictEqual(outcome({ ...rest, "a.md": `[x](${target})` }), [`${target}: proposal`])
})

Deno.test("linkIntegrity takes a route of a site for its source", () => {
  const site = { "web/content/pages/b.md": "", "web/mkdocs.yml": "" }
  const routes = ["/pages/b", "/pages/b/", "/pages/b.html", "/pages/b.md", "b", "./b.html", "b/"]
  for (const route of routes) {
    deepStrictEqual(outcome({ ...site, "web/content/pages/a.md": `[x](${route})` }), ["site route"], route)
  }
  deepStrictEqual(outcome({ "docs/b.md": "", "docs/a.md": "[x](/b)" }), ["site route"])
  deepStrictEqual(outcome({ "docs/b.md": "", "docs/a.md": "[x](/b.md)" }), ["/b.md: direct-fix with edits"])
  deepStrictEqual(outcome({ "b.md": "", "a.md": "[x](b)" }), ["b: proposal"])
  const elsewhere = outcome({
    "docs/rules/a.md": "[x](/linting/configs) [y](/docs/gone) [z](/gone) [w](/linting/a.md)",
  })
  const page = (front: string): Record<string, string> => ({
    "docs/hero/a.md": "",
    "docs/rules/a.md": `---\n${front}\n---\n\n[x](/docs/table) [y](/docs/table.md)\n`,
  })
  deepStrictEqual(outcome(page("id: Rules\nsection: docs")), ["/docs/table.md: proposal", "page of a site"])
  deepStrictEqual(outcome(page("slug: rules\nstatus: active")), ["/docs/table: proposal", "/docs/table.md: proposal"])
  deepStrictEqual(elsewhere, ["/docs/gone: proposal", "/gone: proposal", "/linting/a.md: proposal", "another site"])
})

Deno.test("linkIntegrity tells many links of a document that are fine for one reason as one", () => {
  const links = (count: number): string =>
    Array.from({ length: count }, (_, index) => `[x](/linting/${index})`).join("\n")
  strictEqual(look({ "a.md": links(5) }).near_misses?.length, 5)
  deepStrictEqual(look({ "a.md": links(6) }).near_misses?.map(({ what }) => what), [
    'link to "/linting/0" and 5 more',
  ])
})

Deno.test("linkIntegrity leaves alone the words that an organ is to write elsewhere", () => {
  const quoted = 'If present: "Please read [the code](CONDUCT.md) first."\n'
  deepStrictEqual(outcome({ "agents/writer.md": quoted }), ["words to be written"])
  const others = [quoted.replaceAll('"', ""), '"a" [x](CONDUCT.md) "b"\n', '[x](CONDUCT.md "title")\n']
  for (const text of others) deepStrictEqual(outcome({ "agents/writer.md": text }), ["CONDUCT.md: proposal"], text)
  deepStrictEqual(outcome({ "docs/writer.md": quoted }), ["CONDUCT.md: proposal"])
})

Deno.test("linkIntegrity says what an address without its scheme lacks", () => {
  const { findings } = look({ "a.md": "[x](a@example.org) [y](www.example.org/x)" })
  deepStrictEqual(findings.map((finding) => finding.proposed_action), [
    'write "mailto:a@example.org"',
    'write "https://www.example.org/x"',
  ])
})

Deno.test("linkIntegrity gives no edit where the target stands in code too, and hands the fix off", () => {
  deepStrictEqual(outcome({ "a.md": "`(b.md)` [x](b.md)", "sub/b.md": "" }), ["b.md: direct-fix"])
})

Deno.test("linkIntegrity looks only at the scope and looks up everything", () => {
  const files = new Map([["docs/a.md", "[x](../b.md) [y](c.md)"], ["b.md", "[z](gone.md)"]])
  const result = linkIntegrity.look(corpusOf(files, { scope: ["docs"] }))
  deepStrictEqual(result.scanned, ["docs/a.md"])
  deepStrictEqual(result.findings.map((finding) => finding.key), ["c.md"])
})

Deno.test("linkIntegrity is complete without a file that could not be read, which hides only its own findings", () => {
  const unreadable = [{ path: "b.md", why: "it is not UTF-8" }]
  const result = linkIntegrity.look(
    corpusOf(new Map([["a.md", "[b](b.md) [c](c.md)"]]), { unreadable, also: ["b.md"] }),
  )
  deepStrictEqual([result.complete, result.scanned, result.skip_reason], [true, ["a.md"], undefined])
  deepStrictEqual(result.findings.map((finding) => finding.key), ["c.md"])
  const alone = linkIntegrity.look(corpusOf(new Map(), { unreadable, also: ["b.md"] }))
  deepStrictEqual([alone.ran, alone.complete, alone.scanned], [true, true, []])
})

Deno.test("linkIntegrity has not looked at a file with a link to an anchor of a file that could not be read", () => {
  const unreadable = [{ path: "docs/README.md", why: "it is not UTF-8" }]
  const also = ["docs/README.md"]
  for (const link of ["[b](docs/README.md#b)", "[b](docs#b)"]) {
    const clean = linkIntegrity.look(corpusOf(new Map([["a.md", link], ["c.md", ""]]), { unreadable, also }))
    deepStrictEqual([clean.complete, clean.scanned, clean.clean], [true, ["c.md"], 1], link)
    // Its findings show that it was looked at, which must prove nothing of the anchor.
    const found = linkIntegrity.look(corpusOf(new Map([["a.md", `${link} [d](d.md)`]]), { unreadable, also }))
    deepStrictEqual([found.complete, found.findings.length], [false, 1], link)
    strictEqual(found.skip_reason, "could not read docs/README.md (it is not UTF-8)")
  }
})

Deno.test("linkIntegrity is incomplete when a folder in scope could not be looked into, and says which", () => {
  const files = new Map([["docs/a.md", ""]])
  const unreadable = [{ path: "docs/b/", why: "permission denied" }, { path: "x/", why: "permission denied" }]
  const result = linkIntegrity.look(corpusOf(files, { scope: ["docs"], unreadable }))
  strictEqual(result.complete, false)
  strictEqual(result.skip_reason, "could not read docs/b/ (permission denied)")
  strictEqual(linkIntegrity.look(corpusOf(files, { scope: ["docs/a.md"], unreadable })).complete, true)
  strictEqual(linkIntegrity.look(corpusOf(files, { scope: ["docs/b/c.md"], unreadable })).complete, false)
})

Deno.test("linkIntegrity does not run without Markdown files", () => {
  const result = linkIntegrity.look(corpusOf(new Map([["a.ts", ""]])))
  strictEqual(result.ran, false)
  strictEqual(result.skip_reason, "no Markdown files")
})

Deno.test("linkIntegrity quotes and names a part of what is too long to read", () => {
  const target = `${"x".repeat(5000)}.md`
  const files = { "a.md": `${"words 😀 ".repeat(100)}[a](${target}) ${"words ".repeat(1000)}` }
  const result = look(files)
  const [finding] = result.findings
  ok(finding !== undefined && (finding.key ?? "").length <= 201 && (finding.evidence?.[0]?.quote ?? "").length <= 200)
  deepStrictEqual(groundPass(result, new Map(Object.entries(files))).warnings, [])
})

Deno.test("linkIntegrity leaves the field of a decision to decision-integrity, and tells every other place", () => {
  const record = "# 1. Use files\n\n## Status\n\nSuperseded by [2. Use rows](0002-use-rows.md)\n\n## Context\n\nText.\n"
  const path = "doc/adr/0001-use-files.md"
  deepStrictEqual(outcome({ [path]: record }), ["told by decision-integrity"])
  const twice = { [path]: `${record}See [there](0002-use-rows.md).\n` }
  deepStrictEqual(outcome(twice), ["0002-use-rows.md: proposal", "told by decision-integrity"])
  deepStrictEqual(look(twice).findings[0]?.evidence?.map(({ line }) => line), [10])
  const off = corpusOf(new Map([[path, record]]), { config: { passes: { "decision-integrity": false } } })
  strictEqual(linkIntegrity.look(off).findings.length, 1)
  const outside = { "notes.md": "Superseded by [2. Use rows](0002-use-rows.md)\n" }
  deepStrictEqual(outcome(outside), ["0002-use-rows.md: proposal"])
})

Deno.test("linkIntegrity edits a link to a mere namesake only where something else speaks for it", () => {
  const files = { "lib/argument.js": "", "lib/option.js": "", "old/lib/x.js": "" }
  deepStrictEqual(outcome({ ...files, "README.md": "[a](./examples/argument.js)" }), [
    "./examples/argument.js: proposal",
  ])
  for (const text of ["[a](./examples/argument.js) [b](lib/option.js)", "[a](old/lib/argument.js)"]) {
    const [said = ""] = outcome({ ...files, "README.md": text })
    ok(said.endsWith(": direct-fix with edits"), said)
  }
})
