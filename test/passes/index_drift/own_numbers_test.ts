import { deepStrictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { applyEdits } from "../../../src/core/edit/apply_edits.ts"
import { indexDrift } from "../../../src/passes/index_drift.ts"
import { type Files, lookWith } from "../look_with.ts"

const look = lookWith(indexDrift)

function record(title: string): string {
  return `# ${title}\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n`
}

function bullets(heading: string): string {
  return `# ${heading}\n\n- Status: ACCEPTED\n- Since: 2024-01-02\n- Status Note: In use.\n\n## Summary\n\nText.\n`
}

/** The findings, and the first line of each file after their edits. */
function mended(files: Files): readonly (readonly [finding: string, line: string | undefined])[] {
  const { findings } = look(files)
  const edited = Result.getOrThrow(
    applyEdits(new Map(Object.entries(files)), findings.flatMap(({ edits = [] }) => edits)),
  )
  return findings.map(({ locator, key, severity, route }) => [
    `${locator} | ${key} | ${severity} ${route}`,
    edited.get(locator)?.split("\n")[0],
  ])
}

Deno.test("a decision whose text has another number than its file is told, and takes the file's", () => {
  deepStrictEqual(
    mended({
      "doc/adr/0012-a.md": record("13. A"),
      "doc/adr/0014-b.md": record("ADR-0015: B"),
      "doc/adr/0016-c.md": record("16. C"),
      "doc/adr/0017-d.md": record("1. Introduction") + "\n# 2. Proposal\n",
      "doc/adr/0018-e.md": record("2024: a year"),
      "doc/adr/0019-f.md": record("3 ways to f"),
      "doc/adr/2024-01-02-g.md": record("5. G"),
      "peps/pep-0008.rst": "PEP: 9\nTitle: Style\nStatus: Active\n",
    }),
    [
      ["doc/adr/0012-a.md | number-differs | Low direct-fix", "# 12. A"],
      ["doc/adr/0014-b.md | number-differs | Low direct-fix", "# ADR-0014: B"],
      ["peps/pep-0008.rst | number-differs | Low direct-fix", "PEP: 8"],
    ],
  )
})

Deno.test("a number may stand behind the name of the project where the decisions beside it are headed so", () => {
  deepStrictEqual(mended({ "features/0012-inside/README.md": bullets("Aries RFC 0011: Inside") }), [
    ["features/0012-inside/README.md | number-differs | Low direct-fix", "# Aries RFC 0012: Inside"],
  ])
  deepStrictEqual(
    mended({
      "doc/adr/0001-a.md": record("Lighthouse ADR-0001: A"),
      "doc/adr/0002-b.md": record("Lighthouse ADR-0003: B"),
      "doc/adr/0004-c.md": record("Adopt RFC 7807: problem details"),
    }),
    [["doc/adr/0002-b.md | number-differs | Low direct-fix", "# Lighthouse ADR-0002: B"]],
  )
})

Deno.test("the number of somebody else's document in a heading is none of a decision's own", () => {
  deepStrictEqual(
    mended({
      "text/0012-dates.md": bullets("Support RFC 3339: dates"),
      "text/0013-names.md": bullets("Names"),
      "doc/adr/0004-problems.md": record("Adopt RFC 7807: problem details"),
      "doc/adr/0005-b.md": record("Lighthouse ADR-0005: B"),
      "doc/decisions/0006-alone.md": record("Adopt RFC 7807: problem details"),
    }),
    [],
  )
})

Deno.test("a decision in no Markdown file is looked at as well, in scope alone", () => {
  const files = { "peps/pep-0008.rst": "PEP: 9\nTitle: Style\nStatus: Active\n" }
  const { ran, scanned, findings } = look(files)
  deepStrictEqual([ran, scanned, findings.length], [true, ["peps/pep-0008.rst"], 1])
  deepStrictEqual(look(files, { scope: ["docs"] }).findings, [])
})

Deno.test("the number of a decision that could not be read is not known", () => {
  const unreadable = [{ path: "doc/adr/0003-c.md", why: "no permission" }]
  const { complete, skip_reason } = look({ "doc/adr/0001-a.md": record("1. A") }, { unreadable })
  deepStrictEqual([complete, skip_reason], [false, "could not read doc/adr/0003-c.md (no permission)"])
})
