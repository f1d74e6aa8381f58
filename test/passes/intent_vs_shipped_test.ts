import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { intentVsShipped } from "../../src/passes/intent_vs_shipped.ts"
import { decisionCorpus } from "./decision_corpus.ts"
import { type Files, lookAt, toldBy } from "./look_with.ts"

function look(files: Files, more: Partial<Corpus> = {}): PassResult {
  return lookAt(intentVsShipped, decisionCorpus(new Map(Object.entries(files)), more))
}

/** Findings by severity, place and key, then what is fine. */
function outcome(files: Files, more: Partial<Corpus> = {}): readonly string[] {
  return toldBy(({ severity, locator, key }) => `${severity} ${locator} ${key}`, look(files, more))
}

function proposal(status: string, body: string): string {
  return `# 1. Export\n\n## Status\n\n${status}\n\n## Context\n\nText.\n\n${body}\n`
}

const path = "doc/adr/0001-export.md"
const criteria = "## Acceptance criteria\n\n- [x] exports CSV\n- [ ] exports `Parquet`\n- [ ] streams\n"

Deno.test("intentVsShipped finds what shipped with criteria that are not checked", () => {
  deepStrictEqual(look({ [path]: proposal("Implemented", criteria) }).findings, [{
    pass: "intent-vs-shipped",
    locator: path,
    verdict: "DRIFTED",
    severity: "Medium",
    what: 'is implemented, and has criteria that are not checked: "exports Parquet"',
    route: "proposal",
    proposed_action: "amendment: exports Parquet; streams",
    evidence: [
      { path, line: 14, quote: "- [ ] exports `Parquet`" },
      { path, line: 15, quote: "- [ ] streams" },
      { path, line: 5, quote: "Implemented" },
    ],
    key: "open criteria",
  }])
  const label = "**Done criteria:**\n\n- [x] a\n- [ ] b\n\n**Notes**\n\n- [ ] c\n"
  deepStrictEqual(look({ [path]: proposal("Implemented", label) }).findings.map((found) => found.proposed_action), [
    "amendment: b",
  ])
  for (const heading of ["Verification", "2. Done", "Definition of done", "Exit checklist"]) {
    const text = proposal("Shipped", `## ${heading}\n\n- [x] a\n- [ ] b\n`)
    deepStrictEqual(outcome({ [path]: text }), [`Medium ${path} open criteria`], heading)
  }
  for (const heading of ["Done so far", "Verification of the past", "To do"]) {
    deepStrictEqual(outcome({ [path]: proposal("Shipped", `## ${heading}\n\n- [x] a\n- [ ] b\n`) }), [], heading)
  }
})

Deno.test("intentVsShipped knows which open boxes are fine", () => {
  const cases: Readonly<Record<string, Files>> = {
    "in force": { [path]: proposal("Accepted", criteria) },
    later: { [path]: proposal("Implemented", "## Done criteria\n\n- [x] a\n- [ ] b (v2)\n- [ ] optional: c\n") },
    "unused boxes": { [path]: proposal("Implemented", "## Verification criteria\n\n- [ ] a\n- [ ] b\n") },
    "test data": { [`test/fixtures/${path}`]: proposal("Implemented", criteria) },
  }
  for (const [guard, files] of Object.entries(cases)) {
    deepStrictEqual(outcome(files).map((text) => text.slice(text.indexOf(": ") + 2)), [guard], guard)
  }
  const shippedByNote = proposal("Accepted", `${criteria}\n## Ship note\n\nShipped with the release of May.\n`)
  deepStrictEqual(outcome({ [path]: shippedByNote }), [`Medium ${path} open criteria`])
  const neighbour = { "doc/adr/0002-b.md": proposal("Implemented", "## Acceptance criteria\n\n- [x] a\n") }
  const unused = { [path]: proposal("Implemented", "## Acceptance criteria\n\n- [ ] a\n") }
  deepStrictEqual(outcome({ ...unused, ...neighbour }), [`Medium ${path} open criteria`])
  deepStrictEqual(outcome({ [path]: proposal("Implemented", "## Tasks\n\n- [ ] a\n") }), [])
  deepStrictEqual(outcome({ [path]: proposal("Proposed", criteria) }), [])
})

const noted = (note: string): string =>
  proposal("Implemented", `## Done criteria\n\n- exports Parquet\n\n## Ship note\n\n${note}\n`)

/** A history in which the criteria are as old as a day, and all else is of the 5th. */
function history(day: string, file = path, text = noted("x")): Pick<Corpus, "history"> {
  const days = text.split("\n").map((line) =>
    line.includes("criteria") || line.includes("exports") ? day : "2026-01-05"
  )
  return { history: { last_change: new Map([[file, "2026-01-05"]]), lines: new Map([[file, days]]), whole: true } }
}

Deno.test("intentVsShipped finds a note that the criteria never followed", () => {
  const files = { [path]: noted("Shipped in May. Streaming was deferred to v2.") }
  deepStrictEqual(look(files, history("2026-01-01")).findings, [{
    pass: "intent-vs-shipped",
    locator: path,
    verdict: "DRIFTED",
    severity: "Medium",
    what: 'says that something else shipped, "deferred to v2", and its criteria are older',
    evidence: [
      { path, line: 17, quote: "Shipped in May. Streaming was deferred to v2." },
      { path, line: 13, quote: "- exports Parquet" },
    ],
    key: "ship note",
    route: "proposal",
    proposed_action: "amendment: Streaming was deferred to v2.",
  }])
  const corpus = decisionCorpus(new Map(Object.entries(files)))
  deepStrictEqual(intentVsShipped.history?.(corpus), [path])
  strictEqual(intentVsShipped.history?.(decisionCorpus(new Map([[path, noted("As meant.")]]))), undefined)
})

Deno.test("intentVsShipped takes no name in code for a word of a note", () => {
  const files = { [path]: noted("The flag `--reversed` shipped.") }
  deepStrictEqual(outcome(files, history("2026-01-01")), [])
})

Deno.test("intentVsShipped hands a note with a reason over as a lesson", () => {
  const files = {
    [path]: noted("Redesigned at ship time because readers cannot seek."),
    ".claude/memory/MEMORY.md": "# Index\n",
  }
  const [finding] = look(files, history("2026-01-01")).findings
  strictEqual(finding?.route, "capture")
  strictEqual(finding.capture?.["path"], ".claude/memory/lessons/redesigned-at-ship-time-because-readers-cannot.md")
  strictEqual(finding.capture["body"], "Redesigned at ship time because readers cannot seek.")
})

Deno.test("intentVsShipped knows which notes are fine", () => {
  const old = history("2026-01-01")
  const cases: readonly (readonly [string, string, Partial<Corpus>])[] = [
    ["denied", "Nothing was deferred to v2.", old],
    ["reconciled", "Streaming was deferred to v2; the criteria were updated.", old],
    ["reconciled", "Streaming was deferred to v2.", history("2026-01-05")],
    ["no history", "Streaming was deferred to v2.", {}],
  ]
  for (const [guard, note, more] of cases) {
    deepStrictEqual(outcome({ [path]: noted(note) }, more), [`${path}: ${guard}`], note)
  }
  const bare = { [path]: proposal("Implemented", "## Ship note\n\nStreaming was descoped.\n") }
  strictEqual(look(bare).ran, false)
  const other = { "doc/adr/0002-b.md": proposal("Implemented", "## Acceptance criteria\n\n- [x] a\n") }
  deepStrictEqual(outcome({ ...bare, ...other }), [`${path}: no criteria`])
})

function kep(status: string, stage: string, milestone = "", number = 1): Files {
  return {
    [`keps/sig-a/${number}-x/kep.yaml`]: `title: X\nkep-number: ${number}\nstatus: ${status}\nstage: ${stage}\n${
      milestone === "" ? "" : `milestone:\n${milestone}`
    }`,
  }
}

Deno.test("intentVsShipped finds enhancements whose status and stage differ", () => {
  const place = "keps/sig-a/1-x/kep.yaml"
  deepStrictEqual(outcome(kep("implemented", "beta")), [`Medium ${place} stage`])
  deepStrictEqual(outcome(kep("implemented", "stable")), [])
  deepStrictEqual(outcome(kep("implementable", "stable")), [`Low ${place} stage`])
  const newest = kep("implemented", "stable", `  stable: "v1.30"\n`, 2)
  deepStrictEqual(outcome({ ...kep("implementable", "stable", `  stable: "v1.30"\n`), ...newest }), [
    `${place}: target`,
  ])
  deepStrictEqual(outcome({ ...kep("implementable", "stable", `  stable: "v1.9"\n`), ...newest }), [
    `Low ${place} stage`,
  ])
  deepStrictEqual(outcome({ ...kep("implementable", "beta", `  alpha: "v1.2"\n  stable: "v1.9"\n`), ...newest }), [
    `Low ${place} milestone`,
  ])
  deepStrictEqual(outcome({ ...kep("implementable", "alpha", `  alpha: "v1.9"\n`), ...newest }), [])
  deepStrictEqual(outcome({ ...kep("provisional", "alpha", `  alpha: "v1.9"\n`), ...newest }), [
    `Low ${place} milestone`,
  ])
  deepStrictEqual(outcome({ ...kep("deferred", "alpha", `  alpha: "v1.9"\n`), ...newest }), [])
  // One release far ahead of all the others is a slip of the pen.
  const shipped = (releases: readonly string[]): Files =>
    Object.assign({}, ...releases.map((at, index) => kep("implemented", "stable", `  stable: "${at}"\n`, index + 2)))
  const coming = kep("implementable", "beta", `  stable: "v1.31"\n`)
  deepStrictEqual(outcome({ ...coming, ...shipped(["v1.28", "v1.29", "v1.30", "v13.0"]) }), [])
  deepStrictEqual(outcome({ ...coming, ...shipped(["v1.29", "v1.30", "v1.32"]) }), [`Low ${place} milestone`])
})

function rfc(stage: string, start: string, date: string, versions: string): string {
  return `---\nstage: ${stage}\nstart-date: ${start}\nrelease-date:${date}\nrelease-versions:${versions}\nprs:\n  accepted: x\n---\n\n# R\n`
}

Deno.test("intentVsShipped finds released decisions that do not say in what", () => {
  const full = rfc("released", "2020-02-01", " 2021-01-01", "\n  core: v1")
  const empty = rfc("recommended", "2020-03-01", "", "")
  deepStrictEqual(outcome({ "text/0001-a.md": full, "text/0002-b.md": empty }), ["Low text/0002-b.md release"])
  const before = rfc("released", "2019-03-01", "", "")
  deepStrictEqual(outcome({ "text/0001-a.md": full, "text/0002-b.md": before }), ["text/0002-b.md: before the process"])
  const sameDay = rfc("released", "2020-02-01", "", "")
  deepStrictEqual(outcome({ "text/0001-a.md": full, "text/0002-b.md": sameDay }), ["Low text/0002-b.md release"])
  deepStrictEqual(outcome({ "text/0002-b.md": empty }), ["text/0002-b.md: convention"])
  deepStrictEqual(outcome({ "text/0001-a.md": full, "text/0002-b.md": rfc("accepted", "2020-03-01", "", "") }), [])
})

Deno.test("intentVsShipped looks only at what can be judged, keeps to its scope, and says what it missed", () => {
  const result = look({ [path]: proposal("Implemented", "") })
  deepStrictEqual([result.ran, result.skip_reason], [
    false,
    "no decision in force states criteria, a stage or a release",
  ])
  const files = { [path]: proposal("Implemented", criteria), "adr/0002-b.md": proposal("Implemented", criteria) }
  const scoped = look(files, { scope: ["adr"] })
  deepStrictEqual([scoped.scanned, scoped.findings.map(({ locator }) => locator)], [["adr/0002-b.md"], [
    "adr/0002-b.md",
  ]])
  strictEqual(look(files, { unreadable: [{ path: "adr/0003-c.md", why: "too large" }] }).complete, false)
})

Deno.test("intentVsShipped says the same of any order of files, and quotes what is there", async () => {
  const line = Schema.Literals([
    "## Done criteria",
    "## Ship note",
    "**Acceptance criteria**",
    "- [ ] one",
    "- [x] two",
    "- [ ] three (v2)",
    "It was reversed. `x`",
    "> not implemented",
    "",
  ])
  const Sample = Schema.Array(Schema.Struct({
    status: Schema.Literals(["Implemented", "Accepted", "Draft"]),
    body: Schema.Array(line).check(Schema.isMaxLength(9)),
  })).check(Schema.isMinLength(1), Schema.isMaxLength(4))
  const holds = (sample: typeof Sample.Type): boolean => {
    const files = sample.map(({ status, body }, index) =>
      [`adr/000${index + 1}-x.md`, proposal(status, body.join("\n\n"))] as const
    )
    const [text = ""] = files.map((file) => file[1])
    const more = history("2026-01-01", "adr/0001-x.md", text)
    const result = intentVsShipped.look(decisionCorpus(new Map(files), more))
    deepStrictEqual(intentVsShipped.look(decisionCorpus(new Map(files.toReversed()), more)), result)
    return Schema.is(PassResult)(result) && groundPass(result, new Map(files)).warnings.length === 0
  }
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), holds, { runs: 300, seed: 7 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
