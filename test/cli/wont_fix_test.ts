import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { retro } from "../services/program.ts"
import { commitAll, demoFiles, runs, withRepository } from "./demo_repository.ts"

/** The report file of a checkpoint on a day. */
function keptOf(folder: string, version: number, day: string, ...args: readonly string[]): string {
  const { code, stderr } = retro(["checkpoint", "--today", day, ...args], { cwd: folder })
  strictEqual(code, 0, stderr)
  const text = readFileSync(join(folder, runs, `v${version}.md`), "utf8")
  match(retro(["validate", join(runs, `v${version}.md`)], { cwd: folder }).stdout, /keeps the output contract/)
  return text
}

function write(folder: string, name: keyof typeof demoFiles, text: string): void {
  writeFileSync(join(folder, name), text)
  commitAll(folder)
}

/** The row of a finding in the table, when it has one. */
function rowOf(report: string, id: string): readonly string[] | undefined {
  const line = new RegExp(`^\\| ${id} \\|.*$`, "mu").exec(report)?.[0]
  return line?.split(" | ").slice(5).map((cell) => cell.replace(/ \|$/u, ""))
}

Deno.test("a won't-fix goes with its finding, is told when it is not needed, comes back with it, and ends on its day", async () => {
  await withRepository(demoFiles, (folder) => {
    const dead = demoFiles["docs/guide.md"] ?? ""
    const warning = /^Warning: R004: /mu
    keptOf(folder, 1, "2026-03-01")
    keptOf(folder, 2, "2026-03-02", "--select", "wontfix 4 the notes follow until 2026-06-30")

    const unseen = keptOf(folder, 3, "2026-03-03", "--pass", "decision-integrity")
    deepStrictEqual(rowOf(unseen, "R004")?.[0], "UNVERIFIED")
    match(
      unseen,
      /^- R004 — .* \(reason: "the notes follow", until 2026-06-30; not checked in this run: pass did not run\)$/mu,
    )

    write(folder, "docs/guide.md", "# Guide\n\n## Setup\n")
    const gone = keptOf(folder, 4, "2026-04-01")
    strictEqual(rowOf(gone, "R004"), undefined)
    match(gone, /^- R004 — .* \(no longer observed, was won't-fix: "the notes follow", until 2026-06-30\)$/mu)
    doesNotMatch(gone, warning)
    doesNotMatch(keptOf(folder, 5, "2026-04-02"), /^- R004 — /mu)

    write(folder, "docs/guide.md", dead)
    const back = keptOf(folder, 6, "2026-06-30")
    deepStrictEqual(rowOf(back, "R004")?.[0], "WONT\\_FIX")
    match(back, /^- R004 — .* \(reason: "the notes follow", until 2026-06-30\)$/mu)

    write(folder, "docs/guide.md", "# Guide\n\n## Setup\n")
    keptOf(folder, 7, "2026-06-30")
    write(folder, "docs/guide.md", dead)
    const lapsed = keptOf(folder, 8, "2026-07-01")
    deepStrictEqual([rowOf(lapsed, "R004")?.[0], rowOf(lapsed, "R004")?.at(-1)], ["CARRIED", "open"])
    match(
      lapsed,
      /^Warning: R004: the won't-fix "the notes follow" was until 2026-06-30, which is over; the finding is open again$/mu,
    )
    const next = keptOf(folder, 9, "2026-07-02")
    deepStrictEqual(rowOf(next, "R004")?.at(-1), "open")
    doesNotMatch(next, warning)
  })
})
