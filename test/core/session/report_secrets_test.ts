import { deepStrictEqual, ok } from "node:assert/strict"
import { redactValue } from "../../../src/core/redact/redact.ts"
import { SessionReader } from "../../../src/core/session/session_reader.ts"
import { ToolingTally } from "../../../src/core/session/tooling_tally.ts"
import { defaultPolicy } from "../../../src/core/transcript/built_in_policies.ts"
import { tokens } from "../redact/made_up_secrets.ts"
import { bashCall, bytesOf } from "./session_report.ts"

Deno.test("a report holds no secret, whatever it tells: commands, calls, files, skipped lines and the words of the policy", () => {
  for (const token of Object.values(tokens)) {
    const tally = new ToolingTally({
      ...defaultPolicy,
      rules: defaultPolicy.rules.map((rule) => ({ ...rule, id: token, label: `l ${token}`, instead: `use ${token}` })),
    })
    tally.open(`${token}.jsonl`)
    const reader = new SessionReader(tally, "auto")
    reader.push(bytesOf([
      bashCall(token, `gh api -H ${token}`),
      bashCall("t2", `env A=${token} gh api x`),
      bashCall("t3", `$X ${token}`),
      bashCall("t4", `gh pr merge 7 --body ${token}`),
      { type: token, sessionId: "s1" },
    ]))
    reader.push(bytesOf("{\n"))
    reader.end()
    const report = tally.report()
    deepStrictEqual(redactValue(report), report)
    const { rawCallViolations, allowedWriteOps, undecided, coverage } = report
    deepStrictEqual([rawCallViolations.length, allowedWriteOps.length, undecided.length, coverage.skipped.count], [
      2,
      1,
      1,
      1,
    ])
    ok(!JSON.stringify(report).includes(token), `${token} is in the report`)
  }
})
