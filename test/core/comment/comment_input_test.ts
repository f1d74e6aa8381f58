import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import * as Schema from "effect/Schema"
import {
  carriedFindings,
  CommentInput,
  commentParts,
  withoutFindings,
} from "../../../src/core/comment/comment_input.ts"

const findings = { internalToolingOnly: false, rawCallViolations: ["gh: gh api x"], allowedWriteOps: [] }
const checked = { ok: false, ...findings, details: [], undecided: [{}, {}], coverage: { complete: false, files: 1 } }

Deno.test("carriedFindings takes the findings of an envelope, and any other document as it is", () => {
  deepStrictEqual(carriedFindings({ handoffVersion: 1, retrospectiveFindings: findings }), findings)
  strictEqual(carriedFindings(checked), checked)
})

Deno.test("withoutFindings says of a document that holds no findings what is expected", () => {
  for (const document of [findings, checked, { allowedWriteOps: 7 }, { retrospectiveFindings: findings }]) {
    strictEqual(withoutFindings(document), undefined)
  }
  for (const document of [{ handoffVersion: 1 }, { handoffVersion: 1, retrospectiveFindings: null }]) {
    match(withoutFindings(document) ?? "", /^the handoff envelope carries no "retrospectiveFindings"/u)
  }
  for (const document of [null, [], [findings], "findings", {}, { ok: true }]) {
    match(withoutFindings(document) ?? "", /^it holds no findings: expected what "retro tooling check --json" prints/u)
  }
})

Deno.test("commentParts tells the findings from how well they are founded, and drops blank entries", () => {
  const decode = Schema.decodeUnknownSync(CommentInput)
  deepStrictEqual(commentParts(decode(checked)), { findings, reading: { undecided: 2, complete: false } })
  deepStrictEqual(commentParts(decode({ ...findings, rawCallViolations: ["  ", " gh: gh api x\n"] })), {
    findings,
    reading: {},
  })
})
