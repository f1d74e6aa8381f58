import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import type { Finding } from "../../src/core/schema/finding.ts"
import { decisionIntegrity } from "../../src/passes/decision_integrity.ts"
import { decisionCorpus } from "./decision_corpus.ts"

const newer = "# 2. New\n\n## Status\n\nAccepted\n\nSupersedes [1. Old](0001-old.md)\n\n## Context\n\nText.\n"

/** The findings about a record of MADR that a later one replaces, by the text around its status. */
function about(head: string): readonly Finding[] {
  const old = `${head}\n\n## Context and Problem Statement\n\nText.\n\n## Decision Outcome\n\nText.\n`
  const texts = new Map([["doc/adr/0001-old.md", old], ["doc/adr/0002-new.md", newer]])
  return decisionIntegrity.look(decisionCorpus(texts)).findings
}

/** What the edits of findings write. */
function written(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((finding) => finding.edits ?? []).flatMap((edit) => "replace" in edit ? edit.replace : [])
}

for (
  const line of [
    "**Status:** Accepted | **Date:** 2024-01-01 | **Deciders:** Ann",
    "Status: Accepted · Owner: @me",
    "Status: Accepted, Date: 2024-01-01",
    "* Status: accepted <!-- approved in #123 -->",
    "* Status: accepted (2024-03-01, see [minutes](../m.md))",
    "* Status: accepted, supersedes nothing",
    "* Status: ✅ accepted",
  ]
) {
  Deno.test(`a status line that says more is left to a reader: ${line}`, () => {
    deepStrictEqual(
      about(`# 1. Old\n\n${line}`).map((finding) => [finding.key, finding.route, finding.edits]),
      [["missing-superseded-by doc/adr/0002-new.md", "direct-fix", undefined]],
    )
  })
}

for (
  const [line, wanted] of [
    ["* Status: accepted", "* Status: superseded by [2. New](0002-new.md)"],
    ["Status: Accepted", "Status: superseded by [2. New](0002-new.md)"],
  ] as const
) {
  Deno.test(`a status line that says nothing else is written anew: ${line}`, () => {
    deepStrictEqual(
      written(about(`# 1. Old\n\n${line}`)),
      [wanted],
    )
  })
}

Deno.test("a comment behind the status in front matter stays where it is", () => {
  const findings = about("---\nstatus: accepted # by Ann\n---\n\n# Old")
  deepStrictEqual(written(findings), ['status: "superseded by [2. New](0002-new.md)" # by Ann'])
})

Deno.test("a cell of an index that says more than the status is left to a reader", () => {
  const index = (cell: string): readonly Finding[] =>
    decisionIntegrity.look(decisionCorpus(
      new Map([
        ["adr/README.md", `# Decisions\n\n| # | Title | Status |\n|---|---|---|\n| 0001 | A | ${cell} |\n`],
        ["adr/0001-a.md", "# 1. A\n\n## Status\n\nSuperseded by [2. B](0002-b.md)\n"],
        ["adr/0002-b.md", "# 2. B\n\n## Status\n\nAccepted\n\nSupersedes [1. A](0001-a.md)\n"],
      ]),
    )).findings
  deepStrictEqual(index("Accepted").map((finding) => finding.edits?.length), [1])
  deepStrictEqual(index("Accepted (Ann, 2024)").map((finding) => finding.edits), [undefined])
})

const words = ["Accepted", "accepted", "Acepted", "Superseded", "Proposed", "Rejected", "superseded", "Final", "Fnal"]
const notes = ["", " | Date: 2024", " · Owner: @ann", ", Date: 2024-01-01", " <!-- see #12 -->", " (Ann, [m](../m.md))"]
  .concat([
    " # note",
    ". Approved by Ann.",
    " — for now",
    " Ann",
    ", supersedes [7. Old](0007-seven.md)",
    " |",
    "  ",
    "**",
  ])
const marks = ["", "**", "`", "'", '"', "✅ ", "Bob: "]
const empties = ["", "N/A", "none", "TBD", "N/A (asked Ann)", "none # asked Bob", "~ # Ann", "N/A | Ann"]
const placeholders = new Set(["n", "a", "none", "tbd"])

interface Plan {
  readonly word: number
  readonly note: number
  readonly mark: number
  readonly empty: number
  readonly named: boolean
}
type Layout = (status: string, empty: string) => readonly [path: string, text: string]

const body = "## Context and Problem Statement\n\nText.\n\n## Decision Outcome\n\nText.\n"
const layouts: { readonly [name: string]: Layout } = {
  section: (
    status,
  ) => ["doc/adr/0001-old.md", `# 1. Old\n\n## Status\n\n${status}\n\nBy Ann.\n\n## Context\n\nText.\n`],
  bullets: (status) => ["doc/adr/0001-old.md", `# Old\n\n* Status: ${status}\n  and Bob\n* Date: 2024\n\n${body}`],
  bullet: (status) => ["doc/adr/0001-old.md", `# Old\n\n* Status: ${status}\n* Date: 2024\n\n${body}`],
  line: (status) => ["doc/adr/0001-old.md", `# Old\n\n**Status:** ${status}\n\n${body}`],
  "front matter": (status, empty) => [
    "doc/adr/0001-old.md",
    `---\nstatus: ${status}\nsuperseded_by: ${empty}\ndate: 2024\n---\n# Old\n\n${body}`,
  ],
  table: (status, empty) => [
    "doc/adr/0001-old.md",
    `# Old\n\n| Field | Value |\n|--|--|\n| Status | ${status} |\n| Superseded by | ${empty} |\n\nText.\n`,
  ],
  kep: (
    status,
    empty,
  ) => ["keps/sig-a/1-old/kep.yaml", `title: K\nstatus: ${status}\nsuperseded-by: ${empty}\nstage: a\n`],
  pep: (status, empty) => [
    "peps/pep-0001.rst",
    `PEP: 1\nTitle: T\nStatus: ${status}\nSuperseded-By: ${empty}\nCreated: 01-Jan-2020\n\nText.\n`,
  ],
}
const partners: { readonly [name: string]: readonly [path: string, text: string] } = {
  kep: ["keps/sig-a/2-new/kep.yaml", 'title: K\nstatus: implemented\nreplaces:\n  - "/keps/sig-a/1-old"\nstage: a\n'],
  pep: ["peps/pep-0002.rst", "PEP: 2\nTitle: T\nStatus: Final\nReplaces: 1\n\nText.\n"],
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}@#]+/gu) ?? []
}

/** The words that an edit takes away. */
function lost(before: string, after: string): readonly string[] {
  const left = [...wordsOf(after)]
  return wordsOf(before).filter((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const Choice: Schema.Codec<Plan> = Schema.Struct({
  word: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: words.length - 1 })),
  note: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: notes.length - 1 })),
  mark: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: marks.length - 1 })),
  empty: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: empties.length - 1 })),
  named: Schema.Boolean,
})

for (const [name, layout] of Object.entries(layouts)) {
  Deno.test(`no edit takes a word away but the old status and what says nothing: ${name}`, async () => {
    const outcome = await Effect.runPromise(Arbitrary.checkEffect(
      Arbitrary.schema(Choice),
      ({ word, note, mark, empty, named }) => {
        const status = words[word] ?? ""
        const [path, text] = layout(
          `${marks[mark]}${status}${marks[mark]?.trim() === marks[mark] ? marks[mark] : ""}${notes[note]}`,
          named ? "2" : empties[empty] ?? "",
        )
        const texts = new Map([[path, text], partners[name] ?? ["doc/adr/0002-new.md", newer]])
        for (const finding of decisionIntegrity.look(decisionCorpus(texts)).findings) {
          const changed = Result.getOrThrow(applyEdits(texts, finding.edits ?? []))
          for (const [at, after] of changed) {
            const gone = lost(texts.get(at) ?? "", after)
            const bad = gone.filter((each) => each !== status && !placeholders.has(each.toLowerCase()))
            if (bad.length > 0) throw new Error(`${finding.key} loses ${bad.join(" ")}:\n${texts.get(at)}\n${after}`)
          }
        }
        return true
      },
      { runs: 600, seed: 5 },
    ))
    strictEqual(outcome._tag, "Passed", outcome._tag === "Passed" ? "" : Arbitrary.formatCheckFailure(outcome))
  })
}

Deno.test("a decision is named by its file where the other side names it so", () => {
  const body = "\n## Context and Problem Statement\n\nText.\n\n## Decision Outcome\n\nText.\n"
  const edited = (old: string, later: string, link = "0015-o.md"): string | undefined => {
    const texts = new Map([
      ["adr/0015-o.md", `---\n${old}\n---\n# O\n${body}`],
      ["adr/sub/0016-p.md", `---\n${later}: ${link}\n---\n# P\n${body}`],
    ])
    const edits = decisionIntegrity.look(decisionCorpus(texts)).findings.flatMap((finding) => finding.edits ?? [])
    return Result.getOrThrow(applyEdits(texts, edits)).get("adr/0015-o.md")?.split("\n---")[0]
  }
  const later = "status: accepted\nsupersedes"
  strictEqual(
    edited("status: accepted\nsuperseded_by:", later, "../0015-o.md"),
    "---\nstatus: superseded\nsuperseded_by: sub/0016-p.md",
  )
  strictEqual(
    edited("status: accepted\nsuperseded_by:", later, "./../0015-o.md"),
    "---\nstatus: superseded\nsuperseded_by: ./sub/0016-p.md",
  )
  strictEqual(
    edited("status: accepted\nsuperseded_by:", later, '"[ADR-0015](../0015-o.md)"'),
    '---\nstatus: superseded\nsuperseded_by: "[ADR-0016](sub/0016-p.md)"',
  )
  strictEqual(edited("status: accepted", later, "../0015-o.md"), '---\nstatus: "superseded by sub/0016-p.md"')
})
