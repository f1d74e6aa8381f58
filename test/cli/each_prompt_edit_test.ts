import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import type { EachDecided } from "../../src/cli/each_prompt.ts"
import { finding } from "../core/selection/rows.ts"
import { reportOf } from "../engine/route_host.ts"
import { withFolder } from "../services/program.ts"
import { talked } from "./each_talk.ts"

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

Deno.test("eachPrompt takes no empty text for a new file", async () => {
  const report = reportOf(finding("R001", { edits: [{ path: "new.md", create: "# New\n" }] }))
  await withFolder({}, async (root) => {
    const { selection, shown } = await talked(report, ["e", "a"], { root, edits: () => "\n" })
    deepStrictEqual(selection, [{ _tag: "apply", id: "R001" }])
    match(shown, /^Not taken: a new file without a text says nothing; skip, if it is not to be written\.$/mu)
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

Deno.test("eachPrompt writes all that a person says is to be proposed: a title, and the text below it", async () => {
  const proposed = finding("R001", {
    route: "proposal",
    proposed_action: "Write it",
    proposal: { body: "By the pass." },
  })
  const texts = ["# Build it.\n\nFirst the base.\n- then the roof\n", "Build it\n\nOnly the roof.\n"]
  const edits = () => texts.shift() ?? "Build nothing\n"
  await withFolder({ "doc/adr/0001-a.md": "# 1. A\n" }, async (root) => {
    const { selection, shown } = await talked(reportOf(proposed), ["e", "e", "e"], { root, edits })
    deepStrictEqual(selection, [])
    match(
      shown,
      /^\+# 2\. Build it\n(?:\+.*\n)+?\+First the base\.\n\+- then the roof\n\+\n\+By the pass\.\n\+\n\+> R001/mu,
    )
    match(shown, /^\+Only the roof\.\n\+\n\+By the pass\.\n\+\n\+> R001/mu)
    match(shown, /^\+# 2\. Build nothing\n(?:\+.*\n)+?\+## Context\n\+\n\+By the pass\.\n\+\n\+> R001/mu)
  })
  texts.push("Build it\n\nOnly the roof.\n")
  await withFolder({ "BACKLOG.md": "| # | title |\n|---|---|\n| 1 | a |\n" }, async (root) => {
    const { shown } = await talked(reportOf(proposed), ["e", "e"], { root, edits })
    match(
      shown,
      /\+\| 2 \| Build it <!-- .*\n\nOnly the first line fits into row 2 of BACKLOG\.md; what stands below it is not written there\.\n/u,
    )
    strictEqual(shown.split("fits into row").length, 2)
  })
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
