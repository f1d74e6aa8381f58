import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { git, retro } from "../services/program.ts"
import { hasTerminal, question, talkAtTerminal } from "../services/terminal.ts"
import { commitAll, demoFiles, runs, today, withRepository } from "./demo_repository.ts"
import { choice, choices, command, ctrlC, ctrlD, endOf, program, statuses } from "./each_terminal.ts"

/** `script` of util-linux is needed to make a terminal. */
const ignore = !hasTerminal

Deno.test({
  name: "retro checkpoint --prompt each asks about one finding after the other, and then does what was decided",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const session = await talkAtTerminal(command, folder, [
        [choice, "\r"],
        [choice, "w later\r"],
        ["(Enter: back) ", "the page comes back; see the plan\r"],
        ["for good) ", "2026-02-30\r"],
        ["for good) ", "2026-12-01\r"],
        [choice, "view detail\r"],
        [choice, "nonsense\r"],
        [choice, "A\r"],
        [choice, "a\r"],
      ])
      strictEqual(session.code, 0, session.seen)
      const [view = "", second = "", afterWaiver = "", third = ""] = session.seen.split(choice)
      match(view, /\n4 findings to decide\. What you choose is done after the last one\.\nq, Ctrl-D and Ctrl-C stop/u)
      match(
        view,
        /\nR001 docs\/adr\/0002-use-b\.md \(decision-integrity, Low, NEW\)\n[^]*\nR001 would write:\n--- a\/docs/u,
      )
      match(view, /\n\nR001, 1 of 4: \[a\]pply, \[s\]kip, \[e\]dit, \[v\]iew detail, \[w\]on't fix, \[q\]uit\? $/u)
      match(second, /\nR002 would write:\n--- \/dev\/null\n\+\+\+ b\/docs\/adr\/0003-readme-/u)
      match(afterWaiver, /^w later\nNot taken: "later" puts it off, .*; use skip\.\nWhy does it stay as it is\? /u)
      match(afterWaiver, /Not taken: "2026-02-30" is no calendar date; write until YYYY-MM-DD\.\nUntil which day\? /u)
      match(third, /^view detail\nR003 README\.md .*\n[^]*\nREADME\.md, 5 lines:\n {5}1 # Demo\n/u)
      match(session.seen, /\n"nonsense" is no choice\.\na, apply {8}do what is shown/u)
      deepStrictEqual(endOf(session), [
        "writing the run …",
        "R001  skipped   Skipped for this run",
        "R002  wont_fix  Won't fix, until 2026-12-01: the page comes back; see the plan",
        "R003  applied   Edited README.md",
        "R004  applied   Created docs/adr/0003-guide-remove-the-link-or-point-it-to-what-replaced-its.md",
        `kept as ${runs}/v1.md`,
        "",
      ])
      deepStrictEqual(statuses(folder), [
        "skipped",
        "wont\\_fix:the page comes back; see the plan until 2026-12-01",
        "applied",
        "applied",
      ])
      strictEqual(
        readFileSync(join(folder, ".git/report.md"), "utf8"),
        readFileSync(join(folder, runs, "v1.md"), "utf8"),
      )
      strictEqual(git(folder, "diff", "--numstat"), "1\t1\tREADME.md\n")
    }),
})

Deno.test({
  name: "retro checkpoint --prompt each shows what is written after all that was decided before it",
  ignore,
  fn: () =>
    withRepository(
      {
        ...demoFiles,
        "docs/guide.md": "# Guide\n\n## Setup\n\n## Use\n",
        "README.md":
          "# D\n\n[a](docs/guide.md#set-up), [b](docs/guide.md#uses), [c](docs/gone.md), [d](docs/lost.md).\n",
      },
      async (folder) => {
        const session = await talkAtTerminal(command, folder, choices("s\r", "a\r", "a\r", "a\r", "a\r"))
        strictEqual(session.code, 0, session.seen)
        const stubs = [...session.seen.matchAll(/^--- \/dev\/null\n\+\+\+ b\/(docs\/adr\/000\d-.*)$/gmu)].map((
          [, path = ""],
        ) => path)
        deepStrictEqual(stubs.map((path) => path.slice(0, 13)), ["docs/adr/0003", "docs/adr/0004"])
        ok(stubs.every((path) => existsSync(join(folder, path))), session.seen)
        ok(endOf(session).filter((line) => line.includes("applied")).length === 4, session.seen)
        const last = /^\+(\[a\].*)$/gmu
        const shown = [...session.seen.matchAll(last)].at(-1)?.[1]
        strictEqual(readFileSync(join(folder, "README.md"), "utf8"), `# D\n\n${shown}\n`)
      },
    ),
})

Deno.test({
  name: "retro checkpoint --prompt each does and keeps what was decided when the asking is stopped",
  ignore,
  fn: async () => {
    for (const [keys, code] of [[ctrlC, 130], [`a${ctrlC}`, 130], [ctrlD, 0], ["q\r", 0], ["w\r", 0]] as const) {
      await withRepository(demoFiles, async (folder) => {
        const steps = [...choices("a\r", "s\r", keys), ...(keys === "w\r" ? [["(Enter: back) ", ctrlD] as const] : [])]
        const session = await talkAtTerminal(command, folder, steps)
        strictEqual(session.code, code, session.seen)
        match(session.seen, /\n\nStopped: 2 findings stay open\.\nwriting the run …\nR001 {2}applied {2}Edited docs/u)
        deepStrictEqual(statuses(folder), ["applied", "skipped", "open", "open"], keys)
        strictEqual(git(folder, "diff", "--numstat"), "2\t0\tdocs/adr/0002-use-b.md\n")
        ok(readFileSync(join(folder, ".git/report.md"), "utf8").includes("| applied |"))
      })
    }
  },
})

Deno.test({
  name: "retro checkpoint says at a terminal that a file has uncommitted changes before anybody decides",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      writeFileSync(join(folder, "README.md"), `${demoFiles["README.md"]}\nMore.\n`)
      const why =
        /^but cannot be applied: Cannot edit README\.md: it has uncommitted changes or is not tracked; commit it/mu
      const each = await talkAtTerminal(command, folder, choices("s\r", "s\r", "a\r", ctrlD))
      strictEqual(each.seen.split(why).length, 3, each.seen)
      match(each.seen, /\nStopped: 2 findings stay open\./u)
      match((await talkAtTerminal(program, folder, [[question, ctrlD]])).seen, why)
      const allowed = await talkAtTerminal(`${command} --allow-dirty`, folder, choices("s\r", "s\r", "a\r", ctrlD))
      match(allowed.seen, /^R003 {2}applied {2}Edited README\.md$/mu)
    }),
})

Deno.test({
  name:
    "retro checkpoint at a terminal shows won't-fixes that hold, and says which are over or not needed, in both flows",
  ignore,
  fn: async () => {
    for (const [flags, end] of [["--prompt each", choice], ["--prompt batch", question]] as const) {
      await withRepository(demoFiles, async (folder) => {
        const before = retro(
          ["checkpoint", "--today", "2026-02-01"],
          { cwd: folder },
        )
        strictEqual(before.code, 0, before.stderr)
        const selection =
          "wontfix 1 by design; wontfix 3 the page follows until 2026-02-20; wontfix 4 a sample until 2027-01-01"
        retro(["checkpoint", "--today", "2026-02-02", "--select", selection], { cwd: folder })
        writeFileSync(join(folder, "docs/guide.md"), "# Guide\n\n## Setup\n")
        commitAll(folder)
        const { seen } = await talkAtTerminal(`${program} ${flags}`, folder, [[end, ctrlD]])
        const view = seen.replaceAll(/\s+/gu, " ")
        match(
          view,
          /Warning: R003: the won't-fix "the page follows" was until 2026-02-20, which is over; the finding is open/u,
        )
        match(
          view,
          /- R001 — docs\/adr\/0001-use-a\.md says that this replaces it, and this does not name it \(reason: "by design"\)/u,
        )
        match(view, /- R004 — [^(]*\(no longer observed, was won't-fix: "a sample", until 2027-01-01\)/u)
        if (end === question) return
        match(seen, /\nDecided in an earlier run, not asked again: R001 won't fix\.\n2 findings to decide\./u)
        const asked = await talkAtTerminal(`${program} ${flags}`, folder, choices("s\r", ctrlD))
        doesNotMatch(asked.seen, /^R001, /mu)
      })
    }
  },
})

Deno.test({
  name: "retro checkpoint --prompt each has no colours, with and without NO_COLOR",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      for (const env of [{ NO_COLOR: "1" }, { NO_COLOR: "" }]) {
        const { seen } = await talkAtTerminal(command, folder, choices("v\r", "w by design\r", ctrlD), env)
        ok(!seen.includes("\u001b"), JSON.stringify(seen))
      }
    }),
})

Deno.test("retro checkpoint --prompt says why nothing is asked, and refuses to ask what --select says", async () => {
  await withRepository(demoFiles, (folder) => {
    const run = (...flags: readonly string[]) => retro(["checkpoint", "--today", today, ...flags], { cwd: folder })
    const unattended = run("--prompt", "each")
    strictEqual(unattended.code, 0)
    match(
      unattended.stderr,
      /^retro: nothing is asked, because the standard input or the standard error is no terminal; what is found stays open$/mu,
    )
    match(run("--prompt", "batch", "--json").stderr, /^retro: nothing is asked, because the result is JSON;/mu)
    match(run("--prompt", "each", "--dry-run").stderr, /^retro: nothing is asked, because a dry run writes nothing;/mu)
    const both = run("--prompt", "each", "--select", "skip 1")
    deepStrictEqual([both.code, both.stderr], [
      2,
      "retro: Cannot ask what to do: --select says it already; leave out --select or --prompt\n",
    ])
    strictEqual(run("--prompt", "some").code, 2)
  })
})
