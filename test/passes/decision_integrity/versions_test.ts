import { deepStrictEqual } from "node:assert/strict"
import type { PassResult } from "../../../src/core/schema/pass_result.ts"
import { decisionIntegrity } from "../../../src/passes/decision_integrity.ts"
import { decisionCorpus } from "../decision_corpus.ts"

function look(texts: ReadonlyMap<string, string>): PassResult {
  return decisionIntegrity.look(decisionCorpus(texts))
}

function rows(result: PassResult): readonly string[] {
  return result.findings.map((finding) =>
    `${finding.locator} | ${finding.key} | ${finding.severity} ${finding.route}${
      finding.edits === undefined ? "" : " edits"
    }`
  )
}

/** A spec of one version. */
function version(number: number, status: string, ...fields: readonly string[]): readonly [string, string] {
  const front = ["slug: a", `version: ${number}`, `status: ${status}`, ...fields]
  return [`.claude/specs/a/v${number}.md`, `---\n${front.join("\n")}\n---\n\n# A\n`]
}

Deno.test("a version that supersedes one before the last is a gap, whatever the last says, and is told once", () => {
  const first = version(1, "superseded", "superseded_by: v2.md")
  const second = version(2, "superseded", "supersedes: v1.md", "superseded_by: v3.md")
  const result = look(new Map([first, second, version(3, "active", "supersedes: v1.md")]))
  deepStrictEqual(rows(result), [".claude/specs/a/v3.md | version-gap | High proposal"])
  const gap = result.findings.find(({ key }) => key === "version-gap")
  deepStrictEqual(gap?.evidence?.map(({ path, quote }) => `${path} ${quote}`), [
    ".claude/specs/a/v3.md supersedes: v1.md",
    ".claude/specs/a/v2.md superseded_by: v3.md",
  ])
  deepStrictEqual(result.near_misses?.map(({ locator, why }) => `${locator} ${why}`), [
    ".claude/specs/a/v1.md told as a gap between its versions",
    ".claude/specs/a/v3.md told as a gap between its versions",
  ])
  // What names nothing at all lacks its link, and leaps over none.
  deepStrictEqual(rows(look(new Map([first, second, version(3, "active")]))), [
    ".claude/specs/a/v3.md | missing-supersedes .claude/specs/a/v2.md | Low direct-fix edits",
  ])
})

Deno.test("a version that does not name the one which it replaced is low, and a memory medium: it has to", () => {
  const specs = new Map([version(1, "superseded", "superseded_by: v2.md"), version(2, "active")])
  deepStrictEqual(rows(look(specs)), [
    ".claude/specs/a/v2.md | missing-supersedes .claude/specs/a/v1.md | Low direct-fix edits",
  ])
  const memory = (more: string): string => `---\nname: m\ntype: project\nscope: [net]\n${more}---\n\nText.\n`
  const memories = new Map([
    [".claude/memory/MEMORY.md", "# Index\n"],
    [".claude/memory/a.md", memory("superseded_by: b.md\n")],
    [".claude/memory/b.md", memory("")],
  ])
  deepStrictEqual(rows(look(memories)), [
    ".claude/memory/b.md | missing-supersedes .claude/memory/a.md | Medium memory-audit edits",
  ])
})
