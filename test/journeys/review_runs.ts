import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { demoFiles, runs } from "../cli/demo_repository.ts"
import { inBash, type Journey, today, type Visit } from "./visit.ts"

/** What the next run reads of each row: the id, the tag, where it is, and what became of it. */
export function rowsOf(report: string): readonly (readonly string[])[] {
  return [...report.replaceAll("\\_", "_").matchAll(/^\| (R\d+) \|.*\|$/gmu)].map(([row, id = ""]) => {
    const status = row.split(" | ").at(-1)?.replace(/ \|$/u, "")
    return [id, /NEW|CARRIED|WONT_FIX/u.exec(row)?.[0] ?? "", status ?? ""]
  })
}

/** A run that must end with 0. */
export async function checkpoint(visit: Visit, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await visit.retro(["checkpoint", ...args])
  strictEqual(code, 0, stderr)
  return stdout
}

const ids = ["R001", "R002", "R003", "R004"]
const all = (tag: string): readonly (readonly string[])[] => ids.map((id) => [id, tag, "open"])

/** Somebody tries the program on a repository: they look, and then they keep a run. */
export const firstRun: Journey = {
  name: "first run: look without writing, then keep what was found",
  ...inBash,
  files: demoFiles,
  make: async (visit) => {
    match((await visit.retro(["--version"])).stdout, /^retro v\d+\.\d+\.\d+\n$/u)
    match((await visit.shell("retro checkpoint --help", { typed: true })).stdout, /--fail-on/u)
    const looked = await checkpoint(visit, "--today", today, "--dry-run")
    strictEqual(visit.git("status", "--porcelain"), "")
    const kept = await checkpoint(visit, "--today", today)
    deepStrictEqual([rowsOf(looked), rowsOf(kept)], [all("NEW"), all("NEW")])
    strictEqual(kept, visit.read(`${runs}/v1.md`))
    strictEqual(kept, visit.read(`${runs}/latest.md`))
    match(kept, /^Findings: 4 total \(0 critical, 0 high, 3 medium, 1 low\); 4 new, 0 carried/mu)
    const valid = await visit.retro(["validate", `${runs}/v1.md`])
    deepStrictEqual([valid.code, valid.stdout], [0, `${runs}/v1.md keeps the output contract\n`])
    strictEqual((await visit.retro(["init"])).code, 0)
    match(visit.read(".retro.yaml"), /^# /u)
  },
}

/** The week after: something was mended, something new went wrong, and the rest is still there. */
export const secondRun: Journey = {
  name: "second run: what is new, what is still there, what was fixed",
  files: demoFiles,
  make: async (visit) => {
    await checkpoint(visit, "--today", today)
    visit.commit({
      "docs/guide.md": "# Guide\n\n## Setup\n\nRead [the notes](notes.md), then [the rest](nowhere.md).\n",
    })
    const second = await checkpoint(visit, "--today", "2026-03-08")
    deepStrictEqual(rowsOf(second), [...all("CARRIED").slice(0, 3), ["R005", "NEW", "open"]])
    match(second, /^## Resolved since last run \(1\)\n- R004 — docs\/guide\.md/mu)
    match(second, /^run_mode: repeat$/mu)
    strictEqual(second, visit.read(`${runs}/latest.md`))
    const { code, stdout } = await visit.retro(["history"])
    strictEqual(code, 0)
    match(stdout, /^v1\.md +2026-03-01 +4 .*\nv2\.md +2026-03-08 +4 .* R004$/mu)
  },
}

/** Two decisions on the command line, and the two runs that remember them. */
export const fixOneWaiveOne: Journey = {
  name: "fix one, waive one: the edit is made, the reason holds until its day",
  files: demoFiles,
  make: async (visit) => {
    await checkpoint(visit, "--today", today)
    const select = ["--select", "apply R003; wontfix R002 it comes back with the next release until 2026-06-01"]
    const decided = await checkpoint(visit, "--today", today, ...select)
    deepStrictEqual(rowsOf(decided).map(([id, , status]) => [id, status]), [
      ["R001", "open"],
      ["R002", "wont_fix:it comes back with the next release until 2026-06-01"],
      ["R003", "applied"],
      ["R004", "open"],
    ])
    strictEqual(visit.git("diff", "--numstat"), "1\t1\tREADME.md")
    match(visit.read("README.md"), /\[setup\]\(docs\/guide\.md#setup\)/u)
    const next = await checkpoint(visit, "--today", "2026-03-08")
    match(next, /^## Resolved since last run \(1\)\n- R003 — README\.md/mu)
    deepStrictEqual(rowsOf(next).map(([id, tag]) => [id, tag]), [["R001", "CARRIED"], ["R002", "WONT_FIX"], [
      "R004",
      "CARRIED",
    ]])
    const lapsed = await visit.retro(["checkpoint", "--today", "2026-06-02"])
    match(lapsed.stderr, /^retro: R002: .* was until 2026-06-01, which is over; the finding is open again$/mu)
    deepStrictEqual(rowsOf(lapsed.stdout)[1], ["R002", "CARRIED", "open"])
  },
}
