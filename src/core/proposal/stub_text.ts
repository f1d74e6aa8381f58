import { codeFence, escapeHeading, escapeLineStart, escapeText, oneLine, plainLines } from "../report/markdown_text.ts"
import type { Finding } from "../schema/finding.ts"
import { yamlQuoted, yamlScalar } from "../yaml/scalar.ts"
import { markerOf, markOf } from "./finding_marker.ts"
import type { StubForm, StubStyle } from "./stub_style.ts"

/** A finding that a stub is written for. */
export type ProposedFinding = Finding & { readonly id: string }

/** What a stub says besides its finding. */
export interface StubFacts {
  readonly title: string
  readonly number: number | undefined
  /** The number as the file name has it. */
  readonly digits: string
  readonly slug: string
  /** `YYYY-MM-DD` */
  readonly date: string
  /** What the pass wants said; empty: nothing. */
  readonly body: string
  /** Where the report is kept; absent: nowhere. */
  readonly report?: string
}

/** The stub of a proposal: the head of its convention, the finding as a quotation, and its mark. */
export function stubText(finding: ProposedFinding, facts: StubFacts, style: StubStyle): string {
  const head = [...frontMatter(facts, style), ...heads[style.form](facts, style)]
  return [
    ...head,
    ...(facts.body.trim() === "" ? [] : [facts.body.trim().replace(/\r\n?/gu, "\n"), ""]),
    ...quotation(finding, facts),
    "",
    markerOf(markOf(finding)),
    "",
  ].join("\n")
}

/** How the section about the reason is called where the front matter has a key. */
const whys: readonly (readonly [string, string])[] = [["slug", "## Why"], ["stage", "## Motivation"]]

const heads: { readonly [form in StubForm]: (facts: StubFacts, style: StubStyle) => readonly string[] } = {
  "sections": (facts, style) => [
    heading(facts, style),
    "",
    ...(style.keys.includes("date") ? [] : [`Date: ${facts.date}`, ""]),
    "## Status",
    "",
    style.status,
    "",
    "## Context",
    "",
  ],
  "bullets": (facts, style) => [
    heading(facts, style),
    "",
    `${style.bullet} Status: ${style.status}`,
    `${style.bullet} Date: ${facts.date}`,
    "",
    "## Context and Problem Statement",
    "",
  ],
  "front-matter": (facts, style) => [
    heading(facts, style),
    "",
    whys.find(([key]) => style.keys.includes(key))?.[1] ?? "## Context and Problem Statement",
    "",
  ],
  "table": (facts, style) => [
    heading(facts, style),
    "",
    "|        |            |",
    "| ------ | ---------- |",
    `| Date   | ${facts.date} |`,
    `| Status | ${style.status} |`,
    "",
    "## Why",
    "",
  ],
  "sideways-table": (facts, style) => [
    heading(facts, style),
    "",
    "| Created    | Status |",
    "| ---------- | ------ |",
    `| ${facts.date} | ${style.status} |`,
    "",
    "## Context",
    "",
  ],
  "rfc": ({ slug, date, title }, style) => [
    `${style.bullet} Feature Name: ${slug.replaceAll("-", "_")}`,
    `${style.bullet} Start Date: ${date}`,
    "",
    "# Summary",
    "",
    escapeLineStart(title),
    "",
    "# Motivation",
    "",
  ],
}

function heading({ title, number }: StubFacts, style: StubStyle): string {
  return `# ${style.heading(escapeHeading(title), number)}`
}

/** The front matter that the other proposals have, as far as it can be known. */
function frontMatter(facts: StubFacts, { keys, status, heading, id }: StubStyle): readonly string[] {
  if (keys.length === 0) return []
  const titled = heading(facts.title, facts.number)
  const values: { readonly [key: string]: string } = {
    id: id === undefined ? "" : yamlScalar(id(facts.digits)),
    number: String(facts.number ?? 1),
    title: yamlQuoted(titled),
    description: yamlQuoted(facts.title),
    slug: facts.slug,
    version: "1",
    status: yamlScalar(status),
    stage: yamlScalar(status),
    date: facts.date,
    created: facts.date,
    "start-date": facts.date,
  }
  return ["---", ...keys.map((key) => `${key}: ${values[key] ?? ""}`), "---", ""]
}

/** What was found, and where: somebody else's words, which say nothing about the file that they stand in. */
function quotation(finding: ProposedFinding, { report }: StubFacts): readonly string[] {
  const { id, pass, verdict, severity, locator, what, evidence = [] } = finding
  const lines = [
    `${id}, ${escapeText(pass)} · ${escapeText(verdict)} (${severity}): ${escapeText(oneLine(locator))}`,
    "",
    escapeLineStart(oneLine(what)),
    ...evidence.flatMap(({ path, line, end_line, quote }) => [
      "",
      `${escapeText(path)}:${line}${end_line === undefined || end_line === line ? "" : `-${end_line}`}`,
      "",
      ...codeFence(plainLines(quote), "text"),
    ]),
    ...(report === undefined ? [] : ["", `Report: ${escapeText(report)}`]),
  ]
  return lines.map((line) => line === "" ? ">" : `> ${line}`)
}
