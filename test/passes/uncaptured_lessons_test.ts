import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { uncapturedLessons } from "../../src/passes/uncaptured_lessons.ts"
import { corpusOf, type More } from "./corpus_of.ts"
import { type Files, guardOf, lookWith } from "./look_with.ts"

const look = lookWith(uncapturedLessons)

/** Findings by severity and text, near misses by guard. */
function outcome(files: Files, more: More = {}): readonly string[] {
  const { findings, near_misses = [] } = look(files, more)
  return [
    ...findings.map(({ severity, proposed_action }) => `${severity} ${proposed_action}`),
    ...near_misses.map(guardOf),
  ]
}

const memory = ".claude/memory"

function recap(body: string, day = "2026-01-02"): Files {
  const front = `---\nname: notes\ntype: session-recap\nscope: [storage, retro]\ndate: ${day}\n---\n`
  return { [`${memory}/sessions/${day}-notes.md`]: `${front}\n${body}\n` }
}

const remembered: Files = {
  [`${memory}/lessons/parquet.md`]:
    `---\nname: parquet row groups\ndescription: "Small row groups make Parquet readers slow; write groups of 128 MB."\ntype: user\nkind: lesson\nscope: [storage]\nsuperseded_by: lessons/orc.md\n---\n\nMeasured with the sensors of 2025.\n\nAnything further is no subject of it.\n`,
}

const lost = "Sorting the readings by sensor before writing halves the size of every archive"

Deno.test("uncapturedLessons finds what was learned and no memory says, and hands over a memory", () => {
  const files = {
    ...remembered,
    ...recap(`## Request\n\n- Something\n\n## Learned\n\n- ${lost}\n\n## Completed\n\n- it`),
  }
  const path = `${memory}/sessions/2026-01-02-notes.md`
  deepStrictEqual(look(files).findings, [{
    pass: "uncaptured-lessons",
    locator: path,
    verdict: "UNCAPTURED",
    severity: "Low",
    what: `"${lost}" was learned, and no memory says it`,
    route: "capture",
    proposed_action: lost,
    evidence: [{ path, line: 14, quote: `- ${lost}` }],
    key: look(files).findings[0]?.key,
    capture: {
      name: "Sorting the readings by sensor before writing",
      description: lost,
      type: "user",
      kind: "lesson",
      scope: ["storage", "retro"],
      relevance: ["when-touching-storage"],
      body: lost,
      path: `${memory}/lessons/sorting-the-readings-by-sensor-before-writing.md`,
    },
  }])
  ok(/^[0-9a-f]{16}$/u.test(look(files).findings[0]?.key ?? ""))
  const taken = `${memory}/lessons/sorting-the-readings-by-sensor-before-writing.md`
  strictEqual(look(files, { also: [taken] }).findings[0]?.capture?.["path"], taken.replace(".md", "-2.md"))
  const elsewhere = look(files, { config: { memory: { root: "notes" } } }).findings[0]?.capture?.["path"]
  strictEqual(elsewhere, "notes/lessons/sorting-the-readings-by-sensor-before-writing.md")
})

Deno.test("uncapturedLessons is content with a memory that says it in other words, a superseded one, too", () => {
  const said = "Readers of Parquet get slow when row groups are small: write groups of 128 MB"
  deepStrictEqual(outcome({ ...remembered, ...recap(`### Learned\n\n- ${said}`) }), [])
  const agents = { "AGENTS.md": `# Agents\n\n- ${lost}.\n` }
  deepStrictEqual(outcome({ ...agents, ...recap(`## Learned\n\n- ${lost}`) }), [])
})

Deno.test("uncapturedLessons weighs what must not happen again", () => {
  const files = {
    ...remembered,
    ...recap("## Learned\n\n- Never rotate the signing key while a release is being built"),
  }
  deepStrictEqual(outcome(files), ["Medium Never rotate the signing key while a release is being built"])
})

Deno.test("uncapturedLessons reads sections and labels, with what stands below an item", () => {
  const bodies: Readonly<Record<string, readonly string[]>> = {
    [`## Lessons learned\n\n- ${lost}:\n  - by half\n  - with *zstd*\n- second lesson about rotating wooden garden gates\n`]:
      [
        `Low ${lost}: by half; with zstd`,
        "Low second lesson about rotating wooden garden gates",
      ],
    [`**Learned**\n\n- ${lost}\n\n**Completed**\n\n- rotating wooden garden gates by hand every day\n`]: [
      `Low ${lost}`,
    ],
    [`- **Learned**\n  - ${lost}\n- **Completed**\n  - rotating wooden garden gates by hand every day\n`]: [
      `Low ${lost}`,
    ],
    [`- **Learned:** ${lost}\n- **Next:** rotating wooden garden gates by hand every day\n`]: [`Low ${lost}`],
    [`## Learning curve\n\n- ${lost}\n\n> ## Learned\n>\n> - ${lost}\n`]: [],
  }
  for (const [body, expected] of Object.entries(bodies)) {
    deepStrictEqual(outcome({ ...remembered, ...recap(body) }).toSorted(), expected, body)
  }
})

Deno.test("uncapturedLessons excuses what its guards know", () => {
  const cases: Readonly<Record<string, string>> = {
    secret: `${lost} with password = "hunter2-Xy7pQ9"`,
    promoted: `${lost} (promoted: lessons/archive-size)`,
    named: `${lost}, see \`lessons/parquet.md\``,
    short: "Sort before writing",
    nearly: "Small row groups make readers slow, whatever the disk underneath happens to cost",
  }
  for (const [guard, item] of Object.entries(cases)) {
    deepStrictEqual(outcome({ ...remembered, ...recap(`## Learned\n\n- ${item}`) }), [guard], guard)
  }
  const [path = "", text = ""] = Object.entries(recap(`## Learned\n\n- ${lost}`))[0] ?? []
  deepStrictEqual(outcome({ [`test/fixtures/${path}`]: text }), ["test data"])
})

Deno.test("uncapturedLessons tells a lesson once, however often it was noted", () => {
  const again = "every archive: halves the size — sorting the readings by sensor before writing"
  const files = { ...recap(`## Learned\n\n- ${lost}`), ...recap(`## Learned\n\n- ${again}`, "2026-01-03") }
  const [finding, ...more] = look(files).findings
  deepStrictEqual(more, [])
  deepStrictEqual(finding?.evidence?.map(({ path }) => path.slice(-19)), ["2026-01-02-notes.md", "2026-01-03-notes.md"])
  const scoped = look(files, { scope: [`${memory}/sessions/2026-01-03-notes.md`] })
  deepStrictEqual(scoped.findings.map(({ locator, key }) => [locator.slice(-19), key]), [
    ["2026-01-03-notes.md", finding?.key],
  ])
  strictEqual(scoped.scanned.length, 1)
})

Deno.test("uncapturedLessons needs notes of sessions, and says what it could not read", () => {
  const result = look({ "README.md": "# A\n\n## Learned\n\n- x\n" })
  deepStrictEqual([result.ran, result.skip_reason], [false, "no notes of sessions"])
  const talk = { "sessions/keynote.md": `# Keynote\n\n## Learned\n\n- ${lost}\n` }
  strictEqual(look(talk).ran, false)
  deepStrictEqual(outcome({ ...remembered, ...talk }), [`Low ${lost}`])
  const unreadable = [{ path: `${memory}/lessons/other.md`, why: "too large" }]
  strictEqual(look(recap("## Learned"), { unreadable }).complete, false)
})

Deno.test("uncapturedLessons says the same of any order of files, and quotes what is there", async () => {
  const word = Schema.Literals([
    "sorting",
    "readings",
    "Never",
    "halves",
    "- ",
    "\n  - ",
    "**Learned**",
    "`x`",
    "<!--",
    "é",
  ])
  const Sample = Schema.Array(
    Schema.Array(Schema.Array(word).check(Schema.isMaxLength(9))).check(Schema.isMaxLength(4)),
  )
    .check(Schema.isMinLength(1), Schema.isMaxLength(4))
  const holds = (sample: typeof Sample.Type): boolean => {
    const files = [
      ...Object.entries(remembered),
      ...sample.flatMap((items, index) =>
        Object.entries(
          recap(`## Learned\n\n${items.map((words) => `- ${words.join(" ")}`).join("\n")}`, `2026-01-1${index}`),
        )
      ),
    ]
    const result = uncapturedLessons.look(corpusOf(new Map(files)))
    deepStrictEqual(uncapturedLessons.look(corpusOf(new Map(files.toReversed()))), result)
    return Schema.is(PassResult)(result) && groundPass(result, new Map(files)).warnings.length === 0
  }
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), holds, { runs: 200, seed: 6 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
