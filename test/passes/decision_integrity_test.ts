import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import type { Finding } from "../../src/core/schema/finding.ts"
import { PassResult } from "../../src/core/schema/pass_result.ts"
import { decisionIntegrity } from "../../src/passes/decision_integrity.ts"
import { decisionCorpus, fixtureTexts } from "./decision_corpus.ts"
import { expected } from "./decision_integrity_expected.ts"

function look(texts: { readonly [path: string]: string } | ReadonlyMap<string, string>): PassResult {
  return decisionIntegrity.look(decisionCorpus(texts instanceof Map ? texts : new Map(Object.entries(texts))))
}

function record(title: string, status: string): string {
  return `# ${title}\n\n## Status\n\n${status}\n\n## Context\n\nText.\n`
}

function rows(result: PassResult): readonly string[] {
  return result.findings.map((finding) =>
    `${finding.locator} | ${finding.key} | ${finding.severity} ${finding.route}${
      finding.edits === undefined ? "" : " edits"
    }`
  )
}

function rulesOf(result: PassResult): readonly string[] {
  return result.findings.map((finding) => finding.key?.split(" ")[0] ?? "")
}

for (const [convention, wanted] of Object.entries(expected)) {
  Deno.test(`decision-integrity finds each defect of the ${convention} decisions and nothing else`, () => {
    const texts = fixtureTexts(convention)
    const result = decisionIntegrity.look(decisionCorpus(texts))
    deepStrictEqual(rows(result), wanted)
    ok(Schema.is(PassResult)(result))
    deepStrictEqual(groundPass(result, texts).warnings, [])
    ok(result.findings.every((finding) => (finding.evidence ?? []).length > 0))
  })

  Deno.test(`the edits for the ${convention} decisions fit together and resolve their findings`, () => {
    const texts = fixtureTexts(convention)
    const before = decisionIntegrity.look(decisionCorpus(texts)).findings
    const edits = before.flatMap((finding) => finding.edits ?? [])
    const changed = Result.getOrThrow(applyEdits(texts, edits))
    const after = decisionIntegrity.look(decisionCorpus(new Map([...texts, ...changed]))).findings
    const identities = (findings: readonly Finding[]): readonly string[] =>
      findings.map((finding) => `${finding.locator} ${finding.key}`)
    const known = new Set(identities(before))
    deepStrictEqual(identities(after).filter((identity) => !known.has(identity)), [])
    const mechanical = new Set(identities(before.filter((finding) => finding.edits !== undefined)))
    deepStrictEqual(identities(after).filter((identity) => mechanical.has(identity)), [])
  })
}

Deno.test("decision-integrity does not run over a corpus without decisions and says so", () => {
  const result = look({ "README.md": "# Nothing\n" })
  strictEqual(result.ran, false)
  ok(result.skip_reason !== undefined)
})

Deno.test("decision-integrity is incomplete when a file that may be a decision could not be read", () => {
  const texts = new Map([["doc/adr/0001-a.md", record("1. A", "Accepted")]])
  const withUnreadable = (path: string): boolean =>
    decisionIntegrity.look(decisionCorpus(texts, { unreadable: [{ path, why: "permission denied" }] })).complete
  strictEqual(withUnreadable("doc/adr/0002-b.md"), false)
  strictEqual(withUnreadable("peps/pep-0001.rst"), false)
  strictEqual(withUnreadable("logo.png"), true)
})

Deno.test("decision-integrity looks up in the whole corpus and reports in its scope only", () => {
  const texts = new Map([
    ["a/adr/0001-old.md", record("1. Old", "Accepted")],
    ["a/adr/0002-new.md", record("2. New", "Accepted\n\nSupersedes [1. Old](0001-old.md)")],
    ["b/adr/0001-alone.md", record("1. Alone", "Superseded")],
  ])
  const result = decisionIntegrity.look(decisionCorpus(texts, { scope: ["a"] }))
  deepStrictEqual(result.scanned, ["a/adr/0001-old.md", "a/adr/0002-new.md"])
  deepStrictEqual(rulesOf(result), ["missing-superseded-by"])
  strictEqual(result.clean, 1)
})

Deno.test("a convention that is used one way is one finding, and its pairs are near misses", () => {
  const kep = (number: number, extra: string): [string, string] => [
    `keps/sig-a/${number}-k/kep.yaml`,
    `title: K\nstatus: implemented\n${extra}`,
  ]
  const result = decisionIntegrity.look(decisionCorpus(
    new Map([
      kep(1, ""),
      kep(2, 'replaces:\n  - "/keps/sig-a/1-k"\n'),
      kep(3, ""),
      kep(4, 'replaces:\n  - "/keps/sig-a/3-k"\n'),
      kep(5, ""),
      kep(6, 'replaces:\n  - "/keps/sig-a/5-k"\n'),
    ]),
  ))
  deepStrictEqual(rows(result), ["keps/sig-a/1-k/kep.yaml | one-way-convention superseded_by | Low proposal"])
  strictEqual(result.near_misses?.length, 3)
})

Deno.test("a pair whose convention demands the link is reported however many lack it", () => {
  const pep = (number: number, extra = ""): [string, string] => [
    `peps/pep-000${number}.rst`,
    `PEP: ${number}\nTitle: T\nStatus: Final\n${extra}\nText.\n`,
  ]
  const result = decisionIntegrity.look(decisionCorpus(
    new Map([pep(1), pep(2, "Replaces: 1\n"), pep(3), pep(4, "Replaces: 3\n"), pep(5), pep(6, "Replaces: 5\n")]),
  ))
  deepStrictEqual(rulesOf(result), ["missing-superseded-by", "missing-superseded-by", "missing-superseded-by"])
})

Deno.test("two live decisions that replace the same one without knowing each other are rivals", () => {
  const texts = {
    "adr/0001-a.md": record("1. A", "Superseded by [2. B](0002-b.md)"),
    "adr/0002-b.md": record("2. B", "Accepted\n\nSupersedes [1. A](0001-a.md)"),
    "adr/0003-c.md": record("3. C", "Accepted\n\nSupersedes [1. A](0001-a.md)"),
  }
  ok(rulesOf(look(texts)).includes("rival-superseders"))
  const both = "Superseded by [2. B](0002-b.md)\n\nSuperseded by [3. C](0003-c.md)"
  deepStrictEqual(rulesOf(look({ ...texts, "adr/0001-a.md": record("1. A", both) })), [])
})

Deno.test("a chain through superseded decisions is fine, and a long one is said to be", () => {
  const chain = (number: number): string => {
    const before = number === 1 ? "" : `\n\nSupersedes [A](000${number - 1}-a.md)`
    return record(
      `${number}. A`,
      number === 5 ? `Accepted${before}` : `Superseded by [A](000${number + 1}-a.md)${before}`,
    )
  }
  const result = look(Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`adr/000${number}-a.md`, chain(number)])))
  deepStrictEqual(rows(result), [])
  ok(result.near_misses?.some((nearMiss) => nearMiss.what.includes("adr/0001-a.md → adr/0002-a.md → adr/0003-a.md")))
})

Deno.test("a decision that supersedes itself is a cycle", () => {
  deepStrictEqual(rulesOf(look({ "adr/0001-a.md": record("1. A", "Accepted\n\nSupersedes [1. A](0001-a.md)") })), [
    "supersession-cycle",
  ])
})

Deno.test("a very long cycle is found without recursion", () => {
  const pep = (number: number): [string, string] => [
    `peps/pep-${number}.rst`,
    `PEP: ${number}\nTitle: T\nStatus: Final\nReplaces: ${number === 1 ? 3000 : number - 1}\n\nText.\n`,
  ]
  const result = decisionIntegrity.look(
    decisionCorpus(new Map(Array.from({ length: 3000 }, (_, index) => pep(index + 1)))),
  )
  deepStrictEqual(rulesOf(result), ["supersession-cycle"])
})

Deno.test("a memory that another one replaced already is a conflict and gets no edit", () => {
  const memory = (extra: string): string =>
    `---\nname: M\ndescription: "M"\ntype: project\nscope: [global]\nrelevance: always${extra}\n---\n\nText.\n`
  const texts = {
    "memory/MEMORY.md": "# Memory\n",
    "memory/a.md": memory("\nsuperseded_by: b.md"),
    "memory/b.md": memory("\nrelations:\n  - type: supersedes\n    target: a.md"),
    "memory/c.md": memory("\nrelations:\n  - type: supersedes\n    target: a.md"),
  }
  const missing = look(texts).findings.filter((finding) => finding.key?.startsWith("missing-superseded-by"))
  deepStrictEqual(missing.map((finding) => [finding.locator, finding.route, finding.edits]), [
    ["memory/a.md", "memory-audit", undefined],
  ])
})

Deno.test("edits keep line endings, comments and the order of keys", () => {
  const memory = (extra: string): string =>
    `---\nname: M # the name\ntype: project\nscope: [global]${extra}\ndescription: "M"\n---\n\nText.\n`.replace(
      /\n/gu,
      "\r\n",
    )
  const texts = new Map([
    ["memory/MEMORY.md", "# Memory\r\n"],
    ["memory/lessons/a.md", memory("")],
    ["memory/lessons/b.md", memory("\nrelations:\n  - type: supersedes\n    target: lessons/a.md")],
  ])
  const edits = look(texts).findings.flatMap((finding) => finding.edits ?? [])
  const changed = Result.getOrThrow(applyEdits(texts, edits))
  strictEqual(
    changed.get("memory/lessons/a.md"),
    memory("").replace('"M"\r\n', '"M"\r\nsuperseded_by: lessons/b.md\r\n'),
  )
})

Deno.test("what and key of a finding hold no counts and no line numbers", () => {
  const shifted = new Map(
    [...fixtureTexts("adr")].map(([path, text]) => [path, text.replace("\n## Status", "\n\n\n## Status")]),
  )
  const facts = (result: PassResult): readonly string[] =>
    result.findings.map((finding) => `${finding.locator} ${finding.key} ${finding.what}`)
  deepStrictEqual(facts(look(shifted)), facts(look(fixtureTexts("adr"))))
})

Deno.test("a status that is a sentence is left to a reader; one that is a wrong word is found", () => {
  const status = (text: string): PassResult => look({ "adr/0001-a.md": record("1. A", text) })
  const prose = status("The team is still talking about this with everybody")
  deepStrictEqual(rows(prose), [])
  strictEqual(prose.near_misses?.length, 1)
  deepStrictEqual(rulesOf(status("Pondering")), ["invalid-status"])
})

Deno.test("an index that lists numbers without links is compared as well", () => {
  const index = (status: string): PassResult =>
    look({
      "adr/README.md": `# Decisions\n\n| # | Title | Status |\n|---|---|---|\n| 0001 | A | ${status} |\n`,
      "adr/0001-a.md": record("1. A", "Superseded by [2. B](0002-b.md)"),
      "adr/0002-b.md": record("2. B", "Accepted\n\nSupersedes [1. A](0001-a.md)"),
    })
  deepStrictEqual(rulesOf(index("Accepted")), ["index-shows-superseded"])
  deepStrictEqual(rulesOf(index("Superseded")), [])
})

Deno.test("a decision that deprecates another one does not supersede it", () => {
  const old = "Deprecated by [18. B](0018-b.md)"
  const pair = (one: string, other: string): readonly string[] =>
    rows(look({ "adr/0017-a.md": record("17. A", one), "adr/0018-b.md": record("18. B", other) }))
  deepStrictEqual(pair(old, "Accepted\n\nDeprecates [17. A](0017-a.md)"), [])
  deepStrictEqual(pair(old, "Accepted\n\nSupersedes [17. A](0017-a.md)"), [])
  deepStrictEqual(pair(old, "Accepted"), [])
  deepStrictEqual(pair("Accepted", "Accepted\n\nDeprecates [17. A](0017-a.md)"), [])
  deepStrictEqual(pair("- 2020-01-01 Accepted\n- 2021-01-01 Deprecated by [18. B](0018-b.md)", "Accepted"), [])
})

Deno.test("what a successor that is not in force replaces need not name it yet", () => {
  const pair = (status: string): PassResult =>
    look({
      "adr/0001-a.md": record("1. A", "Accepted"),
      "adr/0002-b.md": record("2. B", `${status}\n\nSupersedes [1. A](0001-a.md)`),
    })
  for (const status of ["Proposed", "Draft", "Rejected", "Withdrawn"]) {
    const result = pair(status)
    deepStrictEqual(rows(result), [], status)
    deepStrictEqual(result.near_misses?.map(({ locator }) => locator), ["adr/0001-a.md"])
    ok(result.near_misses?.[0]?.why.includes(status.toLowerCase()))
  }
  for (const status of ["Accepted", "Deprecated"]) deepStrictEqual(rulesOf(pair(status)), ["missing-superseded-by"])
})

Deno.test("a proposal that says what it replaces is to be named where its convention asks for it at once", () => {
  const pep = (number: number, status: string, extra = ""): [string, string] => [
    `peps/pep-000${number}.rst`,
    `PEP: ${number}\nTitle: T\nStatus: ${status}\n${extra}\nText.\n`,
  ]
  const result = look(new Map([pep(1, "Final"), pep(2, "Draft", "Replaces: 1\n")]))
  deepStrictEqual(rows(result), ["peps/pep-0001.rst | missing-superseded-by peps/pep-0002.rst | Low direct-fix"])
})

Deno.test("a relation that is the second sentence of a status is read", () => {
  const pair = (one: string, other: string): readonly string[] =>
    rows(look({ "adr/0007-a.md": record("7. A", one), "adr/0008-b.md": record("8. B", other) }))
  const missing = ["adr/0007-a.md | missing-superseded-by adr/0008-b.md | High direct-fix edits"]
  deepStrictEqual(pair("Accepted", "Accepted. Supersedes ADR-0007."), missing)
  deepStrictEqual(pair("Accepted", "Accepted. Supersedes [7. A](0007-a.md). It was too slow."), missing)
  deepStrictEqual(pair("Accepted", "Accepted. Supersedes ADR-0007. See the minutes."), missing)
  deepStrictEqual(pair("Accepted. Superseded by ADR-0008.", "Accepted. Supersedes ADR-0007."), [])
  deepStrictEqual(pair("Accepted", "Accepted. Replaces the old way of doing things."), [])
  deepStrictEqual(pair("Accepted", "Accepted. Replaces the framework of 2019."), [])
  deepStrictEqual(pair("Accepted", "Accepted. Amends ADR-0007."), [])
})

Deno.test("a memory in force that names a path that is gone is stale, and the only namesake repairs it", () => {
  const memory = (body: string, more = ""): string =>
    `---\nname: retry\ntype: project\nscope: [net]\n${more}---\n\n${body}\n`
  const files = {
    ".claude/memory/MEMORY.md": "# Index\n",
    "src/net/client.ts": "",
    "tools/check.ts": "",
    ".claude/memory/lessons/retry.md": memory(
      "Retries live in `src/client.ts`, their limits in `src/limits.ts`.\nWe removed `src/old.ts`. See `src/net/client.ts`.",
    ),
    ".claude/memory/lessons/gone.md": memory("Retries live in `src/gone.ts`.", "superseded_by: lessons/retry.md\n"),
    ".claude/memory/sessions/2026-01-01-net.md": memory("Looked at `src/gone.ts`."),
    "doc/adr/0001-retry.md": record("1. Retry", "Accepted") + "It is in `src/gone.ts`.\n",
  }
  const result = look(files)
  const found = result.findings.filter((finding) => finding.key?.startsWith("vanished"))
  const lesson = ".claude/memory/lessons/retry.md"
  deepStrictEqual(found.map(({ locator, key, route, evidence }) => [locator, key, route, evidence?.[0]?.line]), [
    [lesson, "vanished-artefact src/client.ts", "memory-audit", 7],
    [lesson, "vanished-artefact src/limits.ts", "memory-audit", 7],
  ])
  const edited = applyEdits(new Map(Object.entries(files)), found.flatMap(({ edits = [] }) => edits))
  strictEqual(Result.getOrThrow(edited).get(lesson), files[lesson].replace("`src/client.ts`", "`src/net/client.ts`"))
  deepStrictEqual(
    result.near_misses?.filter(({ what }) => what.includes("src/old.ts")).map(({ why }) => why.slice(0, 4)),
    ["past"],
  )
})
