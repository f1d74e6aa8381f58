import { deepStrictEqual } from "node:assert/strict"
import type { PassResult } from "../../../src/core/schema/pass_result.ts"
import { countClaim } from "../../../src/passes/count_claim.ts"
import type { More } from "../corpus_of.ts"
import { type Files, lookWith } from "../look_with.ts"

const look = lookWith(countClaim)

Deno.test("countClaim counts the section of another file that its sentence links to", () => {
  const other = "# Masts\n\n## Field checks\n\n- wind\n- rain\n- frost\n"
  const outcome = (sentence: string, path = "docs/masts.md", more: More = {}): PassResult =>
    look({ "a.md": `# Work\n\n${sentence}\n`, [path]: other }, more)
  const whats = (sentence: string, path?: string): readonly string[] =>
    outcome(sentence, path).findings.map(({ what }) => what)
  const wrong = ['says "four checks"; there are 3 (the section "Field checks" of docs/masts.md)']
  deepStrictEqual(whats("Run the four checks (see [Field checks](docs/masts.md#field-checks))."), wrong)
  deepStrictEqual(whats("Run the [four checks](./docs/masts.md#field-checks)."), wrong)
  deepStrictEqual(whats('Run the [four checks](docs/masts.md#field-checks "all of them").'), wrong)
  deepStrictEqual(whats("Run the [four checks](docs/#field-checks).", "docs/README.md"), [
    'says "four checks"; there are 3 (the section "Field checks" of docs/README.md)',
  ])
  const [finding] = outcome("Run the [four checks](docs/masts.md#field-checks).").findings
  deepStrictEqual([finding?.locator, finding?.severity, finding?.edits], ["a.md", "Low", undefined])
  for (
    const fine of [
      "Run the [three checks](docs/masts.md#field-checks).",
      "Run the four checks. See [Field checks](docs/masts.md#field-checks).",
      "Run the four checks (see [the masts](docs/masts.md)).",
      "Run the [four checks](docs/masts.md#gone).",
      "Run the [four checks](docs/gone.md#field-checks).",
      "Run the [four tests](docs/masts.md#field-checks).",
    ]
  ) deepStrictEqual(whats(fine), [], fine)
  const excused = outcome("Only four checks are left, see [Field checks](docs/masts.md#field-checks).")
  deepStrictEqual([excused.findings, excused.near_misses?.map(({ why }) => why.replace(/:.*/su, ""))], [[], ["part"]])
  deepStrictEqual(
    look({ "a.md": "# A\n\n## Field checks\n\nThe [two field checks](a.md#field-checks):\n\n- a\n- b\n- c\n" })
      .findings,
    [],
  )
})

Deno.test("countClaim has not looked at a number that counts a section of a file which could not be read", () => {
  const unreadable = [{ path: "docs/masts.md", why: "too large" }]
  const scanned = (sentence: string): readonly string[] =>
    look({ "a.md": `${sentence}\n`, "b.md": "# B\n" }, { unreadable }).scanned
  deepStrictEqual(scanned("Run the [four checks](docs/masts.md#field-checks)."), ["b.md"])
  deepStrictEqual(scanned("Run the [checks](docs/masts.md#field-checks)."), ["a.md", "b.md"])
  deepStrictEqual(scanned("Run the [four checks](docs/masts.md)."), ["a.md", "b.md"])
})

Deno.test("countClaim takes a number for graver in the file that holds what it counts", () => {
  const severities = (files: Files, more: More = {}): readonly string[] =>
    look(files, more).findings.map(({ locator, severity }) => `${locator} ${severity}`)
  const text = '# Work\n\nRun the two field checks (see §"Field checks" below).\n\n## Field checks\n\n- a\n- b\n- c\n'
  deepStrictEqual(severities({ "a.md": text }), ["a.md Medium"])
  const nouns = { "field checks": { file: "a.md", heading: "Field checks" } }
  const both = { "AGENTS.md": "Run the two field checks.\n", "a.md": text }
  deepStrictEqual(severities(both, { config: { passes: { "count-claim": { nouns } } } }), [
    "AGENTS.md Low",
    "a.md Medium",
  ])
})
