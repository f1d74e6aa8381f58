import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { consolidation } from "../../src/passes/consolidation.ts"
import { corpusOf, type More } from "./corpus_of.ts"
import { type Files, lookWith, toldBy } from "./look_with.ts"

const look = lookWith(consolidation)

/** Findings by verdict, severity, place and key, then what is fine. */
function outcome(files: Files, more: More = {}): readonly string[] {
  return toldBy(({ verdict, severity, locator, key }) => `${verdict} ${severity} ${locator} ${key}`, look(files, more))
}

function record(title: string, status: string, more = ""): string {
  return `# ${title}\n\nDate: 2020-01-01\n\n## Status\n\n${status}\n\n## Context\n\nText.\n${more}`
}

const changelog = `# Changelog

## 2026-01-02

- ✓ 042 — the ledger
- ✓ 35+37 — two at once
- ✓ fast-search — the index
- ✓ 17-v2 — the second part of 17
- ✓ 12 tests added
- ◆ Spec'd 050
- shipped 051
`

function backlog(...rows: readonly string[]): Files {
  return {
    "BACKLOG.md": `# Backlog\n\n| rank | # | what |\n|---|---|---|\n${rows.join("\n")}\n`,
    "CHANGELOG.md": changelog,
  }
}

Deno.test("consolidation finds the row of a backlog that shipped, and takes it out", () => {
  const files = backlog("| 1 | 42 | Ledger |", "| 2 | 050 | Export |", "| 3 | 35+37 | Both |")
  const result = look(files)
  deepStrictEqual(result.findings[0], {
    pass: "consolidation",
    locator: "BACKLOG.md",
    verdict: "DONE-ROW",
    severity: "Low",
    what: "lists 35+37 as work to be done, and CHANGELOG.md says that it shipped",
    route: "direct-fix",
    proposed_action: "delete the row",
    evidence: [
      { path: "BACKLOG.md", line: 7, quote: "| 3 | 35+37 | Both |" },
      { path: "CHANGELOG.md", line: 6, quote: "- ✓ 35+37 — two at once" },
    ],
    key: "row 35+37",
    edits: [{ path: "BACKLOG.md", find: "| 3 | 35+37 | Both |\n", replace: "" }],
  })
  deepStrictEqual(result.findings.map(({ key }) => key), ["row 35+37", "row 42"])
  const edited = Result.getOrThrow(
    applyEdits(new Map(Object.entries(files)), result.findings.flatMap(({ edits = [] }) => edits)),
  )
  strictEqual(edited.get("BACKLOG.md"), backlog("| 2 | 050 | Export |")["BACKLOG.md"])
})

Deno.test("consolidation reads slugs, links and archives, and only what says that it shipped", () => {
  const table =
    `| Slug | What |\n|---|---|\n| \`fast-search\` | x |\n| [Old report](proposals/report-two.md) | x |\n| new-thing | x |\n`
  const files = {
    ".claude/BACKLOG.md": table,
    "CHANGELOG.md": changelog,
    ".claude/archive/2026-01-05-report-two/v1.md": "# Report\n",
    "other/archive/2026-01-05-new-thing/v1.md": "# Thing\n",
  }
  deepStrictEqual(outcome(files), [
    "DONE-ROW Low .claude/BACKLOG.md row fast-search",
    "DONE-ROW Low .claude/BACKLOG.md row report-two",
  ])
  deepStrictEqual(outcome(backlog("| 1 | 50 | x |", "| 2 | 51 | x |", "| 3 | 12 | x |", "| 4 | 17 | x |")), [])
  // A column that only counts its rows has no ids.
  const counted = `| # | What |\n|---|---|\n| 1 | x |\n| 2 | x |\n`
  deepStrictEqual(outcome({ "BACKLOG.md": counted, "CHANGELOG.md": "- ✓ 2 — y\n" }), [])
})

Deno.test("consolidation leaves rows that are more than what shipped", () => {
  deepStrictEqual(outcome(backlog("| 1 | 42-v2 | x |")), ["BACKLOG.md: continuation"])
  deepStrictEqual(outcome(backlog("| 1 | 42 | its follow-up |")), ["BACKLOG.md: continuation"])
  deepStrictEqual(outcome(backlog("| 1 | 42+50 | x |")), ["BACKLOG.md: partly"])
  const done = `## Recently shipped\n\n| # | rank |\n|---|---|\n| 42 | 1 |\n`
  deepStrictEqual(outcome({ "BACKLOG.md": done, "CHANGELOG.md": changelog }), ["BACKLOG.md: record"])
  const marked = `| id | Status |\n|---|---|\n| 42 | ✅ done |\n`
  deepStrictEqual(outcome({ "BACKLOG.md": marked, "CHANGELOG.md": changelog }), ["BACKLOG.md: record"])
})

Deno.test("consolidation finds the open proposal that something in force replaced", () => {
  const files = {
    "doc/adr/0001-queue.md": record("1. Queue", "Proposed"),
    "doc/adr/0002-topic.md": record("2. Topic", "Accepted\n\nSupersedes [1. Queue](0001-queue.md)"),
    "doc/adr/0003-cache.md": record("3. Cache", "Proposed"),
    "doc/adr/0004-store.md": record("4. Store", "Proposed\n\nSupersedes [3. Cache](0003-cache.md)"),
  }
  const [finding, ...more] = look(files).findings
  deepStrictEqual(more, [])
  deepStrictEqual(
    [finding?.verdict, finding?.severity, finding?.locator, finding?.route, finding?.relations],
    ["OVERTAKEN", "Medium", "doc/adr/0001-queue.md", "proposal", [
      { from: "doc/adr/0002-topic.md", to: "doc/adr/0001-queue.md", kind: "supersedes" },
    ]],
  )
  deepStrictEqual(outcome(files).slice(1), ["doc/adr/0003-cache.md: not in force"])
})

Deno.test("consolidation only mentions an open decision whose title is nearly that of a live one", () => {
  const files = {
    "adr/0001-a.md": record("1. Store readings in Parquet files", "Accepted"),
    "adr/0002-b.md": record("2. Store readings in Parquet", "Proposed"),
    "adr/0003-c.md": record("3. Store pictures in a bucket", "Proposed"),
  }
  deepStrictEqual(outcome(files), ["adr/0002-b.md: titles alone"])
  const { "adr/0001-a.md": live, ...others } = files
  deepStrictEqual(outcome({ ...others, "other/adr/0001-a.md": live }), [])
})

Deno.test("consolidation tells old drafts only where the configuration asks for it", () => {
  const files = { "adr/0001-a.md": record("1. A", "Draft"), "adr/0002-b.md": record("2. B", "Accepted") }
  const history = { last_change: new Map([["adr/0001-a.md", "2024-01-30"]]), lines: new Map(), whole: true }
  const config = (draft_days: number): Corpus["config"] => ({ passes: { consolidation: { draft_days } } })
  deepStrictEqual(outcome(files, { history }), [])
  deepStrictEqual(outcome(files, { history, config: config(365) }), ["STALE Low adr/0001-a.md old draft"])
  deepStrictEqual(outcome(files, { history, config: config(800) }), [])
  deepStrictEqual(outcome(files, { config: config(365) }), ["adr/0001-a.md: no history"])
  strictEqual(consolidation.history?.(corpusOf(new Map())), undefined)
})

Deno.test("consolidation does not run without decisions or a backlog, keeps to its scope, and says what it missed", () => {
  deepStrictEqual([look({ "README.md": "# A\n" }).ran, look({ "README.md": "# A\n" }).skip_reason], [
    false,
    "neither decisions of a known convention nor a BACKLOG.md",
  ])
  const files = { ...backlog("| 1 | 42 | x |"), "adr/0001-a.md": record("1. A", "Accepted") }
  const scoped = look(files, { scope: ["adr"] })
  deepStrictEqual([scoped.findings, scoped.scanned], [[], ["adr/0001-a.md"]])
  const unread = look(files, { unreadable: [{ path: "adr/0002-b.md", why: "too large" }] })
  strictEqual(unread.complete, false)
  const missing = (path: string): boolean => look(files, { unreadable: [{ path, why: "too large" }] }).complete
  deepStrictEqual(["CHANGELOG.md", "docs/Change-Log.md", "BACKLOG.md", "docs/notes.md"].map(missing), [
    false,
    false,
    false,
    true,
  ])
})

Deno.test("consolidation says the same of any order of files, and its edits fit together", async () => {
  const id = Schema.Literals(["42", "042", "35+37", "fast-search", "17-v2", "7", "x y", ""])
  const Sample = Schema.Struct({
    rows: Schema.Array(id).check(Schema.isMaxLength(8)),
    titles: Schema.Array(Schema.Struct({
      number: Schema.Literals([0, 1, 1, 2]),
      status: Schema.Literals(["Draft", "Accepted", "Superseded by [x](0001-0.md)", ""]),
    })).check(Schema.isMaxLength(8)),
  })
  const holds = ({ rows, titles }: typeof Sample.Type): boolean => {
    const files = [
      ...Object.entries(backlog(...rows.map((row, index) => `| ${index} | ${row} | x |`))),
      ...titles.map(({ number, status }, index) =>
        [`adr/000${number}-${index}.md`, record(`${number}. A title of words`, status)] as const
      ),
    ]
    const result = consolidation.look(corpusOf(new Map(files)))
    deepStrictEqual(consolidation.look(corpusOf(new Map(files.toReversed()))), result)
    deepStrictEqual(groundPass(result, new Map(files)).warnings, [])
    return Result.isSuccess(applyEdits(new Map(files), result.findings.flatMap(({ edits = [] }) => edits)))
  }
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), holds, { runs: 200, seed: 5 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
