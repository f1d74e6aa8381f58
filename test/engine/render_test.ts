import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import type { TaggedFinding } from "../../src/core/schema/diff_result.ts"
import type { ReportInput } from "../../src/core/schema/report.ts"
import { render } from "../../src/engine/render.ts"

const finding: TaggedFinding = {
  id: "R001",
  pass: "link-integrity",
  locator: "docs/a.md",
  verdict: "DEAD",
  severity: "Medium",
  what: "a link is dead",
  route: "direct-fix",
  proposed_action: "remove it",
  tag: "NEW",
}

function inputOf(findings: readonly TaggedFinding[]): ReportInput {
  return { run_mode: "fresh", baseline: null, findings, resolved: [], unverified: [], id_max: 1, warnings: [] }
}

async function rendered(input: ReportInput): Promise<readonly [string, readonly string[]]> {
  const messages: string[] = []
  const logger = Logger.make(({ message }) => {
    messages.push(String(message))
  })
  const text = await Effect.runPromise(render(input).pipe(Effect.provide(Logger.layer([logger]))))
  return [text, messages]
}

Deno.test("render takes a diff result and fills what a report has besides", async () => {
  const [text, messages] = await rendered(inputOf([finding]))
  ok(text.includes("scope: corpus\n"))
  ok(text.includes("findings_total: 1\n"))
  ok(text.includes("\nPasses: link-integrity 1\n"))
  deepStrictEqual(messages, [])
})

Deno.test("render counts anew instead of trusting counts", async () => {
  const [text] = await rendered({ ...inputOf([finding]), counts: { critical: 9, high: 9, medium: 9, low: 9 } })
  ok(text.includes("counts: { critical: 0, high: 0, medium: 1, low: 0 }"))
})

Deno.test("render warns of a report that breaks the contract and prints it all the same", async () => {
  const [text, messages] = await rendered(inputOf([finding, finding]))
  ok(text.includes("| R001 |"))
  ok(messages[0]?.startsWith("the report breaks C12 at line "), messages.join("\n"))
})

Deno.test("render logs a few broken rules and counts the rest", async () => {
  const [, messages] = await rendered(
    inputOf(Array.from({ length: 9 }, (_, index) => ({ ...finding, id: `X${index}` }))),
  )
  strictEqual(messages.length <= 6, true)
})

Deno.test("render leaves the contract of files to files", async () => {
  const text = await Effect.runPromise(render(inputOf([finding]), { destination: "terminal" }))
  ok(text.startsWith("Checkpoint of: corpus\n"))
})
