import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { demoFiles, readFinding, runs } from "../cli/demo_repository.ts"
import { inBash, type Journey, today } from "./visit.ts"

const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(Report))

/** A job without a terminal, which fails when something is bad enough. */
export const continuousIntegration: Journey = {
  name: "CI: the exit code by severity, decisions without a prompt, the report as a file",
  files: { ...demoFiles, ".retro.yaml": "fail_on: medium\n" },
  make: async (visit) => {
    const run = (...args: readonly string[]) => visit.retro(["checkpoint", "--today", today, ...args])
    const failed = await run()
    strictEqual(failed.code, 1)
    match(failed.stderr, /^retro: 3 open findings are medium or worse, which fail_on in \.retro\.yaml forbids$/mu)
    strictEqual((await run("--dry-run", "--fail-on", "high")).code, 0)
    strictEqual((await run("--fail-on", "hihg")).code, 2)
    strictEqual((await run("--select", "apply R099")).code, 2)
    // Bad usage wrote nothing.
    deepStrictEqual(visit.git("status", "--porcelain", "-uall").split("\n"), [
      `?? ${runs}/latest.md`,
      `?? ${runs}/v1.md`,
    ])

    const decisions = "apply R001,R003; wontfix R002 by design; skip R004"
    const decided = await run("--select", decisions, "--json", "--output", "report.json", "--fail-on", "low")
    deepStrictEqual([decided.code, decided.stdout], [0, ""])
    const report = decodeReport(visit.read("report.json"))
    deepStrictEqual(report.outcomes?.map(({ id, result }) => [id, result]), [
      ["R001", "applied"],
      ["R002", "wont_fix"],
      ["R003", "applied"],
      ["R004", "skipped"],
    ])
    strictEqual(report.persisted?.file, "v2.md")
    doesNotMatch(decided.stderr, /Apply which/u)
  },
}

const findings = [
  readFinding,
  {
    pass: "reading",
    locator: "docs/guide.md",
    verdict: "STALE",
    severity: "Low",
    what: "der Leitfaden ist älter als das Programm 🕰",
    route: "proposal",
    proposed_action: "split it",
  },
]

/** A skill brings its own findings, and calls one stage after another. */
export const stageByStage: Journey = {
  name: "stage by stage: five stages as pipes of JSON",
  ...inBash,
  files: { ...demoFiles, "findings.json": JSON.stringify(findings) },
  make: async (visit) => {
    const pipe = [
      "set -e -o pipefail",
      `place="--report-dir kept --scope-slug mine --today ${today}"`,
      `retro orient docs README.md --kind docs $place --json |`,
      `  retro diff --orientation - --findings findings.json $place --json |`,
      `  retro route --report - --select "apply R001; skip R002" --today ${today} --json |`,
      `  tee .git/routed.json | retro persist --report - $place`,
    ].join("\n")
    const first = await visit.shell(pipe)
    deepStrictEqual(first, { code: 0, stdout: "wrote kept/mine/v1.md and latest.md\n", stderr: "" })
    const routed = decodeReport(visit.read(".git/routed.json"))
    deepStrictEqual(routed.outcomes?.map(({ id, result }) => [id, result]), [["R001", "applied"], ["R002", "skipped"]])
    match(visit.read("README.md"), /\[gone\]\(docs\/notes\.md\)/u)

    const rendered = await visit.shell(
      "cat .git/routed.json | retro render --report - | tee .git/rendered.md | retro validate -",
    )
    deepStrictEqual([rendered.code, rendered.stdout], [0, "the standard input keeps the output contract\n"])
    strictEqual(visit.read(".git/rendered.md"), visit.read("kept/mine/v1.md"))
    match(visit.read(".git/rendered.md"), /älter als das Programm 🕰/u)
    const again = await visit.retro(
      ["diff", "--findings", "-", "--report-dir", "kept", "--scope-slug", "mine", "--today", "2026-03-08"],
      { stdin: JSON.stringify(findings) },
    )
    match(again.stdout, /^0 new, 2 carried, /mu)
    const broken = await visit.shell(
      "set -o pipefail; echo '[{' | retro diff --findings - --baseline latest.md --json | retro persist --report - --report-dir kept --scope-slug mine",
    )
    deepStrictEqual([broken.code, broken.stdout], [2, ""])
    strictEqual(visit.git("status", "--porcelain", "kept/mine/v2.md", runs), "")
  },
}
