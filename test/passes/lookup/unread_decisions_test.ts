import { deepStrictEqual } from "node:assert/strict"
import { unreadDecisions } from "../../../src/passes/lookup/unread_decisions.ts"
import { decisionCorpus } from "../decision_corpus.ts"

Deno.test("unreadDecisions takes what may have been a decision, and no other page", () => {
  const record = "# 1. A\n\n## Status\n\nAccepted\n"
  const { decisions } = decisionCorpus(new Map([["team/log/a/0001-a.md", record]]))
  const unreadable = [
    "README.md",
    "assets/picture.md",
    "team/notes.txt",
    "doc/adr/later.md",
    "notes/0007-cache.md",
    "team/log/a/other.md",
    "team/log/b/other.md",
    "pep-0012.rst",
    "closed/",
  ].map((path) => ({ path, why: "it is not UTF-8" }))
  deepStrictEqual(unreadDecisions({ decisions, unreadable }).map(({ path }) => path), [
    "doc/adr/later.md",
    "notes/0007-cache.md",
    "team/log/a/other.md",
    "team/log/b/other.md",
    "pep-0012.rst",
    "closed/",
  ])
  deepStrictEqual(
    unreadDecisions({ decisions: [], unreadable }).map(({ path }) => path),
    ["doc/adr/later.md", "notes/0007-cache.md", "pep-0012.rst", "closed/"],
  )
})
