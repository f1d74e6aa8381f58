import { deepStrictEqual } from "node:assert/strict"
import { consolidation } from "../../../src/passes/consolidation.ts"
import { type Files, lookWith, toldBy } from "../look_with.ts"

const look = lookWith(consolidation)

/** Findings by verdict, severity, place and key, then what is fine. */
function outcome(files: Files): readonly string[] {
  return toldBy(({ verdict, severity, locator, key }) => `${verdict} ${severity} ${locator} ${key}`, look(files))
}

function record(title: string, status: string, more = ""): string {
  return `# ${title}\n\nDate: 2020-01-01\n\n## Status\n\n${status}\n\n## Context\n\nText.\n${more}`
}

Deno.test("consolidation finds decisions with one number, and knows who may share it", () => {
  const ember = (title: string, repository: string): string =>
    `---\nstage: accepted\nprs:\n  accepted: https://github.com/${repository}/pull/46\n---\n\n# ${title}\n`
  deepStrictEqual(
    outcome({
      "doc/adr/0007-a.md": record("7. A", "Accepted"),
      "doc/adr/0007-b.md": record("7. B", "Accepted"),
      "doc/adr/0008-c.md": record("8. C", "Accepted"),
      "other/adr/0008-d.md": record("8. D", "Accepted"),
    }),
    ["DUPLICATE-ID Medium doc/adr/0007-b.md id 7"],
  )
  const spec = (version: number): string => `---\nslug: auth\nversion: ${version}\nstatus: draft\n---\n\n# Auth\n`
  deepStrictEqual(
    outcome({
      ".claude/specs/auth/v1.md": spec(1),
      ".claude/specs/auth/v2.md": spec(1),
      ".claude/plans/auth/v1.md": spec(1),
      "proposals/012-a-v1.md": spec(1),
      "proposals/012-a-v2.md": spec(2),
    }),
    ["DUPLICATE-ID Medium .claude/specs/auth/v2.md id auth@v1", "proposals/012-a-v2.md: versions"],
  )
  const excused: Readonly<Record<string, Files>> = {
    placeholder: { "adr/0000-a.md": record("A", "Proposed"), "adr/0000-b.md": record("B", "Proposed") },
    translation: { "adr/0001-a.md": record("1. A", "Accepted"), "adr/0001-a.fr.md": record("1. B", "Accepted") },
    redirection: { "adr/0001-a.md": record("1. A", "Accepted"), "adr/0001-b.md": "# B\n\n> Moved to [A](0001-a.md)\n" },
    template: {
      "adr/0001-a.md": record("1. A", "Accepted"),
      "adr/0001-template.md": record("1. T", "{proposed | accepted | done}"),
    },
    "two series": { "text/0046-a.md": ember("A", "x/rfcs"), "text/0046-cli-a.md": ember("B", "x-cli/rfcs") },
  }
  for (const [guard, files] of Object.entries(excused)) {
    deepStrictEqual(look(files).near_misses?.map(({ why }) => why.slice(0, why.indexOf(":"))), [guard], guard)
    deepStrictEqual(look(files).findings, [], guard)
  }
  const series = Object.fromEntries(
    ["0001-cli-a", "0002-cli-b", "0003-cli-c", "0003-d", "0004-e"].map((name) => [
      `adr/${name}.md`,
      record(name, "Accepted"),
    ]),
  )
  deepStrictEqual(outcome(series), ["adr/0003-d.md: two series"])
  // A word that many titles start with is no series: those count from 1 on.
  const common = Object.fromEntries(
    ["0003-use-a", "0005-use-b", "0009-use-c", "0009-drop-d", "0010-e"].map((name) => [
      `adr/${name}.md`,
      record(name, "Accepted"),
    ]),
  )
  deepStrictEqual(outcome(common), ["DUPLICATE-ID Medium adr/0009-use-c.md id 9"])
  // The number is that of the decision which had it first; what has no date had it last.
  const numbered = (dates: Files): Files =>
    Object.fromEntries(
      Object.entries(dates).map(([name, date]) => [
        `adr/0007-${name}.md`,
        record(`7. ${name}`, "Accepted").replace("Date: 2020-01-01\n\n", date === "" ? "" : `Date: ${date}\n\n`),
      ]),
    )
  deepStrictEqual(outcome(numbered({ a: "2021-05-01", b: "2020-05-01" })), ["DUPLICATE-ID Medium adr/0007-a.md id 7"])
  deepStrictEqual(outcome(numbered({ a: "", b: "2020-05-01" })), ["DUPLICATE-ID Medium adr/0007-a.md id 7"])
  const dated = { "adr/2024-01-02-a.md": record("A", "Accepted"), "adr/2024-01-02-b.md": record("B", "Accepted") }
  deepStrictEqual(outcome(dated), [])
})

Deno.test("consolidation takes one file name in two folders for no translation", () => {
  const kep = (number: number): string => `title: Probe ${number}\nkep-number: ${number}\nstatus: provisional\n`
  const page = (title: string): string =>
    `# ${title}\n\n- Authors: A\n- Status: ACCEPTED\n- Since: 2020-01-01\n\n## Summary\n\nText.\n`
  deepStrictEqual(
    outcome({
      "keps/sig-node/2133-probe/kep.yaml": kep(2133),
      "keps/sig-auth/2133-tokens/kep.yaml": kep(2133),
      "text/0007-a/README.md": page("0007: A"),
      "text/0007-b/README.md": page("0007: B"),
    }),
    ["DUPLICATE-ID Medium keps/sig-node/2133-probe/kep.yaml id 2133", "DUPLICATE-ID Medium text/0007-b/README.md id 7"],
  )
  deepStrictEqual(
    outcome({
      "text/0007-a/README.md": page("0007: A"),
      "text/0007-a.zh-CN/README.md": page("0007: A"),
      "text/0008-b.de.md": page("0008: B"),
      "text/0008-b.fr.md": page("0008: B"),
    }),
    ["text/0007-a/README.md: translation", "text/0008-b.fr.md: translation"],
  )
})

Deno.test("consolidation names the id that two decisions share, not another one that they have", () => {
  const unit = (slug: string): string => `---\nslug: ${slug}\nversion: 1\nstatus: draft\n---\n\n# Baz\n`
  const [finding, ...more] = look({ "proposals/035-baz.md": unit("baz"), "proposals/037-baz.md": unit("baz") }).findings
  deepStrictEqual(more, [])
  deepStrictEqual([finding?.what, finding?.proposed_action, finding?.key], [
    "has the id baz@v1, which is that of proposals/035-baz.md: a reference to it means either",
    "make proposals/037-baz.md the next version, or take it out",
    "id baz@v1",
  ])
  const numbered = look({ "proposals/035-baz.md": unit("baz"), "proposals/035-qux.md": unit("qux") }).findings
  deepStrictEqual(numbered.map(({ key, proposed_action }) => [key, proposed_action]), [
    ["id 35", "give proposals/035-qux.md the next free number, and correct what names it"],
  ])
  // What is said of numbers alone excuses no version that is there twice.
  deepStrictEqual(outcome({ "proposals/000-baz.md": unit("baz"), "proposals/000-qux.md": unit("baz") }), [
    "DUPLICATE-ID Medium proposals/000-qux.md id baz@v1",
    "proposals/000-qux.md: placeholder",
  ])
})
