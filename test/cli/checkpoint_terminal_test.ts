import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { git, projectRoot } from "../services/program.ts"
import { atTerminal, hasTerminal, question } from "../services/terminal.ts"
import { demoFiles, runs, today, withRepository } from "./demo_repository.ts"

const command = `'${Deno.execPath()}' run -A '${projectRoot}cli.ts' checkpoint --today ${today}`
/** `script` of util-linux is needed to make a terminal. */
const ignore = !hasTerminal

Deno.test({
  name: "retro checkpoint at a terminal shows the report, asks, applies, and prints the final report once",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const answers = ["show 1\r", "apply R003; wontfix R002 later\r", "apply R003; wontfix R002 by design\r"]
      const { code, seen } = await atTerminal(`${command} > .git/report.md`, folder, answers)
      strictEqual(code, 0, seen)
      const [view = "", afterShow = "", afterMistake = "", end = ""] = seen.split(question)

      match(view, /^reading the corpus …\nlooking at 5 files …\nCheckpoint of: corpus \(no path was given\)\n/u)
      match(view, /^R003 +Medium +S +NEW +direct-fix +open +README\.md$/mu)
      match(
        view,
        /R003 would write:\n--- a\/README\.md\n\+\+\+ b\/README\.md\n[^]*\+See \[setup\]\(docs\/guide\.md#setup\)\./u,
      )
      match(afterShow, /^show 1\nR001 docs\/adr\/0002-use-b\.md \(decision-integrity, Low, NEW\)\n/u)
      match(afterShow, /^docs\/adr\/0002-use-b\.md, \d+ lines:\n +2 \n +3 Date: 2024-01-02$/mu)
      match(afterMistake, /nothing was done: in "wontfix R002 later", "later" puts it off/u)
      deepStrictEqual(end.split("\n").slice(1), [
        "writing the run …",
        "R002  wont_fix  Won't fix: by design",
        "R003  applied   Edited README.md",
        `kept as ${runs}/v1.md`,
        "",
      ])

      const report = readFileSync(join(folder, ".git/report.md"), "utf8")
      strictEqual(report, readFileSync(join(folder, runs, "v1.md"), "utf8"))
      match(report, /^\| R003 \| .* \| applied \|$/mu)
      strictEqual(git(folder, "diff", "--numstat"), "1\t1\tREADME.md\n")
    }),
})

Deno.test({
  name: "retro checkpoint at a terminal prints the short form in the end, and keeps the run when nobody decides",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const { code, seen } = await atTerminal(command, folder, ["\u0004"])
      strictEqual(code, 0, seen)
      strictEqual(seen.split(question).length, 2)
      const [, end = ""] = seen.split(question)
      match(end, /\nkept as \.claude\/checkpoints\/corpus\/v1\.md\nCheckpoint of: corpus/u)
      doesNotMatch(seen, /retro:rows|internal error/u)
      ok(existsSync(join(folder, runs, "v1.md")))
      strictEqual(git(folder, "diff", "--numstat"), "")
    }),
})

Deno.test({
  name: "retro checkpoint at a terminal stops at Ctrl-C with exit code 130 and writes nothing",
  ignore,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      for (const answers of [["\u0003"], ["apply R003\u0003"], ["show 1\r", "\u0003"], ["apply R003\r\u0003"]]) {
        const { code, seen } = await atTerminal(command, folder, answers)
        strictEqual(code, 130, seen)
        const end = seen.split(question).at(-1) ?? ""
        doesNotMatch(end, /writing the run|kept as|Checkpoint of|retro:/u)
        // Once the answer is taken, nothing is asked that could be stopped.
        if (!answers.at(-1)?.includes("\r")) match(end, /\nStopped: nothing was done, and this run is not kept\.\n$/u)
        match(end, /\n$/u)
        ok(!existsSync(join(folder, runs)), JSON.stringify(answers))
        strictEqual(git(folder, "status", "--porcelain"), "", JSON.stringify(answers))
      }
    }),
})

Deno.test({
  name: "retro checkpoint at a terminal asks nothing when it has found nothing, was told, or prints JSON",
  ignore,
  fn: () =>
    withRepository({ ...demoFiles, "clean/a.md": "# A\n" }, async (folder) => {
      for (const flags of ["clean", "--select none", "--json", "--dry-run"]) {
        const { code, seen } = await atTerminal(`${command} ${flags}`, folder, [])
        strictEqual(code, 0, seen)
        ok(!seen.includes(question), flags)
      }
    }),
})
