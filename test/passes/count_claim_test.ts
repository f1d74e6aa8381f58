import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import type { Counter } from "../../src/core/schema/settings/count_claim.ts"
import type { Finding } from "../../src/core/schema/finding.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { countClaim } from "../../src/passes/count_claim.ts"
import { corpusOf } from "./corpus_of.ts"

interface Nouns {
  readonly [noun: string]: Counter
}

function lookAt(
  files: { readonly [path: string]: string },
  nouns: Nouns = {},
  more: Parameters<typeof corpusOf>[1] = {},
): PassResult {
  return countClaim.look(
    corpusOf(new Map(Object.entries(files)), { config: { passes: { "count-claim": { nouns } } }, ...more }),
  )
}

/** What a sentence about the three sensors of `docs/sensors.md` becomes: its finding, or why it is fine. */
function judged(sentence: string, nouns: Nouns = sensors): string | undefined {
  const { findings, near_misses } = lookAt({ "docs/sensors.md": `# Sensors\n\n${sentence}\n\n${list}` }, nouns)
  ok(findings.length + (near_misses?.length ?? 0) <= 1, sentence)
  return findings[0]?.what ?? near_misses?.[0]?.why.replace(/:.*/su, "")
}

const list = "## All sensors\n\n- wind\n- rain\n- frost\n"
const sensors: Nouns = { sensors: { file: "docs/sensors.md", heading: "All sensors" } }
const stations = { also: ["stations/north.yaml", "stations/south.yaml", "stations/README.md", "stations/test/a.yaml"] }

Deno.test("countClaim reports a number that the counter of its noun contradicts, and writes the true one", () => {
  const { findings, clean } = lookAt({
    "docs/sensors.md": `# Sensors\n\nA mast has **five sensors**.\n\n${list}`,
  }, sensors)
  deepStrictEqual(findings, [{
    pass: "count-claim",
    locator: "docs/sensors.md",
    verdict: "STALE",
    severity: "Medium",
    what: 'says "five sensors"; there are 3 (the section "All sensors" of docs/sensors.md)',
    route: "direct-fix",
    proposed_action: 'change "five" to "three"',
    evidence: [{ path: "docs/sensors.md", line: 3, quote: "A mast has **five sensors**." }],
    key: "sensors",
    edits: [{ path: "docs/sensors.md", find: "**five s", replace: "**three s" }],
  }])
  strictEqual(clean, 0)
})

Deno.test("countClaim counts by glob, heading, JSON path and pattern", () => {
  const text = "There are 9 masts, 9 sensors, 9 units and 9 rules.\n"
  const files = {
    "a.md": text,
    "docs/masts/north.md": "",
    "docs/masts/south.md": "",
    "docs/sensors.md": "# All\n\n## Wind\n\n### Cup\n\n## Rain\n",
    "units.json": '{"by": {"name": [1, 2, 3], "keys": {"a": 1}}}',
    "src/rules.ts": "rule(1)\nrule(2)\nrule(3)\nrule(4)\n",
  }
  const whats = (nouns: Nouns): readonly (string | undefined)[] =>
    lookAt(
      { ...files, "a.md": `${text}See \`docs/masts/\`, \`docs/sensors.md\`, \`units.json\`, \`src/rules.ts\`.\n` },
      nouns,
    )
      .findings.map(({ what }) => what)
  deepStrictEqual(whats({ masts: { glob: "docs/masts/*.md" } }), ['says "9 masts"; there are 2 (docs/masts/*.md)'])
  const direct = (noun: string, counter: Counter): string | undefined =>
    lookAt({ ...files, "b.md": `It has 9 wind ${noun}.\n` }, { [`wind ${noun}`]: counter }).findings[0]?.what
  strictEqual(
    direct("sensors", { file: "docs/sensors.md", heading: "All" }),
    'says "9 wind sensors"; there are 2 (the section "All" of docs/sensors.md)',
  )
  strictEqual(
    direct("units", { file: "./units.json", json_path: "by.name" }),
    'says "9 wind units"; there are 3 (by.name of units.json)',
  )
  strictEqual(
    direct("keys", { file: "units.json", json_path: "by.keys" }),
    'says "9 wind keys"; there are 1 (by.keys of units.json)',
  )
  strictEqual(
    direct("rules", { file: "src/rules.ts", pattern: "^rule\\(" }),
    'says "9 wind rules"; there are 4 (the matches of "^rule\\(" of src/rules.ts)',
  )
})

Deno.test("countClaim says when a counter counts nothing", () => {
  const whys = (nouns: Nouns, files: { readonly [path: string]: string }): readonly string[] | undefined =>
    lookAt({ "a.md": "Five wind sensors.\n", ...files }, nouns).near_misses?.map(({ locator, why }) =>
      `${locator} ${why}`
    )
  const noun = (counter: Counter): Nouns => ({ "wind sensors": counter })
  deepStrictEqual(whys(noun({ file: "b.md", heading: "X" }), {}), ["b.md not counted: there is no such file"])
  deepStrictEqual(whys(noun({ file: "b.md", heading: "X" }), { "b.md": "# Y\n" }), [
    'b.md not counted: it has no heading "X"',
  ])
  deepStrictEqual(whys(noun({ file: "b.ts", heading: "X" }), { "b.ts": "" }), [
    "b.ts not counted: it is no Markdown file, so it has no headings",
  ])
  deepStrictEqual(whys(noun({ file: "b.json", json_path: "x" }), { "b.json": "{" }), [
    "b.json not counted: it is not JSON",
  ])
  deepStrictEqual(whys(noun({ file: "b.json", json_path: "x.y" }), { "b.json": '{"x": 1}' }), [
    "b.json not counted: it has nothing at x.y",
  ])
  deepStrictEqual(whys(noun({ file: "b.json", json_path: "x" }), { "b.json": '{"x": 1}' }), [
    "b.json not counted: what it has at x has no elements",
  ])
  deepStrictEqual(whys(noun({ glob: "none/*" }), {}), [
    "a.md empty: none/* counts nothing, so it may be the counter that is wrong",
  ])
})

Deno.test("countClaim is incomplete when it cannot read what it counts in", () => {
  const unreadable = [{ path: "b.json", why: "too large" }]
  const result = lookAt({ "a.md": "Five wind sensors.\n" }, { "wind sensors": { file: "b.json", json_path: "x" } }, {
    unreadable,
    config: { passes: { "count-claim": { nouns: { "wind sensors": { file: "b.json", json_path: "x" } } } } },
  })
  deepStrictEqual([result.complete, result.skip_reason], [false, "could not read b.json (too large)"])
})

Deno.test("countClaim reads numbers in digits and in words, and a noun behind adjectives", () => {
  const said = (sentence: string): string | undefined => /"(.*)";/u.exec(judged(sentence) ?? "")?.[1]
  for (
    const [sentence, text] of [
      ["It reads 12 sensors.", "12 sensors"],
      ["It reads 1,204 sensors.", "1,204 sensors"],
      ["Twenty-one sensors report.", "Twenty-one sensors"],
      ["Run the **six** sensors.", "six** sensors"],
      ["It has four small cheap sensors.", "four small cheap sensors"],
      ["It has four `sensors`.", "four `sensors"],
      ["The mast carries four\nsensors.", "four sensors"],
      ["See the five sensors (all wired).", "five sensors"],
    ] as const
  ) strictEqual(said(sentence), text)
  for (
    const sentence of [
      "It has three sensors.",
      "It has 3 sensors.",
      "It has one sensor.",
      "Version 2.4 sensors.",
      "In 4 hours sensors report.",
      "It costs $5 sensors.",
      "A pair of 4 and sensors.",
    ]
  ) strictEqual(judged(sentence), undefined, sentence)
})

Deno.test("countClaim excuses a number that means something else", () => {
  for (
    const [why, ...sentences] of [
      ["sample", "```\nfound 7 sensors\n```"],
      ["quotation", "> There are 7 sensors."],
      ["quoted", 'The report says "7 sensors found".', "It prints “7 sensors”."],
      ["example", "A summary, e.g. 7 sensors.", "Large masts, for example those with 7 sensors."],
      [
        "about",
        "It has ~7 sensors.",
        "It has about 7 sensors.",
        "It has more than 7 sensors.",
        "It has 7 sensors or more.",
      ],
      ["range", "It has 5–7 sensors.", "It has five to seven sensors.", "It has 5 or 7 sensors."],
      ["limit", "It takes a maximum of 7 sensors.", "Hard cap at 7 sensors.", "7 sensors max."],
      ["condition", "If 7 sensors fail, stop.", "Are there 7 sensors?"],
      ["past", "There were 7 sensors.", "The original 7 sensors."],
      [
        "part",
        "Only 7 sensors report.",
        "The other 7 sensors report.",
        "Those two sensors report.",
        "It has two more sensors.",
        "Two sensors added for frost.",
        "Two sensors that report rain.",
      ],
    ] as const
  ) for (const sentence of sentences) strictEqual(judged(sentence), why, sentence)
})

Deno.test("countClaim quotes each wrong number of one noun", () => {
  const text = `# Sensors\n\nA mast has five sensors.\n\nIt has seven sensors.\n\n${list}`
  const [finding, ...others] = lookAt({ "docs/sensors.md": text }, sensors).findings
  strictEqual(others.length, 0)
  ok(finding?.what.startsWith('says "five sensors" and "seven sensors" in 2 places; there are 3'), finding?.what)
  strictEqual(finding?.proposed_action, 'change "five" to "three", change "seven" to "three"')
})

Deno.test("countClaim takes a folder at the end of a sentence for the folder", () => {
  const judgedAs = (text: string): string | undefined => lookAt({ "a.md": text }, {}, stations).findings[0]?.what
  const wrong = 'says "9 stations"; there are 2 (stations/)'
  deepStrictEqual(["There are 9 stations in stations/.", "In stations/, 9 stations."].map(judgedAs), [wrong, wrong])
  strictEqual(judgedAs("There are 9 stations, see stations/.hidden."), undefined)
})

Deno.test("countClaim reads no words in inline code", () => {
  const sentence = "There are 7 sensors, as `docs/original/if you.md` says."
  strictEqual(judged(sentence), judged("There are 7 sensors, as `docs/masts.md` says."))
  strictEqual(judged("There were 7 sensors, as `docs/masts.md` says."), "past")
})

Deno.test("countClaim reads no words in the destination of a link", () => {
  const sentence = "There are 7 sensors, see [their page](docs/original/if-you/such-as.md)."
  strictEqual(judged(sentence), judged("There are 7 sensors, see [their page](docs/masts.md)."))
  ok(judged(sentence)?.startsWith("says "))
})

Deno.test("countClaim excuses files that speak of another time or place", () => {
  const why = (path: string): string | undefined =>
    lookAt({ [path]: "It has 7 wind sensors.\n", "s.md": list }, {
      "wind sensors": { file: "s.md", heading: "All sensors" },
    })
      .near_misses?.[0]?.why.replace(/:.*/u, "")
  deepStrictEqual(["CHANGELOG.md", "templates/mast.md", "test/fixtures/a.md", "vendor/x/README.md"].map(why), [
    "history",
    "another place",
    "another place",
    "another place",
  ])
})

Deno.test("countClaim takes a plain noun for the counter's only where the text or its file is about the same place", () => {
  const nouns = { probes: { glob: "parts/wind-vane/src/probes/*.ts" } }
  const also = ["parts/wind-vane/src/probes/a.ts", "parts/wind-vane/src/probes/b.ts"]
  const about = (path: string, text: string): boolean =>
    lookAt({ [path]: text }, nouns, { ...moreOf(nouns), also }).findings.length > 0
  const claim = "It has five probes.\n"
  ok(about("parts/wind-vane/src/probes/notes.md", claim))
  ok(about("docs/wind-vane.md", claim))
  ok(about("docs/wind-vane/index.md", claim))
  ok(about("docs/a.md", `# The wind-vane part\n\n${claim}`))
  ok(about("docs/a.md", "The wind-vane has five probes.\n"))
  ok(about("docs/a.md", "| Part | What |\n|---|---|\n| `wind-vane/` | five probes |\n"))
  ok(!about("docs/a.md", claim))
  ok(!about("docs/rain-gauge.md", claim))
  ok(!about("docs/a.md", `The wind-vane turns.\n\n${claim}`))
  const { near_misses } = lookAt({ "docs/a.md": claim }, nouns, { ...moreOf(nouns), also })
  strictEqual(near_misses?.[0]?.why, "elsewhere: neither the text nor its file is about parts/wind-vane/src/probes")
})

function moreOf(
  nouns: Nouns,
): { readonly config: { readonly passes: { readonly "count-claim": { readonly nouns: Nouns } } } } {
  return { config: { passes: { "count-claim": { nouns } } } }
}

Deno.test("countClaim compares a number with the folder that is called like its noun, where the text names it", () => {
  const findings = (text: string, also = stations.also): readonly Finding[] =>
    lookAt({ "docs/a.md": text }, {}, { also }).findings
  deepStrictEqual(
    findings("We run `stations/`: in all 7 stations.\n").map(({ what, edits }) => [what, edits?.length]),
    [
      ['says "7 stations"; there are 2 (stations/)', 1],
    ],
  )
  deepStrictEqual(findings("We run `stations/`: in all two stations.\n"), [])
  deepStrictEqual(findings("See [here](../stations/): 7 stations.\n").length, 1)
  deepStrictEqual(findings("## `stations/`\n\nWe run 7 stations.\n").length, 1)
  deepStrictEqual(
    lookAt({ "docs/a.md": "We run 7 stations.\n" }, {}, stations).near_misses?.map(({ why }) => why),
    ["elsewhere: the text does not say that it counts what is in stations/"],
  )
  const skills = ["a/SKILL.md", "b/SKILL.md", "c/SKILL.md", "lib/x.js"].map((path) => `skills/${path}`)
  deepStrictEqual(findings("All of `skills/`: 3 skills.\n", skills), [])
  deepStrictEqual(findings("All of `skills/`: 4 skills.\n", skills), [])
  deepStrictEqual(findings("All of `skills/`: 9 skills.\n", skills).map(({ what }) => what), [
    'says "9 skills"; there are 3 (skills/)',
  ])
})

Deno.test("countClaim guesses neither between folders of one name nor in one that holds things of several kinds", () => {
  const whys = (also: readonly string[]): readonly string[] | undefined =>
    lookAt({ "docs/a.md": "All of `stations/`: 7 stations.\n" }, {}, { also }).near_misses?.map(({ why }) => why)
  deepStrictEqual(whys(["a/stations/x.md", "b/stations/x.md"]), ["ambiguous: 2 folders are called that"])
  deepStrictEqual(whys(["stations/x.md", "stations/y.yaml", "stations/lib/z.js"]), [
    "ambiguous: stations/ holds things of several kinds",
  ])
})

Deno.test("countClaim compares rows of folders with what is in them, and names what the row leaves out", () => {
  const files = ["rules/wind/calm.md", "rules/wind/gust.md", "rules/wind/lull.md", "rules/rain/hail.md"]
  const row = (text: string): readonly Finding[] =>
    lookAt({ "docs/a.md": `### rules/ — all\n\n| Scope | Rules |\n|---|---|\n| ${text} |\n` }, {}, { also: files })
      .findings
  deepStrictEqual(row("`wind/` (2) | calm, gust"), [{
    pass: "count-claim",
    locator: "docs/a.md",
    verdict: "STALE",
    severity: "Low",
    what: 'says "wind/ (2)"; there are 3 (rules/wind/); it does not name lull',
    route: "direct-fix",
    proposed_action: 'change "2" to "3", and add lull',
    evidence: [{ path: "docs/a.md", line: 5, quote: "| `wind/` (2) | calm, gust |" }],
    key: "wind/",
  }])
  deepStrictEqual(row("`wind/` (3) | calm, gust"), [])
  deepStrictEqual(row("`wind/` (2 rules) | x").map(({ edits }) => edits), [[
    { path: "docs/a.md", find: " (2 r", replace: " (3 r" },
  ]])
  deepStrictEqual(row("`snow/` (2) | x"), [])
})

Deno.test("countClaim compares a number with the section that its sentence names", () => {
  const section = "## Field checks\n\n### Wind\n\n### Rain\n\n### Frost\n"
  const whats = (sentence: string, more = section): readonly string[] =>
    lookAt({ "a.md": `# Checks\n\n${sentence}\n\n${more}` }).findings.map(({ what }) => what)
  const wrong = ['says "two field checks"; there are 3 (the section "Field checks")']
  deepStrictEqual(whats('Run the two field checks (see §"Field checks" below).'), wrong)
  deepStrictEqual(whats("Run the [two field checks](#field-checks)."), wrong)
  deepStrictEqual(whats("Run the [three field checks](#field-checks)."), [])
  deepStrictEqual(whats("Run the two field checks."), [])
  deepStrictEqual(whats("Run the [two checks](#field-checks).", "## Field checks\n\n- a\n- b\n- c\n"), [
    'says "two checks"; there are 3 (the section "Field checks")',
  ])
  deepStrictEqual(whats("Run the [two checks](#field-checks).", "## Field checks\n\n- a\n- b\n\nand\n\n- c\n"), [])
})

Deno.test("countClaim leaves a number that is listed out to its reader", () => {
  const finding = (text: string): Finding | undefined =>
    lookAt({ "docs/sensors.md": `${text}\n\n${list}` }, sensors).findings[0]
  const listed = finding("It has two sensors: wind and rain.")
  deepStrictEqual([listed?.edits, listed?.proposed_action], [
    undefined,
    'change "two" to "three", and what is listed with it',
  ])
  strictEqual(finding("It has two sensors at 4 sensors a mast.")?.edits, undefined)
  strictEqual(finding("It has two sensors.\n\nAll two sensors report.")?.what.includes("in 2 places"), true)
  strictEqual(finding("It has two sensors.\n\nAll two sensors report.")?.edits?.length, 2)
})

Deno.test("countClaim stays in scope, and does not run without Markdown files", () => {
  const files = { "a.md": "Five wind sensors.\n", "docs/b.md": "Five wind sensors.\n", "s.md": list }
  const nouns = { "wind sensors": { file: "s.md", heading: "All sensors" } }
  const result = lookAt(files, nouns, { ...moreOf(nouns), scope: ["docs"] })
  deepStrictEqual([result.scanned, result.findings.map(({ locator }) => locator)], [["docs/b.md"], ["docs/b.md"]])
  deepStrictEqual([lookAt({}).ran, lookAt({}).skip_reason], [false, "no Markdown files"])
})

Deno.test("countClaim leaves alone what is written inside the section that it would count", () => {
  const text = '# A\n\n## Field checks\n\nThe two field checks (see §"Field checks"):\n\n- a\n- b\n- c\n'
  const { findings, near_misses } = lookAt({ "a.md": text })
  deepStrictEqual([findings, near_misses], [[], []])
})

Deno.test("countClaim takes the numbers of plans and decisions for those of their day", () => {
  const nouns: Nouns = { "wind sensors": { glob: "masts/*.yaml" } }
  const outcomeOf = (path: string): string | undefined => {
    const { findings, near_misses } = lookAt({ [path]: "# A\n\nIt has 9 wind sensors.\n" }, nouns, {
      also: ["masts/a.yaml"],
    })
    return findings[0]?.verdict ?? near_misses?.[0]?.why.replace(/:.*/su, "")
  }
  deepStrictEqual(["a.md", ".claude/plans/a.md", ".claude/visions/a.md"].map(outcomeOf), [
    "STALE",
    "history",
    "history",
  ])
})

Deno.test("countClaim counts the folders with a common file only where most of them have it", () => {
  const what = (...files: readonly string[]): string | undefined =>
    lookAt({ "README.md": "The 9 plugins are in `plugins/`.\n" }, {}, { also: files.map((file) => `plugins/${file}`) })
      .findings[0]?.what
  const few = ["a/plugin.yaml", "b/plugin.yaml", "c/x.ts", "d/y.ts", "e/z.ts"]
  strictEqual(what(...few), 'says "9 plugins"; there are 5 (plugins/)')
  strictEqual(what(...few, "c/plugin.yaml"), 'says "9 plugins"; there are 3 (plugins/)')
})
