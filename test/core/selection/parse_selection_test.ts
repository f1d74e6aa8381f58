import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseSelection, type SelectionContext } from "../../../src/core/selection/parse_selection.ts"
import type { Selection } from "../../../src/core/selection/selection.ts"
import { finding, resolved, unverified } from "./rows.ts"

const report = {
  findings: [
    finding("R001"),
    finding("R002", { tag: "CARRIED" }),
    finding("R003", { route: "none" }),
    finding("R004", { tag: "WONT_FIX", status: "wont_fix:by design" }),
    finding("R005", { tag: "CARRIED", status: "applied" }),
    finding("R007"),
    finding("R1000", { route: "proposal" }),
  ],
  resolved: [resolved("R008")],
  unverified: [unverified("R009")],
}
const context: SelectionContext = { today: "2026-03-01", prompt: false }
const prompt: SelectionContext = { ...context, prompt: true }

function select(text: string, options = context): Selection {
  return Result.getOrThrow(parseSelection(text, report, options))
}

function problem(text: string, options = context): string {
  const read = parseSelection(text, report, options)
  return Result.isFailure(read) ? read.failure.message : `taken: ${JSON.stringify(read.success)}`
}

function applied(text: string, options = context): readonly string[] {
  return select(text, options).map((decision) => `${decision._tag} ${decision.id}`)
}

Deno.test("parseSelection reads ids in every spelling, bare or after apply", () => {
  const both = ["apply R001", "apply R002"]
  for (
    const text of [
      "apply R001,R002",
      "1,2",
      "r1 r002",
      "apply 1 , 2",
      "APPLY 0001 R2",
      "1-2",
      "R001 - R002",
      "1, 1-2",
      " 1;2; ",
    ]
  ) deepStrictEqual(applied(text), both, text)
  deepStrictEqual(applied("apply 1000"), ["apply R1000"])
})

Deno.test("parseSelection reads clauses of every verb, separated by semicolons and line breaks", () => {
  deepStrictEqual(select("apply 1\r\nskip 2, 7;wontfix R003 the sample is meant as it is until 2026-03-01\n"), [
    { _tag: "apply", id: "R001" },
    { _tag: "skip", id: "R002" },
    { _tag: "skip", id: "R007" },
    { _tag: "wont_fix", id: "R003", reason: "the sample is meant as it is", until: "2026-03-01" },
  ])
})

Deno.test("parseSelection selects nothing from none and from text without a clause", () => {
  for (const text of ["none", " NONE ", "", " ; \n;"]) deepStrictEqual(select(text), [], text)
})

Deno.test("parseSelection takes all at a prompt as what is new or carried, open and actionable", () => {
  deepStrictEqual(applied("all", prompt), ["apply R001", "apply R002", "apply R007", "apply R1000"])
  match(problem("all"), /"all" needs a prompt/)
})

Deno.test("parseSelection takes show at a prompt for every row, and nowhere else", () => {
  deepStrictEqual(applied("show 1, 9 8", prompt), ["show R001", "show R009", "show R008"])
  match(problem("show 1"), /"show" needs a prompt/)
})

Deno.test("parseSelection lets all, none and show go with no other clause", () => {
  for (const text of ["all; skip 1", "skip 1; all", "none; 1", "all; none", "show 1; apply 2", "apply 1\nshow 1"]) {
    match(problem(text, prompt), /goes with no other clause/, text)
  }
  match(problem("all 1", prompt), /"all" stands alone/)
  match(problem("none of them", prompt), /"none" stands alone/)
})

Deno.test("parseSelection refuses an id that the report does not hold, also in a range", () => {
  match(problem("apply 1,6"), /in "apply 1,6", the report holds no R006;/)
  match(problem("1-7"), /holds no R006 of the range "1-7"/)
  match(problem("1-999999999999999"), /holds no R006 of the range/)
  match(problem("7-1"), /runs backwards; write 1-7/)
  match(problem("0"), /no R000/)
})

Deno.test("parseSelection names the clause that is wrong and does nothing of the others", () => {
  for (
    const [text, clause] of [
      ["apply 1; aply 2", "aply 2"],
      ["apply 1; skip", "skip"],
      ["apply; skip 1", "apply"],
      ["apply 1; 2..7", "2..7"],
      ["apply 1-2-3", "apply 1-2-3"],
      ["apply 1-", "apply 1-"],
      ["apply -1", "apply -1"],
      ["apply 1; wontfix", "wontfix"],
      ["constructor 1", "constructor 1"],
      ["apply 1; wont-fix 2 by design", "wont-fix 2 by design"],
    ] as const
  ) {
    const read = parseSelection(text, report, context)
    strictEqual(Result.isFailure(read) && read.failure.clause, clause, text)
  }
})

Deno.test("parseSelection names the verbs that may be used instead of one that is none", () => {
  for (const verb of ["aply", "wont-fix", "wont_fix"]) {
    match(problem(`${verb} 1`), new RegExp(`, "${verb}" is no verb; use apply, none, skip, wontfix or ids alone$`, "u"))
    match(problem(`${verb} 1`, prompt), /; use apply, all, none, skip, wontfix, show or ids alone$/u)
  }
})

Deno.test("parseSelection refuses one id in two verbs, and one reason after another", () => {
  match(problem("apply 1; skip 1"), /R001 was decided already by "apply 1"/)
  match(problem("skip 1-2; wontfix R2 it is a sample"), /R002 was decided already/)
  match(problem("wontfix 1 it is a sample; wontfix 1 it is generated"), /R001 was decided already/)
})

Deno.test("parseSelection refuses what is resolved or was not looked at, and says why", () => {
  match(problem("apply 8"), /R008 is resolved \(not detected\)/)
  match(problem("wontfix 8 it is a sample"), /R008 is resolved/)
  for (const text of ["apply 9", "skip 9", "wontfix 9 it is a sample"]) {
    match(problem(text), /R009 was not looked at in this run \(pass did not run\)/, text)
  }
})

Deno.test("parseSelection takes a won't-fix row for apply and a new reason, not for skip", () => {
  deepStrictEqual(applied("apply 4"), ["apply R004"])
  deepStrictEqual(applied("wontfix 4 the format asks for it"), ["wont_fix R004"])
  match(problem("skip 4"), /a skip would forget/)
  match(problem("skip 5"), /R005 is applied/)
})

Deno.test("parseSelection takes a won't-fix that is over by now for an open finding", () => {
  const over = {
    ...report,
    findings: [finding("R001", { tag: "WONT_FIX", status: "wont_fix:by design until 2026-03-01" })],
  }
  const taken = (text: string, today: string): boolean =>
    Result.match(parseSelection(text, over, { ...prompt, today }), {
      onFailure: () => false,
      onSuccess: ({ length }) => length > 0,
    })
  for (const text of ["skip 1", "all"]) {
    deepStrictEqual([taken(text, "2026-03-01"), taken(text, "2026-03-02")], [false, true], text)
  }
})

Deno.test("parseSelection applies only what was shown, when that is given", () => {
  const seen = { ...context, shown: new Set(["R001"]) }
  deepStrictEqual(applied("apply 1; skip 2", seen), ["apply R001", "skip R002"])
  match(problem("apply 2", seen), /R002 was not shown yet; run without it/)
})

Deno.test("parseSelection takes until as a date only as the last two words before a digit", () => {
  const reasonOf = (text: string): unknown => {
    const [decision] = select(`wontfix 1 ${text}`)
    return decision?._tag === "wont_fix" ? [decision.reason, decision.until] : undefined
  }
  deepStrictEqual(reasonOf("kept until the next major"), ["kept until the next major", undefined])
  deepStrictEqual(reasonOf("until 2026-12-31 it is a sample"), ["until 2026-12-31 it is a sample", undefined])
  deepStrictEqual(reasonOf("a sample until 2026-12-31 until 2027-01-31"), ["a sample until 2026-12-31", "2027-01-31"])
  match(problem("wontfix 1 a sample until 2026-02-30"), /"2026-02-30" is no calendar date/)
  match(problem("wontfix 1 a sample until 2.0"), /"2.0" is no calendar date/)
  match(problem("wontfix 1 a sample until 2026-02-28"), /2026-02-28 is past/)
  match(problem("wontfix 1 until 2027-01-31"), /no reason is given/)
})

Deno.test("parseSelection refuses a won't-fix without a durable reason of one line", () => {
  for (const text of ["wontfix 1", "wontfix 1   ", "wontfix 1 -", "wontfix 1 ; skip 2"]) {
    match(problem(text), /no reason/, text)
  }
  match(problem("wontfix 1 fine for this PR"), /use skip/)
  match(problem("wontfix 1 a\u0007b"), /control characters/)
  match(problem("wontfix 1,2 it is a sample"), /"1,2" is no id/)
})

Deno.test("parseSelection refuses a won't-fix of several ids, because its reason would hold all but the first", () => {
  for (
    const text of [
      "R003, R004 by design",
      "R003 R004 by design",
      "R003 and R004 by design",
      "R3, and r4: by design",
      "R003 & R004",
      "3 4 by design",
      "3, 4, 5 by design",
      "3 - 4 by design",
      "3 4-5 by design",
      "3 R004/R005 by design",
      "3 R099 by design",
    ]
  ) match(problem(`wontfix ${text}`), /the reason begins with ".*", which is an id; write one wontfix ID REASON/, text)
})

Deno.test("parseSelection takes a reason that begins with a number that is no id of the report", () => {
  for (
    const reason of [
      "404 is what the server says",
      "3.5 is the oldest version",
      "2026-12-31 is the end of it",
      "4th edition of the format",
      "and so does the format",
      "the same as R004",
    ]
  ) deepStrictEqual(select(`wontfix 3 ${reason}`), [{ _tag: "wont_fix", id: "R003", reason }])
})

Deno.test("parseSelection refuses an until that says a day in words, which would hold for good", () => {
  for (
    const day of [
      "tomorrow",
      "Friday",
      "March",
      "next week",
      "the end of the year",
      "31 December 2026",
      "end of 2026",
      "Q3",
      "March 2027.",
      "=2027-01-31",
      ": 2027-01-31",
    ]
  ) match(problem(`wontfix 1 a sample until ${day}`), /is no calendar date; write until YYYY-MM-DD/, day)
  match(problem("wontfix 1 until tomorrow"), /"tomorrow" is no calendar date/)
  for (
    const end of ["the next release", "removed", "v2", "May arrives", "then the format asks for it", "all 3 agree"]
  ) {
    const reason = `kept until ${end}`
    deepStrictEqual(select(`wontfix 1 ${reason}`), [{ _tag: "wont_fix", id: "R001", reason }])
  }
})

Deno.test("parseSelection is total, and decides once about ids of the report alone", async () => {
  const words = [
    "apply",
    "skip",
    "wontfix",
    "show",
    "all",
    "none",
    "1",
    "R002",
    "r3",
    "1-2",
    "9",
    "8",
    ",",
    ";",
    "\n",
    "-",
    " ",
    "until",
    "2027-01-01",
    "x",
  ]
  const text = Arbitrary.map(
    Arbitrary.array(Arbitrary.all([Arbitrary.schema(Schema.Literals(words)), Arbitrary.schema(Schema.String)]), {
      maxLength: 12,
    }),
    (parts) => parts.map(([word, noise]) => noise.length % 3 === 0 ? `${word} ` : `${word}${noise}`).join(""),
  )
  const ids = new Set([...report.findings, ...report.unverified, ...report.resolved].map(({ id }) => id))
  let taken = 0
  const checked = await Effect.runPromise(Arbitrary.checkEffect(text, (input) => {
    const read = parseSelection(input, report, prompt)
    if (Result.isFailure(read)) return input.includes(read.failure.clause)
    taken++
    const chosen = read.success.map(({ id }) => id)
    return new Set(chosen).size === chosen.length && chosen.every((id) => ids.has(id))
  }, { runs: 2000, seed: 11 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  strictEqual(taken > 50, true, `only ${taken} inputs were taken`)
})
