import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { groundPass } from "../../../src/core/corpus/ground_pass.ts"
import type { Evidence, Finding } from "../../../src/core/schema/finding.ts"
import type { PassResult } from "../../../src/core/schema/pass_result.ts"

const texts = new Map([["a.md", "one\r\n  two\r\nthree\nlast"]])

function resultWith(evidence: Evidence): PassResult {
  const finding: Finding = {
    pass: "p",
    locator: "a.md",
    verdict: "DEAD",
    severity: "Low",
    what: "w",
    route: "none",
    proposed_action: "",
    evidence: [evidence],
  }
  return { pass: "p", ran: true, complete: true, scanned: ["a.md"], clean: 0, findings: [finding] }
}

Deno.test("groundPass keeps a finding whose quote is at its line or in its lines", () => {
  const grounded: readonly Evidence[] = [
    { path: "a.md", line: 1, quote: "one" },
    { path: "a.md", line: 2, quote: " two " },
    { path: "a.md", line: 4, quote: "last" },
    { path: "a.md", line: 1, end_line: 3, quote: "three" },
    { path: "a.md", line: 3, end_line: 9, quote: "three\nlast" },
  ]
  for (const evidence of grounded) {
    const input = resultWith(evidence)
    deepStrictEqual(groundPass(input, texts), { result: input, warnings: [] })
  }
})

Deno.test("groundPass leaves out what quotes text that is elsewhere or nowhere, and the pass is incomplete", () => {
  const ungrounded: readonly Evidence[] = [
    { path: "a.md", line: 2, quote: "one" },
    { path: "a.md", line: 5, quote: "last" },
    { path: "b.md", line: 1, quote: "one" },
    { path: "a.md", line: 1, quote: " " },
  ]
  for (const evidence of ungrounded) {
    const { result, warnings } = groundPass(resultWith(evidence), texts)
    deepStrictEqual([result.findings, result.complete], [[], false])
    strictEqual(
      warnings[0],
      `p: left out a finding about a.md (evidence_mismatch): "${evidence.quote}" is not at ${evidence.path}:${evidence.line}`,
    )
  }
})

Deno.test("groundPass counts lines as Markdown does: a carriage return alone ends one", () => {
  const lone = new Map([["a.md", "one\rtwo\r\r\nfour\n"]])
  for (const evidence of [{ path: "a.md", line: 2, quote: "two" }, { path: "a.md", line: 4, quote: "four" }]) {
    strictEqual(groundPass(resultWith(evidence), lone).result.complete, true)
  }
})

Deno.test("groundPass takes a quote of the text that whoever quotes was shown", () => {
  const shownAs = (text: string): string => text.replace("two", "2")
  const quotes = ["two", "2", "II"].map((quote) =>
    groundPass(resultWith({ path: "a.md", line: 2, quote }), texts, shownAs)
  )
  deepStrictEqual(quotes.map(({ result }) => result.complete), [true, true, false])
})
