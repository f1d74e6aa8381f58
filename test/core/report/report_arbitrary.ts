import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { strictEqual } from "node:assert/strict"
import type {
  BaselineFinding,
  ResolvedFinding,
  TaggedFinding,
  UnverifiedFinding,
} from "../../../src/core/schema/diff_result.ts"
import { Effort, Relation, Route, Severity } from "../../../src/core/schema/finding.ts"
import { findingId } from "../../../src/core/schema/finding_id.ts"
import { isLine } from "../../../src/core/schema/line.ts"
import { completeReport, type Report } from "../../../src/core/schema/report.ts"

/** Fragments that mean something to Markdown, GFM, HTML, YAML, mermaid or a report. */
const fragments = [
  ..."\\|`*_~[]<>&@:.#-+=!\"'(){}%;$^/,0a é",
  ...[
    "www.",
    "WWW.x.org",
    "https://x.org",
    "http://",
    "ftp://x",
    "a@b.co",
    "@name",
    "#12",
    "GH-3",
    "-->",
    "<!--",
    "--!>",
  ],
  ...[
    "&amp;",
    "&#35;",
    "<b>",
    "</td>",
    "\\|",
    "\\\\",
    "``",
    "```",
    "~~~",
    "**",
    "__init__",
    "[x](y)",
    "[^1]",
    "![",
    "- [ ] ",
  ],
  ...[
    "1. ",
    "12) ",
    "## ",
    "# ",
    "---",
    "===",
    " — ",
    " — no findings",
    "| --- |",
    "<<<<<<< ",
    "end",
    "%%{init}%%",
    "R001",
  ],
  ...[
    "module",
    "depends on",
    "wont_fix:",
    " until ",
    "\u202e",
    "\u05d0\u05d1",
    "\u{1f600}",
    "\ud800",
    "\udc00",
    "\u200b",
  ],
  ...["\u00a0", "\ufeff", "e\u0301", "\u2003", "  ", "a/b.md", ":12"],
]

/** Lines of such fragments. */
export const line: Arbitrary.Arbitrary<string> = Arbitrary.array(Arbitrary.schema(Schema.Literals(fragments)), {
  minLength: 1,
  maxLength: 8,
}).pipe(Arbitrary.map((parts) => parts.join("").trim()), Arbitrary.filter(isLine))

const text = Arbitrary.array(
  Arbitrary.schema(Schema.Literals([...fragments, "\n", "\r\n", "\t", "\u0007", "\u2028"])),
  {
    maxLength: 8,
  },
).pipe(Arbitrary.map((parts) => parts.join("")))

const lines = Arbitrary.array(line, { maxLength: 3 })
const maybe = <A>(arbitrary: Arbitrary.Arbitrary<A>): Arbitrary.Arbitrary<readonly A[]> =>
  Arbitrary.array(arbitrary, { maxLength: 1 })

const parts = Arbitrary.all({
  pass: Arbitrary.schema(Schema.Literals(["link-integrity", "a_b|c", "count-claim"])),
  locator: line,
  what: line,
  verdict: line,
  key: maybe(line),
  action: text,
  reason: maybe(line),
  quote: text,
  severity: Arbitrary.schema(Severity),
  effort: maybe(Arbitrary.schema(Effort)),
  route: Arbitrary.schema(Route),
  tag: Arbitrary.schema(Schema.Literals(["NEW", "CARRIED", "WONT_FIX"])),
  relations: Arbitrary.array(Arbitrary.schema(Relation), { maxLength: 2 }),
  relatives: Arbitrary.array(Arbitrary.all([line, line, line]), { maxLength: 2 }),
})

type Parts = typeof parts extends Arbitrary.Arbitrary<infer Made> ? Made : never

function statusOf(reasons: readonly string[]): string {
  return reasons[0] === undefined ? "open" : `wont_fix:${reasons[0]}`
}

function finding(made: Parts, index: number): TaggedFinding {
  const { pass, locator, what, verdict, severity, route, tag, relations, relatives } = made
  return {
    id: findingId(index * 300 + 1),
    pass,
    locator,
    what,
    verdict,
    severity,
    route,
    tag,
    proposed_action: made.action,
    status: statusOf(made.reason),
    evidence: [{ path: locator, line: 3, quote: made.quote }],
    relations: [...relations, ...relatives.map(([from, to, kind]) => ({ from, to, kind }))],
    edits: [{ path: locator, find: `${made.quote}x`, replace: made.action }],
    ...(made.key[0] === undefined ? {} : { key: made.key[0] }),
    ...(made.effort[0] === undefined ? {} : { effort: made.effort[0] }),
  }
}

function row(made: Parts, index: number): BaselineFinding {
  const { pass, locator, what, verdict, key } = made
  return {
    id: findingId(index),
    pass,
    locator,
    what,
    status: statusOf(made.reason),
    verdict,
    ...(key[0] === undefined ? {} : { key: key[0] }),
  }
}

/** Reports of any lines. */
export const report: Arbitrary.Arbitrary<Report> = Arbitrary.all({
  findings: Arbitrary.array(parts, { maxLength: 6 }),
  unverified: Arbitrary.array(parts, { maxLength: 2 }),
  resolved: Arbitrary.array(parts, { maxLength: 2 }),
  scope: line,
  kinds: lines,
  clean_nodes: lines,
  warnings: Arbitrary.array(text, { maxLength: 2 }),
  near: Arbitrary.array(Arbitrary.all([line, line, line]), { maxLength: 3 }),
}).pipe(Arbitrary.map(({ near, ...made }) =>
  completeReport({
    run_mode: "repeat",
    baseline: { path: "reports/v7.md", version: 7, date: "2026-02-03" },
    date: "2026-03-04",
    scope: made.scope,
    kinds: made.kinds,
    clean_nodes: made.clean_nodes,
    warnings: made.warnings,
    findings: made.findings.map(finding),
    unverified: made.unverified.map((parts, index): UnverifiedFinding => ({
      ...row(parts, 4000 + index),
      tag: "UNVERIFIED",
      why: "pass incomplete",
    })),
    resolved: made.resolved.map((parts, index): ResolvedFinding => ({
      ...row(parts, 5000 + index),
      tag: "RESOLVED",
      how: "not detected",
    })),
    near_misses: near.map(([locator, what, why]) => ({ pass: "link-integrity", locator, what, why })),
    id_max: 6000,
  })
))

/** Fails with the shrunk value when a property does not hold. */
export async function holds<A>(
  arbitrary: Arbitrary.Arbitrary<A>,
  property: (value: A) => boolean,
  runs: number,
): Promise<void> {
  const outcome = await Effect.runPromise(Arbitrary.checkEffect(arbitrary, property, { runs, seed: 23 }))
  strictEqual(Arbitrary.formatCheckFailure(outcome), undefined)
}
