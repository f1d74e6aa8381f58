import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import { demoFiles, runs } from "../cli/demo_repository.ts"
import { hasTerminal, question } from "../services/terminal.ts"
import { rowsOf } from "./review_runs.ts"
import { type Journey, today } from "./visit.ts"

/** A person reads, looks at one finding, mistypes, decides, and another time gives up. */
export const interactiveBatch: Journey = {
  name: "interactive batch: read, show, correct a mistake, decide; end of input; Ctrl-C",
  ...(hasTerminal ? {} : { impossible: "util-linux's script makes the terminal" }),
  files: demoFiles,
  make: async (visit) => {
    const command = `retro checkpoint --today ${today}`
    const stopped = await visit.terminal(command, ["\u0003"])
    strictEqual(stopped.code, 130, stopped.seen)
    strictEqual(visit.git("status", "--porcelain"), "")

    // Where no question stands, Ctrl-C is a signal.
    const says = "reading commands from the standard input"
    const waiting = await visit.terminal("retro tooling check", [[says, "\u0003"]])
    strictEqual(waiting.code, 130, waiting.seen)

    const answers = ["show 1\r", "apply R003; wontfix R002 later\r", "apply R003; wontfix R002 by design\r"]
    const decided = await visit.terminal(`${command} > .git/report.md`, answers)
    strictEqual(decided.code, 0, decided.seen)
    const [view = "", shown = "", mistaken = "", end = ""] = decided.seen.split(question)
    match(view, /^R003 would write:\n--- a\/README\.md$/mu)
    match(shown, /^R001 docs\/adr\/0002-use-b\.md \(decision-integrity, Low, NEW\)$/mu)
    match(mistaken, /nothing was done: in "wontfix R002 later"/u)
    match(end, /^R002 {2}wont_fix {2}Won't fix: by design\nR003 {2}applied {3}Edited README\.md\nkept as .*v1\.md$/mu)
    doesNotMatch(decided.seen, /retro:rows|internal error/u)
    strictEqual(visit.read(".git/report.md"), visit.read(`${runs}/v1.md`))
    deepStrictEqual(rowsOf(visit.read(".git/report.md")).map(([, , status]) => status), [
      "open",
      "wont_fix:by design",
      "applied",
      "open",
    ])
    strictEqual(visit.git("diff", "--numstat"), "1\t1\tREADME.md")

    const undecided = await visit.terminal(command, ["\u0004"])
    strictEqual(undecided.code, 0, undecided.seen)
    match(undecided.seen, /\nkept as \.claude\/checkpoints\/corpus\/v2\.md\nCheckpoint of: corpus/u)
  },
}

const choice = "(Enter: skip) "

const each = `retro checkpoint --prompt each --today ${today} > .git/report.md`

/** A person goes through the findings one by one, and stops in the middle. */
export const interactiveEach: Journey = {
  name: "one finding after the other: a reason, and Ctrl-C keeps what was decided",
  ...(hasTerminal ? {} : { impossible: "util-linux's script makes the terminal" }),
  files: demoFiles,
  make: async (visit) => {
    const stopped = await visit.terminal(each, [
      [choice, "skip\r"],
      [choice, "w\r"],
      ["(Enter: back) ", "by design\r"],
      ["for good) ", "\r"],
      [choice, "\u0003"],
    ])
    match(stopped.seen, /^R001 {2}skipped {3}Skipped for this run\nR002 {2}wont_fix {2}Won't fix: by design\nkept as/mu)
    deepStrictEqual(rowsOf(visit.read(`${runs}/v1.md`)).map(([, , status]) => status), [
      "skipped",
      "wont_fix:by design",
      "open",
      "open",
    ])
  },
}

/** What is typed in an editor is the editor's, and the terminal is the program's again afterwards. */
export const typingInEditor: Journey = {
  name: "an editor that draws, and reads keys",
  ...(hasTerminal ? {} : { impossible: "util-linux's script makes the terminal" }),
  without: ({ keepsTerminal = false }) =>
    keepsTerminal ? "its runtime, Deno before 2.9, does not let go of the terminal" : undefined,
  files: demoFiles,
  make: async (visit) => {
    visit.write(".git/editor", 'printf "editor> "\nread -r word\nsed -i "s/setup/$word/" "$1"\n')
    const edited = await visit.terminal(`VISUAL='sh .git/editor' ${each}`, [
      [choice, "s\r"],
      [choice, "s\r"],
      [choice, "e\r"],
      ["editor> ", "Setup\r"],
      [choice, "a\r"],
      [choice, "s\r"],
    ])
    strictEqual(edited.code, 0, edited.seen)
    match(edited.seen, /^R003 {2}applied {2}Edited README\.md$/mu)
    match(visit.read("README.md"), /\[Setup\]\(docs\/guide\.md#setup\)/u)
    strictEqual(visit.read(".git/report.md"), visit.read(`${runs}/v1.md`))
  },
}
