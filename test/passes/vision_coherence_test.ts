import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { visionCoherence } from "../../src/passes/vision_coherence.ts"
import { corpusOf, type More } from "./corpus_of.ts"
import { type Files, lookWith, toldBy } from "./look_with.ts"

const look = lookWith(visionCoherence)

/** Findings by verdict, severity, place and key, then what is fine. */
function outcome(files: Files, more: More = {}): readonly string[] {
  return toldBy(({ verdict, severity, locator, key }) => `${verdict} ${severity} ${locator} ${key}`, look(files, more))
}

const place = ".claude/visions/default/v1.md"

interface Shape {
  readonly modules?: readonly string[]
  readonly headings?: readonly string[]
  readonly count?: number
  readonly status?: string
  readonly body?: string
}

function vision(
  { modules = ["intake", "ledger", "export"], headings = modules, count = 3, status = "active", body = "" }: Shape = {},
): string {
  const list = modules.map((module) => `  - ${module}\n`).join("")
  const sections = headings.map((heading) => `### ${heading}\n\n- **Role:** something\n`).join("\n")
  return `---\nslug: default\nversion: 1\nstatus: ${status}\nmodules:\n${list}non_goals_count: ${count}\n---\n\n` +
    `# Vision\n\n## Modules\n\n${sections}\n${body}\n## Non-goals\n\n- a\n- b\n  - why\n- c\n`
}

function skill(name: string, description: string, body = ""): Files {
  return {
    [`skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}\n`,
  }
}

const served: Files = {
  ...skill("read", "Takes readings in (intake)."),
  ...skill("book", "Books readings into the ledger."),
  "src/export/csv.ts": "",
}

Deno.test("visionCoherence finds the module that nothing is there for", () => {
  const files = { ...served, [place]: vision({ modules: ["intake", "ledger", "export", "trend-alarm"] }) }
  const [finding, ...more] = look(files).findings
  deepStrictEqual(more, [])
  deepStrictEqual(finding, {
    pass: "vision-coherence",
    locator: place,
    verdict: "UNSERVED-MODULE",
    severity: "Medium",
    what: 'has the module "trend-alarm", which no skill, command, agent or file names',
    route: "proposal",
    proposed_action: 'specify "trend-alarm", or take it out of the vision',
    evidence: [
      { path: place, line: 9, quote: "- trend-alarm" },
      { path: place, line: 29, quote: "### trend-alarm" },
    ],
    key: "module trend-alarm",
  })
  deepStrictEqual(outcome({ ...served, [place]: vision() }), [])
})

Deno.test("visionCoherence knows which module needs nothing yet", () => {
  const modules = ["intake", "ledger", "export", "alarm"]
  const outside = vision({ modules }).replace(
    "### alarm\n\n- **Role:** something",
    "### alarm\n\n- **Depends on:** external pager",
  )
  deepStrictEqual(outcome({ ...served, [place]: outside }), [`${place}: external`])
  const spec = { ".claude/specs/alarm/v1.md": "---\nslug: alarm\nversion: 1\nstatus: draft\n---\n\n# Alarm\n" }
  deepStrictEqual(outcome({ ...served, ...spec, [place]: vision({ modules }) }), [`${place}: under way`])
})

Deno.test("visionCoherence compares what a vision says of itself", () => {
  const files = (shape: Shape): Files => ({ ...served, [place]: vision(shape) })
  const [finding] = look(files({ headings: ["ledger", "intake", "`export` — files"] })).findings
  strictEqual(finding?.what, "lists modules in its front matter that are not those of its headings: in another order")
  const renamed = look(files({ headings: ["intake", "ledger", "csv"] })).findings[0]
  strictEqual(
    renamed?.what,
    "lists modules in its front matter that are not those of its headings: no heading for export; not in the list: csv",
  )
  deepStrictEqual(outcome(files({ modules: ["intake", "ledger"] })), [`STALE Low ${place} module count`])
  const many = Array.from({ length: 9 }, (_, index) => `ledger-${index}`)
  deepStrictEqual(
    outcome({ ...files({ modules: many }), ...skill("all", many.join(" ")) }).filter((text) => text.includes("count")),
    [`STALE Low ${place} module count`],
  )
  const wrong = files({ count: 4 })
  const result = look(wrong)
  deepStrictEqual(result.findings.map(({ key, route }) => [key, route]), [["non_goals_count", "direct-fix"]])
  const edits = result.findings.flatMap((found) => found.edits ?? [])
  strictEqual(Result.getOrThrow(applyEdits(new Map(Object.entries(wrong)), edits)).get(place), vision())
})

Deno.test("visionCoherence finds organs that belong to nothing", () => {
  const lone = { ...skill("juggle", "Juggles.", "See [catch](../catch/SKILL.md)."), ...skill("catch", "Catches.") }
  const traced = {
    ...skill("spec-two", "By proposal 12."),
    "commands/pay.md": "---\ndescription: pays\nserves: ledger\n---\n",
  }
  const [finding, ...more] = look({ ...served, ...traced, ...lone, [place]: vision() }).findings
  deepStrictEqual(more, [])
  deepStrictEqual(
    [finding?.verdict, finding?.severity, finding?.locator, finding?.key, finding?.structural, finding?.relations],
    ["UNTRACED", "Low", "skills/catch/SKILL.md", "untraced", true, [
      { from: "skills/juggle/SKILL.md", to: "skills/catch/SKILL.md", kind: "links to" },
    ]],
  )
  strictEqual(
    finding?.what,
    "names no module of the vision, and leads to no spec or proposal, nor does anything that it hangs together with",
  )
  const linked = skill("juggle", "Juggles.", "Run `/book` first.")
  deepStrictEqual(outcome({ ...served, ...linked, [place]: vision() }), [])
})

Deno.test("visionCoherence knows which organs need no lineage", () => {
  const cases: Readonly<Record<string, Files>> = {
    library: skill("juggle", "Library-only. Juggles."),
    alias: { "commands/j.md": "---\ndescription: Alias for something else\n---\n" },
    convention: { ...skill("a", "A."), ...skill("b", "B."), ...skill("c", "C.") },
  }
  for (const [guard, files] of Object.entries(cases)) {
    deepStrictEqual(
      outcome({ ...served, ...files, [place]: vision() }).map((text) => text.slice(text.indexOf(": ") + 2)),
      [guard],
      guard,
    )
  }
  // Half of them are not most.
  const half = { ...served, ...skill("a", "A."), ...skill("b", "B."), [place]: vision() }
  deepStrictEqual(outcome(half), ["UNTRACED Low skills/a/SKILL.md untraced", "UNTRACED Low skills/b/SKILL.md untraced"])
  const sample = { "test/fixtures/skills/juggle/SKILL.md": "---\nname: juggle\ndescription: Juggles.\n---\n" }
  deepStrictEqual(outcome({ ...served, ...sample, [place]: vision() }), [])
})

Deno.test("visionCoherence takes the newest version in force, and does not run without one", () => {
  const gone = look({ ...served, [place]: vision({ status: "superseded" }) })
  deepStrictEqual([gone.ran, gone.skip_reason], [
    false,
    "no vision in force that states modules, such as .claude/visions/default/v1.md",
  ])
  const newer = ".claude/visions/default/v2.md"
  const files = { ...served, [place]: vision({ status: "superseded" }), [newer]: vision({ count: 4 }) }
  deepStrictEqual(outcome(files), [`STALE Low ${newer} non_goals_count`])
  strictEqual(look({ ...served, ".claude/visions/default/v1.md": "# A dream\n" }).ran, false)
  const bare = "# Vision\n\n## Modules\n\n### intake\n\n### ledger\n\n### exports\n"
  deepStrictEqual(outcome({ ...served, [place]: bare }), [`UNSERVED-MODULE Medium ${place} module exports`])
})

Deno.test("visionCoherence keeps to its scope, and says what it could not read", () => {
  const files = { ...served, ...skill("juggle", "Juggles."), [place]: vision({ count: 4 }) }
  deepStrictEqual(look(files, { scope: ["skills"] }).findings.map(({ locator }) => locator), ["skills/juggle/SKILL.md"])
  deepStrictEqual(look(files, { scope: [".claude"] }).findings.map(({ locator }) => locator), [place])
  const unreadable = [{ path: "skills/x/SKILL.md", why: "too large" }]
  strictEqual(look(files, { unreadable }).complete, false)
})

Deno.test("visionCoherence says the same of any order of files, and quotes what is there", async () => {
  const name = Schema.Literals(["intake", "Ledger", "`a`", "a-b", "- x", "{", "é", "intake"])
  const Sample = Schema.Struct({
    modules: Schema.Array(name).check(Schema.isMaxLength(9)),
    headings: Schema.Array(name).check(Schema.isMaxLength(9)),
    count: Schema.Literals([0, 3, 33]),
    skills: Schema.Array(name).check(Schema.isMaxLength(5)),
  })
  const holds = ({ modules, headings, count, skills }: typeof Sample.Type): boolean => {
    const files = [
      [place, vision({ modules, headings, count })] as const,
      ...skills.flatMap((text, index) =>
        Object.entries(skill(`s${index}`, "x", `See ${text} and \`/s${index - 1}\`.`))
      ),
    ]
    const result = visionCoherence.look(corpusOf(new Map(files)))
    deepStrictEqual(visionCoherence.look(corpusOf(new Map(files.toReversed()))), result)
    deepStrictEqual(groundPass(result, new Map(files)).warnings, [])
    const edits = result.findings.flatMap((finding) => finding.edits ?? [])
    return Schema.is(PassResult)(result) && Result.isSuccess(applyEdits(new Map(files), edits))
  }
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), holds, { runs: 300, seed: 8 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
