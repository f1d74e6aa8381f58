import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import { readChoice } from "../../src/cli/each_choice.ts"
import { finding } from "../core/selection/rows.ts"
import { reportOf } from "../engine/route_host.ts"
import { withFolder } from "../services/program.ts"
import { talked } from "./each_talk.ts"

Deno.test("readChoice knows each choice by its letter and its words, and Enter as skip", () => {
  const words = {
    "": "skip",
    "S": "skip",
    "Apply": "apply",
    "e": "edit",
    "View detail": "view",
    "show": "view",
    "w": "wont_fix",
    "Won't fix": "wont_fix",
    "wont_fix": "wont_fix",
    "q": "quit",
    "?": "help",
  }
  for (const [answer, choice] of Object.entries(words)) {
    deepStrictEqual(readChoice(answer), { choice, reason: "" }, answer)
  }
  deepStrictEqual(readChoice("won’t fix by design: it is"), { choice: "wont_fix", reason: "by design: it is" })
  for (const answer of ["apply 2", "yes", "wonder", "constructor", "a;s"]) {
    strictEqual(readChoice(answer), undefined, answer)
  }
})

Deno.test("eachPrompt asks nothing when the report has no finding, or all were decided before", async () => {
  const none = await talked(reportOf(), ["a"])
  deepStrictEqual([none.selection, none.questions, none.shown], [[], [], ""])
  const decided = await talked(
    reportOf(
      finding("R001", { tag: "WONT_FIX", status: "wont_fix:by design" }),
      finding("R002", { tag: "CARRIED", status: "applied" }),
    ),
    ["a"],
  )
  deepStrictEqual(decided.selection, [])
  strictEqual(
    decided.shown,
    "Decided in an earlier run, not asked again: R001 won't fix, R002 applied.\nNothing is left to decide.",
  )
})

Deno.test("eachPrompt offers neither apply nor edit for what is only for information", async () => {
  const report = reportOf(finding("R001", { route: "none", proposed_action: "" }))
  const { selection, questions, shown } = await talked(report, ["a", "e", "w it is so"])
  deepStrictEqual(selection, [{ _tag: "wont_fix", id: "R001", reason: "it is so" }])
  strictEqual(questions[0], "R001, 1 of 1: [s]kip, [v]iew detail, [w]on't fix, [q]uit? (Enter: skip) ")
  strictEqual(shown.split("R001 is for information, there is nothing to apply").length, 4)
})

Deno.test("eachPrompt says that a finding without edits is handed off, and takes that as apply", async () => {
  const { selection, shown } = await talked(reportOf(finding("R001")), ["a"])
  deepStrictEqual(selection, [{ _tag: "apply", id: "R001" }])
  match(shown, /^R001 has nothing that can be written: apply hands it off as text, and it stays open$/mu)
})

Deno.test("eachPrompt does not take apply where it would fail, and says why each time", async () => {
  const report = reportOf(finding("R001", { edits: [{ path: "a.md", find: "gone", replace: "new" }] }))
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const { selection, shown } = await talked(report, ["a", "apply", "s"], { root })
    deepStrictEqual(selection, [{ _tag: "skip", id: "R001" }])
    strictEqual(shown.split("R001 cannot be applied: Cannot edit a.md: the text to replace is gone").length, 4)
  })
})

Deno.test("eachPrompt keeps what was decided when the input ends at any question", async () => {
  const report = reportOf(finding("R001"), finding("R002"), finding("R003", { route: "capture" }))
  for (const answers of [["s"], ["s", "v"], ["s", "w"], ["s", "w", "by design"], ["s", "e"], ["s", "?"]]) {
    const { selection, isInterrupted, shown } = await talked(report, answers)
    deepStrictEqual([selection, isInterrupted], [[{ _tag: "skip", id: "R001" }], false], answers.join())
    match(shown, /\nStopped: 2 findings stay open\.$/u)
  }
  const { selection, shown } = await talked(report, ["s", "s", "a", "2"])
  strictEqual(selection.length, 2)
  match(shown, /\nStopped: 1 finding stays open\.$/u)
})

Deno.test("eachPrompt shows the warning about a finding beside it, and no control character", async () => {
  const report = {
    ...reportOf(finding("R001", { proposed_action: "a\u001b]0;title\u0007b" }), finding("R002")),
    warnings: ["R002: the won't-fix is over", "something else"],
  }
  const { shown } = await talked(report, ["\u001b[2J", "s", "s"])
  match(shown, /To do \(direct-fix\): Repoint the link\nR002: the won't-fix is over\nR002 has nothing/u)
  doesNotMatch(shown, /something else/u)
  // deno-lint-ignore no-control-regex -- what must not be there
  doesNotMatch(shown, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u)
})

Deno.test("eachPrompt confirms the place that is free now, and shows the one after what was decided before", async () => {
  const proposed = (id: string) => finding(id, { route: "proposal", proposed_action: `Write ${id}` })
  await withFolder({ "doc/adr/0001-a.md": "# 1. A\n" }, async (root) => {
    const { selection, shown } = await talked(reportOf(proposed("R001"), proposed("R002")), ["a", "a"], { root })
    deepStrictEqual(
      selection.map((decision) => decision._tag === "apply" ? decision.place?.slice(0, 12) : ""),
      ["doc/adr/0002", "doc/adr/0002"],
    )
    match(shown, /^\+\+\+ b\/doc\/adr\/0003-.*write-r002/mu)
    const again = await talked(reportOf(proposed("R001"), proposed("R002")), ["s", "a"], { root })
    doesNotMatch(again.shown, /doc\/adr\/0003-/u)
  })
})

Deno.test("eachPrompt takes no reason that begins with an id: it may be meant for another finding", async () => {
  const report = reportOf(finding("R001"), finding("R002"))
  const { selection, shown } = await talked(report, ["w 2 by design", "", "w R001 it is so", "", "w it is so", "s"])
  deepStrictEqual(selection, [{ _tag: "wont_fix", id: "R001", reason: "it is so" }, { _tag: "skip", id: "R002" }])
  match(shown, /^Not taken: the reason begins with "2", which is an id;/mu)
  match(shown, /^Not taken: the reason begins with "R001", which is an id;/mu)
})
