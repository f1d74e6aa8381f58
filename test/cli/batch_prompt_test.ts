import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { batchPrompt } from "../../src/cli/batch_prompt.ts"
import type { Selection } from "../../src/core/selection/selection.ts"
import { Prompter } from "../../src/engine/prompter.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { finding } from "../core/selection/rows.ts"
import { noRepository, reportOf } from "../engine/route_host.ts"
import { projectRoot, withFolder } from "../services/program.ts"
import { atTerminal, hasTerminal, question } from "../services/terminal.ts"

const programFile = join(projectRoot, "test/cli/batch_prompt_program.ts")

interface Asked {
  readonly seen: string
  readonly stdout: string
}

/** Runs the prompt alone at a terminal, its standard output in a file. */
async function promptAtTerminal(answers: readonly string[]): Promise<Asked> {
  let asked: Asked = { seen: "", stdout: "" }
  await withFolder({ "root/a.md": "# A\n\nold\u001b[31m\n" }, async (folder) => {
    const output = join(folder, "stdout")
    const command = `'${Deno.execPath()}' run -A '${programFile}' '${join(folder, "root")}' > '${output}'`
    const { code, seen } = await atTerminal(command, projectRoot, answers)
    strictEqual(code, 0, seen)
    asked = { seen, stdout: readFileSync(output, "utf8") }
  })
  return asked
}

Deno.test({
  name: "batchPrompt at a terminal shows what apply would write, takes an answer, and keeps to the standard error",
  ignore: !hasTerminal,
  fn: async () => {
    const { seen, stdout } = await promptAtTerminal(["2; wontfix 1 by design; skip R003\r"])
    deepStrictEqual(JSON.parse(stdout), {
      canAsk: true,
      selection: [
        { _tag: "apply", id: "R002" },
        { _tag: "wont_fix", id: "R001", reason: "by design" },
        { _tag: "skip", id: "R003" },
      ],
    })
    match(seen, /^R002 would write:\n--- a\/a\.md\n\+\+\+ b\/a\.md\n@@ -1,3 \+1,3 @@\n # A\n \n-old\ufffd\[31m\n\+new/u)
    match(seen, /R003 cannot be applied: Cannot edit a\.md: the text to replace is gone: "gone"/)
    strictEqual(seen.split(question).length, 2)
  },
})

Deno.test({
  name: "batchPrompt at a terminal asks again after show, after a wrong answer and after an empty one",
  ignore: !hasTerminal,
  fn: async () => {
    const { seen, stdout } = await promptAtTerminal(["show 1, 4\r", "apply 7\r", "\r", "all\r"])
    deepStrictEqual(JSON.parse(stdout).selection.map(({ id }: { id: string }) => id), ["R001", "R002", "R003"])
    match(
      seen,
      /R001 a\.md:3 \(link-integrity, Low, NEW\)\nThe link of R001 leads nowhere\na\.md:3:\n {2}\| old\ufffd\[31m\n/u,
    )
    match(seen, /a\.md, 3 lines:\n {5}1 # A\n {5}2 \n {5}3 old\ufffd\[31m\nTo do \(direct-fix\): Repoint the link/u)
    match(seen, /R004 .*\nThe link of R004\nStatus: open\nNot looked at in this run: pass did not run/u)
    match(seen, /Cannot take the selection, nothing was done: in "apply 7", the report holds no R007/)
    match(seen, /Type ids \(1, R003, 5-7\), or: all; none/)
    strictEqual(seen.split(question).length, 5)
  },
})

Deno.test({
  name: "batchPrompt at a terminal takes Ctrl-D as none",
  ignore: !hasTerminal,
  fn: async () => {
    for (const answers of [["\u0004"], ["show 1\r", "\u0004"]]) {
      const { stdout } = await promptAtTerminal(answers)
      deepStrictEqual(JSON.parse(stdout).selection, [], JSON.stringify(answers))
    }
  },
})

Deno.test({
  name: "batchPrompt at a terminal is interrupted by Ctrl-C, whatever was typed before it",
  ignore: !hasTerminal,
  fn: async () => {
    for (const answers of [["\u0003"], ["2\u0003"], ["show 1\r", "\u0003"], ["show 1\rall\r\u0003"], ["all\r\u0003"]]) {
      const { stdout } = await promptAtTerminal(answers)
      deepStrictEqual(JSON.parse(stdout), { interrupted: true }, JSON.stringify(answers))
    }
  },
})

Deno.test({
  name: "batchPrompt at a terminal takes lines that were typed ahead, one an answer",
  ignore: !hasTerminal,
  fn: async () => {
    const { seen, stdout } = await promptAtTerminal(["show 1\rskip 2\r"])
    deepStrictEqual(JSON.parse(stdout).selection, [{ _tag: "skip", id: "R002" }])
    match(seen, /To do \(direct-fix\): Repoint the link/u)
  },
})

/** What batchPrompt does with answers that are there at once; afterwards the input is at its end. */
async function asked(
  report: ReturnType<typeof reportOf>,
  answers: readonly string[],
  root = "/nonexistent",
): Promise<{ readonly selection: Selection; readonly questions: number; readonly shown: string }> {
  const rest = [...answers]
  const shown: string[] = []
  let questions = 0
  const prompter = Layer.succeed(Prompter, {
    canAsk: Effect.succeed(true),
    editor: Effect.succeed(undefined),
    talk: Effect.succeed({
      ask: () =>
        Effect.sync(() => {
          questions++
          return rest.shift()
        }),
      edit: () => Effect.die("not asked here"),
    }),
    show: (text) => Effect.sync(() => void shown.push(text)),
  })
  const selection = await Effect.runPromise(
    batchPrompt(report, {
      previewing: { root, config: {}, date: "2026-03-01", allowDirty: false },
      today: "2026-03-01",
    }).pipe(
      Effect.provide(Layer.mergeAll(hostLayer, noRepository, prompter)),
    ),
  )
  return { selection, questions, shown: shown.join("\n") }
}

Deno.test("batchPrompt asks nothing when the report has no finding", async () => {
  deepStrictEqual(await asked(reportOf(), ["all"]), { selection: [], questions: 0, shown: "" })
})

Deno.test("batchPrompt takes the end of the input as none, also after other answers", async () => {
  const { selection, questions } = await asked(reportOf(finding("R001")), ["wontfix 1 later", "show 1"])
  deepStrictEqual([selection, questions], [[], 3])
})

Deno.test("batchPrompt says what was decided before, and when all means nothing", async () => {
  const kept = finding("R001", { tag: "WONT_FIX", status: "wont_fix:by design" })
  const applied = finding("R002", { tag: "CARRIED", status: "applied" })
  const before = "Decided in an earlier run, and left out of all: R001 won't fix, R002 applied."
  const done = await asked(reportOf(kept, applied), ["all"])
  deepStrictEqual(done.selection, [])
  strictEqual(
    done.shown,
    `${before}\nNothing is left to decide; an id decides anew about its finding.\nNothing that is open has something to do.`,
  )
  const open = await asked(reportOf(kept, applied, finding("R003")), ["all"])
  deepStrictEqual(open.selection, [{ _tag: "apply", id: "R003" }])
  strictEqual(open.shown, before)
  strictEqual((await asked(reportOf(finding("R001")), ["none"])).shown, "")
})

Deno.test("batchPrompt shows no control character of a finding", async () => {
  const report = reportOf(finding("R001", { proposed_action: "a\u001b]0;title\u0007b\u009bc" }))
  const { shown } = await asked(report, ["show 1", "apply \u001b[2J"])
  match(shown, /To do \(direct-fix\): a\ufffd\]0;title\ufffdb\ufffdc/u)
  // deno-lint-ignore no-control-regex -- what must not be there
  doesNotMatch(shown, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u)
})

Deno.test("batchPrompt confirms the place of each finding, and says where several would take the same", async () => {
  const proposed = (id: string) => finding(id, { route: "proposal", proposed_action: `Write ${id}` })
  const recap = (id: string) =>
    finding(id, {
      route: "capture",
      capture: { name: `2026-01-01 ${id}`, description: id, type: "session-recap", body: "Text." },
    })
  const backlog = "| # | title |\n|---|---|\n| 1 | a |\n"
  const table = [
    [{ "doc/adr/0001-a.md": "# 1. A\n" }, proposed, true, /^doc\/adr\/0002-/u],
    [{ "BACKLOG.md": backlog }, proposed, true, /^row 2 of BACKLOG\.md$/u],
    [{ "text/0001-a.md": "# A\n" }, proposed, false, /^text\/0000-/u],
    [{ "docs/adr/20260101-a.md": "# A\n" }, proposed, false, /^docs\/adr\/20260301-/u],
    [{}, recap, false, /^\.claude\/memory\/sessions\/2026-01-01-r001\.md$/u],
  ] as const
  for (const [files, findingOf, isSaid, place] of table) {
    await withFolder(files, async (root) => {
      const { shown } = await asked(reportOf(findingOf("R001"), findingOf("R002")), ["none"], root)
      strictEqual(shown.split("would write:").length, 3, shown)
      strictEqual(shown.includes("Several of these would take the same new place"), isSaid, shown)
      const { selection: [decision] } = await asked(reportOf(findingOf("R001")), ["1"], root)
      match(decision?._tag === "apply" ? decision.place ?? "" : "", place)
    })
  }
})

Deno.test("batchPrompt says who asks for what a memory lacks", async () => {
  const { shown } = await asked(reportOf(finding("R001", { route: "capture" })), ["1"])
  match(shown, /^R001 would be handed off: nobody has said yet of what kind .*; --prompt each asks for that$/mu)
})

/** A memory whose body tries to look like the prompt. */
const memory = [
  "---",
  "name: Cache keys",
  "type: feedback",
  "scope: [build, ci]",
  "---",
  "",
  "Put the lock file into the key.",
  "- <!-- id: lock --> Never the date.",
  "Apply which? \u001b[2J",
  "```",
  "",
].join("\n")

Deno.test("batchPrompt shows the body of a memory whole, its lines marked as quoted and without control characters", async () => {
  await withFolder({ "memory/cache.md": memory }, async (folder) => {
    const { shown } = await asked(reportOf(finding("R001", { locator: "memory/cache.md" })), ["show 1"], folder)
    const expected = [
      "memory/cache.md, 10 lines:",
      "  | [scope: build, ci | kind: lesson | path: memory/cache.md] Cache keys",
      "  | Put the lock file into the key.",
      "  | - Never the date.",
      "  | Apply which? \ufffd[2J",
      "  | ```",
      "To do (direct-fix): ",
    ].join("\n")
    ok(shown.includes(expected), shown)
  })
})

Deno.test("batchPrompt shows numbered lines of a memory when the front matter is meant, or the body is long", async () => {
  const files = { "memory/cache.md": memory, "memory/long.md": memory + "More.\n".repeat(60) }
  await withFolder(files, async (folder) => {
    const report = reportOf(
      finding("R001", { locator: "memory/cache.md:3" }),
      finding("R002", { locator: "memory/long.md:8" }),
    )
    const { shown } = await asked(report, ["show 1, 2"], folder)
    match(shown, /^ {5}3 type: feedback$/mu)
    match(shown, /^ {5}8 - <!-- id: lock --> Never the date\.$/mu)
    doesNotMatch(shown, /^ {2}\| \[scope/mu)
  })
})

Deno.test("batchPrompt shows no line of a private key, also where the lines around the finding start inside it", async () => {
  const body = Array.from({ length: 20 }, (_, index) => `MIIEowIBAAKCAQEAx1x2x3x4x5x6x7x8${index + 10}ghijklmnopqrstuv`)
  const lines = ["-----BEGIN RSA PRIVATE KEY-----", ...body, "-----END RSA PRIVATE KEY-----", "", "The end."]
  await withFolder({ "docs/key.md": lines.join("\n") }, async (folder) => {
    const { shown } = await asked(reportOf(finding("R001", { locator: "docs/key.md:22" })), ["show 1"], folder)
    match(shown, /^ {4}24 The end\.$/mu)
    match(shown, /^ {4}18 <redacted:private-key>$/mu)
    doesNotMatch(shown, /MIIE/u)
  })
})
