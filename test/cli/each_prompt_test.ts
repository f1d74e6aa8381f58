import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readChoice } from "../../src/cli/each_choice.ts"
import { type EachDecided, eachPrompt } from "../../src/cli/each_prompt.ts"
import type { Report } from "../../src/core/schema/report.ts"
import { Prompter, type Talk } from "../../src/engine/prompter.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { finding } from "../core/selection/rows.ts"
import { noRepository, reportOf } from "../engine/route_host.ts"
import { withFolder } from "../services/program.ts"

interface Talked extends EachDecided {
  readonly questions: readonly string[]
  readonly drafts: readonly string[]
  readonly shown: string
}

interface Answering {
  readonly root?: string
  /** What an editor makes of a text; absent: there is no editor. */
  readonly edits?: (text: string) => string
}

/** What eachPrompt does with answers that are there at once; afterwards the input is at its end. */
async function talked(report: Report, answers: readonly string[], answering: Answering = {}): Promise<Talked> {
  const { root = "/nonexistent", edits } = answering
  const rest = [...answers]
  const [questions, drafts, shown]: [string[], string[], string[]] = [[], [], []]
  const talk: Talk = {
    ask: (question, draft) =>
      Effect.sync(() => {
        questions.push(question)
        if (draft !== undefined) drafts.push(draft)
        return rest.shift()
      }),
    edit: (_, file) => Effect.sync(() => writeFileSync(file, edits?.(readFileSync(file, "utf8")) ?? "")),
  }
  const prompter = Layer.succeed(Prompter, {
    canAsk: Effect.succeed(true),
    editor: Effect.succeed(edits === undefined ? undefined : "an editor"),
    talk: Effect.succeed(talk),
    show: (text) => Effect.sync(() => void shown.push(text)),
  })
  const decided = await Effect.runPromise(
    eachPrompt(report, {
      previewing: { root, config: {}, date: "2026-03-01", allowDirty: false },
      today: "2026-03-01",
    }).pipe(Effect.provide(Layer.mergeAll(hostLayer, noRepository, prompter))),
  )
  return { ...decided, questions, drafts, shown: shown.join("\n") }
}

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

Deno.test("eachPrompt edits the texts of all edits, and drops the changes when one of them cannot be taken", async () => {
  const edits = [{ path: "a.md", find: "old", replace: "new" }, { path: "b.md", create: "one\r\ntwo\r\n" }]
  const token = `ghp_${"a1B2".repeat(9)}`
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const opened: string[] = []
    const { selection, shown } = await talked(reportOf(finding("R001", { edits })), ["e", "a"], {
      root,
      edits: (text) => {
        opened.push(text)
        return text.toUpperCase()
      },
    })
    deepStrictEqual(opened, ["new\n", "one\r\ntwo\r\n"])
    deepStrictEqual(selection, [{
      _tag: "apply",
      id: "R001",
      revised: {
        edits: [{ path: "a.md", find: "old", replace: "NEW" }, { path: "b.md", create: "ONE\r\nTWO\r\n" }],
      },
    }])
    match(shown, /^Opened the new text for a\.md, 1 of 2 in an editor; waiting for its end …$/mu)
    const refused = await talked(reportOf(finding("R001", { edits })), ["e", "a"], {
      root,
      edits: (text) => text.startsWith("one") ? `${text}${token}\n` : "other",
    })
    deepStrictEqual(refused.selection, [{ _tag: "apply", id: "R001" }])
    match(
      refused.shown,
      /^Not taken: there is a secret in the new text for b\.md, 2 of 2 now \(github-token\); leave it/mu,
    )
  })
})

Deno.test("eachPrompt opens no text that holds a secret, nor one on a line that has control characters", async () => {
  const token = `ghp_${"a1B2".repeat(9)}`
  const edit = (replace: string) => finding("R001", { edits: [{ path: "a.md", find: "old", replace }] })
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const secret = await talked(reportOf(edit(`key ${token}`)), ["e", "s"], { root, edits: () => "never" })
    match(
      secret.shown,
      /^Not opened: there is a secret in the new text for a\.md \(github-token\); edit it by hand\.$/mu,
    )
    ok(!secret.shown.includes(token) && secret.drafts.length === 0)
    const control = await talked(reportOf(edit("a\u001b[2J")), ["e", "s"], { root })
    match(
      control.shown,
      /^Not opened: the new text for a\.md has control characters; name an editor in VISUAL or EDITOR/mu,
    )
    deepStrictEqual(control.drafts, [])
  })
})

Deno.test("eachPrompt takes back what an editor does to the end of a text and to its line breaks", async () => {
  const edits = [{ path: "a.md", find: "old", replace: "new\ntext" }]
  await withFolder({ "a.md": "old\n" }, async (root) => {
    const { selection } = await talked(reportOf(finding("R001", { edits })), ["e", "a"], {
      root,
      edits: (text) => `${text.replaceAll("\n", "\r\n")}more\r\n`,
    })
    deepStrictEqual(selection, [{
      _tag: "apply",
      id: "R001",
      revised: { edits: [{ path: "a.md", find: "old", replace: "new\ntext\nmore" }] },
    }])
  })
})

Deno.test("eachPrompt edits the action of a finding that is handed off, and refuses an empty one", async () => {
  const { selection, drafts, shown } = await talked(reportOf(finding("R001")), [
    "e",
    "  ",
    "e",
    "Point it to x.md",
    "a",
  ])
  deepStrictEqual(drafts, ["Repoint the link", "Repoint the link"])
  match(shown, /^Not taken: it says nothing to do; skip, if nothing is to be done\.$/mu)
  deepStrictEqual(selection, [{ _tag: "apply", id: "R001", revised: { proposed_action: "Point it to x.md" } }])
})

const memory = {
  name: "Clean the belt",
  description: "Clean the belt",
  type: "user",
  kind: "lesson",
  scope: ["belt"],
  relevance: ["during-review"],
  body: "Clean the belt",
  path: "notes/lessons/clean-the-belt.md",
}

/** The payload of the only decision. */
function captured({ selection: [decision] }: EachDecided): { readonly [field: string]: unknown } {
  return (decision?._tag === "apply" ? decision.revised?.capture : undefined) ?? {}
}

Deno.test("eachPrompt edits the memory of a capture, in the folder of its new kind, and names it after its new text", async () => {
  const report = reportOf(finding("R001", { route: "capture", capture: memory }))
  await withFolder({ "notes/MEMORY.md": "# Memory\n" }, async (root) => {
    const changed = await talked(report, ["e", "Stop the belt first", "", "4", "", "During planning", "a"], { root })
    deepStrictEqual(captured(changed), {
      ...memory,
      name: "Stop the belt first",
      description: "Stop the belt first",
      body: "Stop the belt first",
      kind: "warning",
      relevance: ["during-planning"],
      path: "notes/warnings/stop-the-belt-first.md",
    })
    const kept = await talked(report, ["e", "Clean the belt", "Belt, clean", "", "", "", "a"], { root })
    deepStrictEqual(captured(kept), { ...memory, name: "Belt, clean" })
    const empty = await talked(report, ["e", " ", "s"], { root })
    match(empty.shown, /^Not taken: a memory without a text says nothing; skip, if it is not to be written\.$/mu)
  })
})

Deno.test("eachPrompt asks for the justification of a memory that always matters, and again when there is none", async () => {
  const report = reportOf(finding("R001", { route: "capture", proposed_action: "Stop the belt first." }))
  await withFolder({ "a.md": "" }, async (root) => {
    const { selection, questions, shown } = await talked(
      report,
      ["a", "warning", "belt", "always", "", "a", "", "", "", "it broke twice", "a"],
      { root },
    )
    deepStrictEqual(captured({ selection, isInterrupted: false }), {
      name: "Stop the belt first",
      description: "Stop the belt first.",
      type: "user",
      body: "Stop the belt first.",
      kind: "warning",
      scope: ["belt"],
      relevance: ["always"],
      justification: "it broke twice",
    })
    strictEqual(questions.filter((question) => question.startsWith("Justification?")).length, 2)
    match(shown, /^Not captured: a memory that is always relevant needs a reason; .* justification\.$/mu)
    match(shown, /^R001 would be handed off: Not captured: /mu)
    match(shown, /^\+\+\+ b\/\.claude\/memory\/warnings\/stop-the-belt-first\.md$/mu)
  })
})

Deno.test("eachPrompt refuses a memory whose text holds a secret, and lets it be edited without it", async () => {
  const token = `ghp_${"a1B2".repeat(9)}`
  const report = reportOf(finding("R001", { route: "capture", proposed_action: `Use ${token} for it.` }))
  await withFolder({ "a.md": "" }, async (root) => {
    const { selection, shown, drafts } = await talked(
      report,
      ["a", "e", "Use the token for it.", "", "", "", "always", "it broke", "a"],
      { root },
    )
    match(
      shown,
      /^R001 cannot be applied: there is a secret in its name \(github-token\); take it out, and apply again$/mu,
    )
    deepStrictEqual(drafts, ["Use <redacted:github-token> for it."])
    strictEqual(captured({ selection, isInterrupted: false })["name"], "Use the token for it")
    ok(!shown.includes(token))
  })
})
