import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { DiffResult } from "../../src/core/schema/diff_result.ts"
import { Orientation } from "../../src/core/schema/orientation.ts"
import { PersistedRun } from "../../src/core/schema/persisted_run.ts"
import { Report } from "../../src/core/schema/report.ts"
import { git, type Outcome, retro } from "../services/program.ts"
import { demoFiles, readFinding, today, treeOf, withRepository } from "./demo_repository.ts"

const place = ["--report-dir", "kept", "--scope-slug", "mine"]

const findings = [
  { ...readFinding, reviewer: { name: "Ada" } },
  {
    pass: "reading",
    locator: "docs/guide.md",
    verdict: "STALE",
    severity: "Low",
    what: "the guide speaks of @none and <b>nothing</b>",
    route: "proposal",
    proposed_action: "split it",
  },
]

/** One stage that reads what the one before printed; it must end with 0 and say nothing beside its result. */
function stage(folder: string, stdin: string, ...args: readonly string[]): string {
  const { code, stdout, stderr } = retro([...args, "--today", today], { cwd: folder, stdin })
  strictEqual(code, 0, stderr)
  strictEqual(stderr, "")
  return stdout
}

/** A JSON document and a newline. */
function decoded<A, I>(schema: Schema.Codec<A, I>, stdout: string): A {
  match(stdout, /^[^\n]+\n$/u)
  return Schema.decodeUnknownSync(schema)(JSON.parse(stdout))
}

Deno.test("orient | diff | render and diff | route | persist compose as pipes of JSON", async () => {
  await withRepository({ ...demoFiles, "findings.json": JSON.stringify(findings) }, (folder) => {
    const oriented = stage(folder, "", "orient", "docs", "README.md", "--kind", "docs", ...place, "--json")
    deepStrictEqual(decoded(Orientation, oriented).nodes, { decision: 2, doc: 3 })
    const diff = ["diff", "--findings", "findings.json", "--orientation", "-", ...place, "--json"]
    const compared = stage(folder, oriented, ...diff)
    deepStrictEqual(decoded(DiffResult, compared).findings.map(({ id, tag }) => [id, tag]), [
      ["R001", "NEW"],
      ["R002", "NEW"],
    ])

    const rendered = stage(folder, compared, "render", "--report", "-")
    match(rendered, /^date: 2026-03-01\nkind: docs\nscope: mine\nscope_slug: mine\nrun_mode: fresh$/mu)
    match(rendered, /^Corpus: docs — 2 decisions, 3 docs\nSince last run \(first run\): full corpus$/mu)

    const before = treeOf(folder)
    const select = ["--select", "apply R001; wontfix R002 by design"]
    const planned = stage(folder, compared, "route", "--report", "-", ...select, "--dry-run")
    match(planned, /^R001 {2}applied +Would edit README\.md\nR002 {2}wont_fix +Won't fix: by design\n$/u)
    deepStrictEqual(treeOf(folder), before)

    const routed = stage(folder, compared, "route", "--report", "-", ...select, "--json")
    const report = decoded(Report, routed)
    deepStrictEqual(report.outcomes?.map(({ id, result, files }) => [id, result, files]), [
      ["R001", "applied", ["README.md"]],
      ["R002", "wont_fix", []],
    ])
    deepStrictEqual(report.findings[0]?.["reviewer" as keyof Report["findings"][0]], { name: "Ada" })
    match(git(folder, "diff"), /^-See \[gone\]\(docs\/gone\.md\)\.\n\+See \[gone\]\(docs\/notes\.md\)\.$/mu)

    const persisted = stage(folder, routed, "persist", "--report", "-", ...place, "--json")
    deepStrictEqual(decoded(PersistedRun, persisted), {
      dir: "kept/mine",
      version: 1,
      file: "v1.md",
      latest: "latest.md",
    })
    const kept = readFileSync(join(folder, "kept/mine/v1.md"), "utf8")
    strictEqual(kept, stage(folder, routed, "render", "--report", "-"))
    strictEqual(retro(["validate", "-"], { stdin: kept }).stdout, "the standard input keeps the output contract\n")

    // The next run, against the folder, the file and the JSON: the same answer.
    const answers = [place, ["--baseline", "kept/mine/v1.md"], ["--baseline", "routed.json"]].map((baseline) => {
      writeFileSync(join(folder, "routed.json"), routed)
      const { findings, run_mode } = decoded(
        DiffResult,
        stage(folder, JSON.stringify(reworded), "diff", "--findings", "-", ...baseline, "--json"),
      )
      return [run_mode, ...findings.map(({ id, tag, matched_by, status }) => [id, tag, matched_by, status])]
    })
    deepStrictEqual(answers[0], [
      "repeat",
      ["R001", "CARRIED", "reworded", "open"],
      ["R002", "WONT_FIX", "text", "wont_fix:by design"],
    ])
    deepStrictEqual([answers[1], answers[2]], [answers[0], answers[0]])

    const again = stage(folder, JSON.stringify(findings), "diff", "--findings", "-", ...place, "--json")
    strictEqual(
      stage(folder, again, "persist", "--report", "-", ...place),
      "wrote kept/mine/v2.md and latest.md\n",
    )
    match(readFileSync(join(folder, "kept/mine/v2.md"), "utf8"), /^baseline: v1\.md\nsupersedes: v1\.md$/mu)
    // What was compared with an older run is refused, and says what to do.
    const stale = retro(["persist", "--report", "-", ...place], { cwd: folder, stdin: again })
    deepStrictEqual([stale.code, stale.stdout], [3, ""])
    match(
      stale.stderr,
      /^retro: Cannot persist in "kept\/mine": .* v1\.md, and v2\.md is there now; run diff again[^\n]*\n$/u,
    )
  })
})

/** The first of the findings with other words, in another line. */
const reworded = findings.map((finding, index) =>
  index > 0 ? finding : { ...finding, locator: "README.md:5", what: "the link to the old note is dead" }
)

Deno.test("a checkpoint's JSON is the report that render, route and persist take", async () => {
  await withRepository(demoFiles, (folder) => {
    const run = retro(["checkpoint", "--dry-run", "--json", "--today", today], { cwd: folder })
    strictEqual(run.code, 0)
    const routed = stage(folder, run.stdout, "route", "--report", "-", "--select", "apply R003; skip R001", "--json")
    strictEqual(readFileSync(join(folder, "README.md"), "utf8"), demoFiles["README.md"]?.replace("set-up", "setup"))
    const corpus = ["--report-dir", ".claude/checkpoints", "--scope-slug", "corpus"]
    stage(folder, routed, "persist", "--report", "-", ...corpus)
    git(folder, "checkout", "-q", "--", "README.md")
    const next = retro(["checkpoint", "--dry-run", "--json", "--today", today], { cwd: folder })
    const { findings } = decoded(Report, next.stdout)
    deepStrictEqual(findings.map(({ id, tag, reopened }) => [id, tag, reopened]), [
      ["R001", "CARRIED", undefined],
      ["R002", "CARRIED", undefined],
      ["R003", "CARRIED", "applied"],
      ["R004", "CARRIED", undefined],
    ])
  })
})

Deno.test("retro render has a form for the terminal, one for GitHub, and the whole report", async () => {
  await withRepository(demoFiles, (folder) => {
    const compared = stage(folder, JSON.stringify(findings), "diff", "--findings", "-", ...place, "--json")
    const forms = [[], ["--destination", "terminal"], ["--destination", "github"]] as const
    const [whole = "", terminal = "", github = ""] = forms.map((form) =>
      stage(folder, compared, "render", "--report", "-", ...form)
    )
    ok(whole.startsWith("---\nschema: 1\n"))
    match(whole, /<!-- retro:rows /u)
    for (const short of [terminal, github]) {
      ok(short.startsWith("Checkpoint of: mine\n"), short)
      doesNotMatch(short, /retro:rows|^---$/mu)
    }
    match(
      terminal,
      /^ID +Severity +Effort +Tag +Route +Status +Locator\nR001 +High +S +NEW +direct-fix +open +README\.md:3$/mu,
    )
    match(github, /```suggestion\n/u)
    doesNotMatch(github, /[^\\`\u200b\u2060]@none|<b>/u)
    strictEqual(decoded(Report, stage(folder, compared, "render", "--report", "-", "--json")).date, today)
  })
})

Deno.test("retro diff and orient without --json are for a person, on the standard output", async () => {
  await withRepository(demoFiles, (folder) => {
    strictEqual(
      stage(folder, JSON.stringify(findings), "diff", "--findings", "-", ...place),
      "R001  NEW         README.md:3: the link to the old notes is dead\n" +
        "R002  NEW         docs/guide.md: the guide speaks of @none and <b>nothing</b>\n" +
        "2 new, 0 carried, 0 won't-fix, 0 unverified, 0 resolved (fresh run)\n",
    )
    match(stage(folder, "", "orient", ".", "--kind", "docs"), /^## Orientation\nCorpus: docs — 2 decisions, 3 docs\n/u)
    const first: Outcome = retro(["diff", "--findings", "-", "--baseline", "no.md"], { cwd: folder, stdin: "[]" })
    deepStrictEqual([first.code, first.stderr], [0, "retro: no baseline at no.md; this run is the first\n"])
    const lost: Outcome = retro(["diff", "--findings", "-"], { cwd: folder, stdin: "[]" })
    deepStrictEqual([lost.code, lost.stdout], [2, ""])
    match(lost.stderr, /^retro: diff needs --baseline FILE, or --report-dir DIR with --scope-slug SLUG\n$/u)
  })
})

Deno.test("retro route fails with 3 when an edit does, and applies the others", async () => {
  await withRepository(demoFiles, (folder) => {
    const [first, second] = findings
    const edits = [{ path: "docs/guide.md", find: "no such text", replace: "x" }]
    const compared = stage(
      folder,
      JSON.stringify([first, { ...second, route: "direct-fix", edits }]),
      ...["diff", "--findings", "-", ...place, "--json"],
    )
    const args = ["route", "--report", "-", "--select", "apply R001, R002"]
    const { code, stdout, stderr } = retro(args, { cwd: folder, stdin: compared })
    deepStrictEqual([code, stderr], [3, ""])
    match(stdout, /^R001 {2}applied {2}Edited README\.md\nR002 {2}failed {3}.*docs\/guide\.md.*no such text.*\n$/u)
    strictEqual(git(folder, "diff", "--name-only"), "README.md\n")
  })
})
