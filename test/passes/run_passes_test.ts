import { deepStrictEqual, strictEqual } from "node:assert/strict"
import type { Config } from "../../src/core/schema/config.ts"
import { countClaim } from "../../src/passes/count_claim.ts"
import { formatContract } from "../../src/passes/format_contract.ts"
import type { Pass } from "../../src/passes/pass.ts"
import { lookedAt, markdownInScope, notRun } from "../../src/passes/outcome/pass_outcome.ts"
import { passesThatRun, runPasses } from "../../src/passes/run_passes.ts"
import { corpusOf } from "./corpus_of.ts"

const always: Pass = {
  id: "link-integrity",
  look: () => lookedAt("link-integrity", { scanned: ["a.md"], findings: [] }),
}
const asked: Pass = { ...always, id: "review-due", opt_in: true, aliases: ["overdue"] }

function running(config: Config, only: readonly string[] = []): readonly string[] {
  return passesThatRun(config, [always, asked], only).map((pass) => pass.id)
}

Deno.test("a pass that must be asked for runs by its settings or by name, and says so else", () => {
  deepStrictEqual(running({}), ["link-integrity"])
  deepStrictEqual(running({ passes: { "review-due": {} } }), ["link-integrity", "review-due"])
  deepStrictEqual(running({ passes: { "review-due": false, "link-integrity": false } }), [])
  deepStrictEqual(running({ passes: { "review-due": false } }, ["review-due"]), ["review-due"])
  const { results } = runPasses(corpusOf(new Map()), [asked], [])
  deepStrictEqual(results, [{
    ...notRun(
      "review-due",
      "off unless asked for: --pass review-due, or its settings",
    ),
    aliases: ["overdue"],
  }])
})

Deno.test("runPasses gives the aliases of a pass, whether it ran or not", () => {
  const corpus = corpusOf(new Map(), { config: { passes: { "review-due": {} } } })
  deepStrictEqual(runPasses(corpus, [asked], []).results[0]?.aliases, ["overdue"])
  deepStrictEqual(runPasses(corpus, [asked], ["link-integrity"]).results[0]?.aliases, ["overdue"])
})

Deno.test("lookedAt sorts what a pass found, counts what is clean and says what it missed", () => {
  const finding = (locator: string, key: string) =>
    ({
      pass: "x",
      locator,
      key,
      verdict: "STALE",
      severity: "Low",
      what: "w",
      route: "none",
      proposed_action: "",
    }) as const
  const result = lookedAt("x", {
    scanned: ["b.md", "a.md", "c.md", "a.md"],
    findings: [finding("b.md", "2"), finding("b.md", "1"), finding("a.md", "3")],
    near_misses: [{ locator: "c.md", what: "z", why: "y" }, { locator: "c.md", what: "a", why: "y" }],
    missed: [{ path: "d/", why: "permission denied" }, { path: "e/", why: "permission denied" }],
  })
  deepStrictEqual(result.scanned, ["a.md", "b.md", "c.md"])
  strictEqual(result.clean, 1)
  deepStrictEqual(result.findings.map(({ key }) => key), ["3", "1", "2"])
  deepStrictEqual(result.near_misses?.map(({ what }) => what), ["a", "z"])
  strictEqual(result.complete, false)
  strictEqual(result.skip_reason, "could not read d/ (permission denied) and 1 more")
})

Deno.test("markdownInScope is undefined only when there is nothing to look at, not even something unreadable", () => {
  strictEqual(markdownInScope(corpusOf(new Map([["a.md", ""]]), { scope: ["docs"] })), undefined)
  const unreadable = [{ path: "docs/", why: "closed" }, { path: "a.md", why: "closed" }]
  deepStrictEqual(markdownInScope(corpusOf(new Map(), { unreadable })), { documents: [], closed: [unreadable[0]] })
  deepStrictEqual(markdownInScope(corpusOf(new Map(), { unreadable: unreadable.slice(1) })), {
    documents: [],
    closed: [],
  })
})

Deno.test("runPasses warns of counters that count nothing and of contracts for files that are not there", () => {
  const config = {
    passes: {
      "count-claim": {
        nouns: {
          gulls: { file: "none.md", heading: "All" },
          masts: { file: "a.md", heading: "None" },
          tides: { glob: "none/*.ts" },
          pages: { glob: "*.md" },
        },
      },
      "format-contract": { contracts: [{ file: "none.md", pattern: "^x" }, { file: "a.md", pattern: "^#" }] },
    },
  }
  const corpus = corpusOf(new Map([["a.md", "# A\n"]]), { config })
  deepStrictEqual(runPasses(corpus, [countClaim, formatContract], []).warnings, [
    'count-claim: the counter of "gulls" counts nothing: none.md: there is no such file; correct passes.count-claim.nouns in the configuration',
    'count-claim: the counter of "masts" counts nothing: a.md: it has no heading "None"; correct passes.count-claim.nouns in the configuration',
    'count-claim: the counter of "tides" counts nothing: no file matches "none/*.ts"; correct passes.count-claim.nouns in the configuration',
    'format-contract: there is no "none.md", which a contract names; correct passes.format-contract.contracts in the configuration',
  ])
})
