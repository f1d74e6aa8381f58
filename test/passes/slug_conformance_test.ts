import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { slugConformance } from "../../src/passes/slug_conformance.ts"
import { knownSlugs, type WorkDone } from "../../src/passes/slug_conformance/conformance_facts.ts"
import { corpusOf } from "./corpus_of.ts"

type Files = Readonly<Record<string, string>>

const spec = (criteria: readonly string[], version = 1, more: readonly string[] = []): string =>
  [
    "---",
    "slug: search",
    `version: ${version}`,
    "status: active",
    ...more,
    "done_criteria:",
    ...criteria.map((criterion) => `  - ${JSON.stringify(criterion)}`),
    "---",
    "# Spec",
    "",
  ].join("\n")

const plan = (steps: readonly string[], pin = "../../specs/search/v1.md"): string =>
  [
    "---",
    "slug: search",
    "version: 1",
    "status: active",
    `spec: ${pin}`,
    "created: 2026-01-10",
    "---",
    "# Plan",
    ...steps,
    "",
  ]
    .join("\n")

const step = (number: number, goal: string, files: string, serves?: string): string =>
  `## Step ${number}: ${goal}\n- Files: ${files}\n- Outcome: done\n${
    serves === undefined ? "" : `- **Serves criteria:** [${serves}]\n`
  }`

const specPath = ".claude/specs/search/v1.md"
const planPath = ".claude/plans/search/v1.md"

function done(paths: readonly string[], more: Partial<WorkDone> & { readonly message?: string } = {}): WorkDone {
  const { message = "Work", ...rest } = more
  return { commits: [{ commit: "a".repeat(40), date: "2026-01-11", message, paths }], touched: [], ...rest }
}

function look(files: Files, work: WorkDone | undefined, more: Parameters<typeof corpusOf>[1] = {}): PassResult {
  const texts = new Map(Object.entries(files))
  const result = slugConformance({
    slug: "search",
    work: work === undefined ? Result.fail("the root is in no git work tree") : Result.succeed(work),
  }).look(corpusOf(texts, more))
  deepStrictEqual(groundPass(result, texts).warnings, [])
  return result
}

function told({ findings }: PassResult): readonly string[] {
  return findings.map(({ verdict, severity, locator, what }) =>
    `${verdict} ${severity} ${locator.replace(".claude/", "").replace("/v1.md", "")}: ${what}`
  )
}

function excused({ near_misses = [] }: PassResult): readonly string[] {
  return near_misses.map(({ what, why }) => `${what}: ${why.replace(/:.*$/u, "")}`)
}

Deno.test("slug-conformance tells of each criterion whether it is missing, met in part, or unproven", () => {
  const result = look({
    [specPath]: spec(["it finds words", "it ranks them", "it is fast", "it says why", "nobody plans this"]),
    [planPath]: plan([
      step(1, "Find", "`src/find.ts`", "1, 4"),
      step(2, "Rank", "`src/rank.ts`, `src/score/`", "2"),
      step(3, "Time", "`bench/time.ts`", "3"),
      step(4, "Later", "`src/find.ts`, `src/why.ts`", "4"),
    ]),
    "src/find.ts": "",
    "src/score/a.ts": "",
    "src/rank.ts": "",
    "src/why.ts": "",
  }, done(["src/find.ts", "src/rank.ts", "src/score/a.ts"]))
  deepStrictEqual(told(result), [
    "DROPPED Medium plans/search: step 3 (Time) was dropped: nothing that it names was changed since the plan was made",
    "PARTIAL Low plans/search: step 4 (Later) landed in part: src/why.ts was not changed",
    'UNPROVEN Low specs/search: criterion 1, "it finds words": what step 1 names was changed, and nothing shows that it is met',
    'UNPROVEN Low specs/search: criterion 2, "it ranks them": what step 2 names was changed, and nothing shows that it is met',
    'MISSING Medium specs/search: criterion 3, "it is fast": nothing that step 3 names was changed since the plan was made',
    'PARTIAL Low specs/search: criterion 4, "it says why": of what steps 1, 4 name, src/why.ts was not changed',
    `MISSING High specs/search: criterion 5, "nobody plans this": no step of ${planPath} serves it`,
  ])
  deepStrictEqual(excused(result), ["step 1: Find: landed", "step 2: Rank: landed"])
  deepStrictEqual(result.findings.find(({ key }) => key === "criterion:3")?.evidence, [
    { path: specPath, line: 8, quote: '- "it is fast"' },
  ])
})

Deno.test("slug-conformance reads the criteria of a section, as those of front matter", () => {
  const body = (...lines: readonly string[]): string =>
    ["---", "slug: search", "version: 1", "status: active", "---", "# Spec", "", ...lines, ""].join("\n")
  const list = ["- [ ] it finds words", "  - in all pages", "- it ranks them", "", "> - somebody else's", ""]
  for (const heading of ["## Done criteria", "### 3. Acceptance criteria", "## Verification criteria:"]) {
    const result = look({
      [specPath]: body("- no criterion", "", heading, "", ...list, "## More", "", "- no criterion"),
      [planPath]: plan([step(1, "Find", "`src/find.ts`", "1")]),
      "src/find.ts": "",
    }, done(["src/find.ts"]))
    deepStrictEqual(told(result), [
      'UNPROVEN Low specs/search: criterion 1, "it finds words": what step 1 names was changed, and nothing shows that it is met',
      `MISSING High specs/search: criterion 2, "it ranks them": no step of ${planPath} serves it`,
    ])
    deepStrictEqual(result.findings.flatMap(({ evidence = [] }) => evidence.map(({ line }) => line)), [12, 14])
  }
})

Deno.test("slug-conformance calls a criterion met only by a result of the check that it names", () => {
  const files = {
    [specPath]: spec(["`make test` passes", "`make lint` passes", "it is nice", "`make all` passes"]),
    [planPath]: plan([step(1, "All", "`a.ts`", "1, 2, 3, 4")]),
    "a.ts": "",
    "results.json": '{"search": {"make test": "pass", "2": "fail", "3": "pass"}, "other": {"4": "pass"}}',
  }
  const config = { passes: { "slug-conformance": { results: { file: "results.json" } } } }
  const result = look(files, done(["a.ts"]), { config })
  deepStrictEqual(result.findings.map(({ key, verdict }) => [key, verdict]), [
    ["criterion:2", "PARTIAL"],
    ["criterion:3", "UNPROVEN"],
    ["criterion:4", "UNPROVEN"],
  ])
  deepStrictEqual(excused(result), ["step 1: All: landed", 'criterion 1, "`make test` passes": met'])
  const { "results.json": _, ...without } = files
  strictEqual(look(without, done(["a.ts"]), { config }).complete, false)
})

Deno.test("slug-conformance says what is wrong with a result file, and is incomplete without it", () => {
  const files = {
    [specPath]: spec(["`make test` passes"]),
    [planPath]: plan([step(1, "All", "`a.ts`", "1")]),
    "a.ts": "",
  }
  const config = { passes: { "slug-conformance": { results: { file: "results.json" } } } }
  const why = (text: string): string | undefined => {
    const result = look({ ...files, "results.json": text }, done(["a.ts"]), { config })
    strictEqual(result.complete, result.skip_reason === undefined)
    return result.skip_reason
  }
  const expected = 'expected {"<slug>": {"<number of the criterion, or its command>": "pass" or "fail"}}'
  deepStrictEqual(
    ["no", "[]", "true", '{"make test": "pass"}', '{"search": {"make test": true}}', '{"other": {}}'].map(why),
    [
      `could not read results.json (it is not JSON; ${expected})`,
      `could not read results.json (it holds a list; ${expected})`,
      `could not read results.json (it holds true; ${expected})`,
      `could not read results.json ("make test" is "pass"; ${expected})`,
      `could not read results.json ("make test" of "search" is true; ${expected})`,
      undefined,
    ],
  )
})

Deno.test("slug-conformance is incomplete when front matter of the feature, or a file of it, cannot be read", () => {
  const files = { [specPath]: spec(["it finds words"]), [planPath]: plan([step(1, "All", "`a.ts`", "1")]), "a.ts": "" }
  const broken = files[specPath].replace('  - "it finds words"', "  - `npm run bench`: fast")
  const result = look({ ...files, [specPath]: broken }, done(["a.ts"]))
  strictEqual(result.complete, false)
  match(result.skip_reason ?? "", /^could not read \.claude\/specs\/search\/v1\.md \(its front matter, line 6: /u)
  const { [specPath]: _, ...rest } = files
  const unread = look(rest, done(["a.ts"]), { unreadable: [{ path: specPath, why: "it is not UTF-8" }] })
  deepStrictEqual([unread.complete, unread.skip_reason], [false, `could not read ${specPath} (it is not UTF-8)`])
})

Deno.test("slug-conformance finds what was done and not planned, steps that changed, and files that are gone", () => {
  const files = {
    [specPath]: spec(["it finds words"]),
    [planPath]: plan([step(1, "Find all", "`src/find.ts`", "1"), step(2, "Gone", "`src/gone.ts`", "1")]),
    "src/find.ts": "export {}\n",
    "src/extra.ts": "export {}\n",
    "src/other.ts": "export {}\n",
    "test/find_test.ts": "",
  }
  const result = look(files, {
    commits: [
      { commit: "b".repeat(40), date: "2026-01-12", message: "Research", paths: ["src/other.ts"] },
      ...done(["src/extra.ts", "src/find.ts", "src/gone.ts", "test/find_test.ts"], { message: "Add search" }).commits,
    ],
    touched: [],
    first_plan: plan([step(1, "Find", "`src/find.ts`", "1"), step(2, "Gone", "`src/gone.ts`", "1")]),
  })
  deepStrictEqual(told(result).filter((line) => !line.startsWith("UNPROVEN")), [
    "CHANGED Low plans/search: step 1 (Find all) has another goal since the plan was made",
    "CHANGED Medium plans/search: step 2 (Gone) landed otherwise: src/gone.ts is there no more",
    "EXTRA Low src/extra.ts: was changed for search, and no step of its plan names it",
  ])
  deepStrictEqual(excused(result), [
    "was changed for search, and no step of its plan names it: test of a planned file",
  ])
})

Deno.test("slug-conformance takes a message with the word default for no work on the feature of that name", () => {
  const named = (text: string): string => text.replace("slug: search", "slug: default")
  const files = {
    ".claude/specs/default/v1.md": named(spec(["it finds words"])),
    ".claude/plans/default/v1.md": named(plan([step(1, "Find", "`src/find.ts`", "1")], "default@v1")),
    "src/find.ts": "export {}\n",
    "src/extra.ts": "export {}\n",
  }
  const work = done(["src/find.ts", "src/extra.ts"], { message: "Change the default colour" })
  const { findings } = slugConformance({ slug: "default", work: Result.succeed(work) })
    .look(corpusOf(new Map(Object.entries(files))))
  deepStrictEqual(findings.map(({ verdict }) => verdict), ["UNPROVEN"])
})

Deno.test("slug-conformance finds a plan for an older spec, and steps for criteria that are not there", () => {
  const result = look({
    [specPath]: spec(["it finds words", "it is fast"]).replace("active", "superseded"),
    ".claude/specs/search/v2.md": spec(["it is fast", "it finds all words"], 2),
    [planPath]: plan([step(1, "Find", "`src/find.ts`", "1, 3"), step(2, "Time", "`src/time.ts`", "2")]),
    "src/find.ts": "",
    "src/time.ts": "",
  }, done(["src/find.ts", "src/time.ts"]))
  deepStrictEqual(result.findings.map(({ verdict, severity, key }) => [verdict, severity, key]), [
    ["STALE", "High", "pin"],
    ["STALE", "Medium", "serves:1"],
    ["UNPROVEN", "Low", "criterion:1"],
    ["MISSING", "High", "criterion:2"],
  ])
})

Deno.test("slug-conformance knows the spec of a plan by path and by name, and says which name it does not know", () => {
  const files = (pin: string): Files => ({
    [specPath]: spec(["it is fast"]).replace("active", "superseded"),
    ".claude/specs/search/v2.md": spec(["it is fast"], 2),
    [planPath]: plan([step(1, "Find", "`src/find.ts`", "1")], pin),
    "src/find.ts": "",
  })
  const told = (pin: string): readonly unknown[] => {
    const { findings, near_misses = [] } = look(files(pin), done(["src/find.ts"]))
    const stale = findings.filter(({ key }) => key === "pin")
    deepStrictEqual(stale.flatMap(({ evidence = [] }) => evidence.map(({ line }) => line)), stale.map(() => 5))
    return [...stale.map(({ verdict }) => verdict), ...near_misses.filter(({ what }) => /^made/u.test(what))]
  }
  const old = [
    "search@v1",
    "search@1",
    "v1",
    "1",
    "search/v1",
    "search v1",
    "{slug: search, version: 1}",
    "[v1]",
    specPath,
  ]
  deepStrictEqual(old.map(told), old.map(() => ["STALE"]))
  const fine = [
    "search@v2",
    "v2",
    "2",
    "{slug: search, version: v2}",
    ".claude/specs/search/v2.md",
    "none — by hand",
    "",
  ]
  deepStrictEqual(fine.map(told), fine.map(() => []))
  deepStrictEqual(told("reader@v1"), [{
    locator: planPath,
    what: 'made for "reader@v1", which is no version of search',
    why: "not understood: write the spec's path, or search@v2",
    evidence: [{ path: planPath, line: 5, quote: "spec: reader@v1" }],
  }])
})

Deno.test("slug-conformance does without what is not there: a plan, a spec, git, firm criteria", () => {
  const verdicts = (files: Files, work: WorkDone | undefined = done([])): readonly string[] =>
    look(files, work).findings.map(({ verdict, severity }) => `${verdict} ${severity}`)
  deepStrictEqual(verdicts({ [specPath]: spec(["it finds words"]) }), ["MISSING High"])
  deepStrictEqual(
    verdicts({ [specPath]: spec(["it finds words"]), ".claude/archive/2026-01-01-search/plan.md": "# Plan\n" }),
    ["UNPROVEN Low"],
  )
  const steps = [step(1, "Find", "`src/find.ts`")]
  deepStrictEqual(verdicts({ [planPath]: plan(steps, "none — by hand"), "src/find.ts": "" }), ["DROPPED Medium"])
  deepStrictEqual(verdicts({ [specPath]: spec(["it finds words"]), [planPath]: plan(steps), "src/find.ts": "" }), [
    "DROPPED Medium",
    "UNPROVEN Low",
  ])
  const whole = { [specPath]: spec(["it finds words"]), [planPath]: plan([step(1, "Find", "`src/find.ts`", "1")]) }
  const untold = look(whole, undefined)
  deepStrictEqual(untold.findings.map(({ verdict }) => verdict), ["UNPROVEN"])
  deepStrictEqual([untold.complete, untold.skip_reason], [
    false,
    "could not read the commits since the plan was made (the root is in no git work tree)",
  ])
  strictEqual(look({ [specPath]: spec(["it finds words"]) }, undefined).complete, true)
  const provisional = { [specPath]: spec(["it finds words"], 1, ["done_criteria_provisional: true"]) }
  strictEqual(
    look(provisional, done([])).skip_reason,
    `the criteria of ${specPath} are provisional, and there is no plan`,
  )
  strictEqual(look({ "a.md": "" }, done([])).skip_reason, "no spec and no plan has the slug search")
})

Deno.test("knownSlugs are those of visions, specs, plans and proposals", () => {
  const texts = new Map([
    [specPath, spec(["x"])],
    [".claude/plans/reader/v1.md", plan([]).replace("search", "reader")],
    ["proposals/012-faster-start.md", "# Faster start\n"],
    ["proposals/README.md", "# Proposals\n"],
    ["docs/a.md", "# A\n"],
  ])
  deepStrictEqual(knownSlugs(corpusOf(texts)), ["faster-start", "reader", "search"])
})
