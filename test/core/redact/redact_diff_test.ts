import { match, strictEqual } from "node:assert/strict"
import * as Effect from "effect/Effect"
import { redactDiff } from "../../../src/core/redact/redact_findings.ts"
import { redactValue } from "../../../src/core/redact/redact.ts"
import { diff } from "../../../src/engine/diff.ts"
import { tokens } from "./made_up_secrets.ts"

const secret = tokens["github-token"] ?? ""

/** A finding with a secret in each place that may hold a text. */
function leaking(name: string) {
  return {
    ...{ pass: "links", locator: `docs/${secret}-${name}.md:3`, verdict: "DEAD", severity: "Low" as const },
    ...{ what: `${name}: ${secret} leads nowhere`, proposed_action: `Remove ${secret}`, key: `${name}-${secret}` },
    evidence: [{ path: `docs/${secret}.md`, line: 3, quote: `export GH_TOKEN=${secret}` }],
    edits: [{ path: `docs/${secret}.md`, find: secret, replace: "" }],
    payload: { kind: "lesson", body: `We use ${secret}`, password: "tr0ub4dor" },
    ...{ route: "direct-fix" as const, comment: [secret], token: "tr0ub4dor" },
  }
}

const row = (id: string, name: string) => ({ id, status: "open", ...leaking(name) })

Deno.test("a diff that is redacted where it was not yet holds no secret, and is what redacting all of it makes", async () => {
  const result = await Effect.runPromise(diff({
    findings: {
      passes: [{
        ...{ pass: "links", ran: true, complete: true, scanned: ["docs/a.md"], clean: 0 },
        findings: [leaking("first"), leaking("second")],
        near_misses: [{ locator: "docs/a.md", what: secret, why: `It is ${secret}` }],
      }],
    },
    baseline: {
      ...{ path: `${secret}/latest.md`, id_max: 9, closed: [{ ...row("R009", "sixth"), closed_in: 1 }] },
      findings: [row("R001", "first"), row("R002", "third"), { ...row("R003", "fourth"), pass: "other" }],
    },
    today: "2027-01-31",
  }))
  strictEqual([result.findings, result.resolved, result.unverified].every((rows) => rows.length > 0), true)
  match(JSON.stringify(result), new RegExp(secret))
  strictEqual(JSON.stringify(redactDiff(result)).includes(secret), false)
  strictEqual(JSON.stringify(redactDiff(result)), JSON.stringify(redactValue(result)))
})
