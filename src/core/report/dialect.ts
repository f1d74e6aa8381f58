import { codeFence, escapeHeading, escapeLineStart, escapeText, oneLine, plainLines } from "./markdown_text.ts"

/** Where a rendered report goes. */
export type Destination = "file" | "terminal" | "github"

/** How one destination writes text, tables and blocks; every section is written through one. */
export interface Dialect {
  readonly destination: Destination
  /** Any string, shown exactly, as part of a line. */
  readonly text: (text: string) => string
  /** The same at the start of a list item. */
  readonly lineStart: (text: string) => string
  /** The same as the text of a heading. */
  readonly heading: (text: string) => string
  readonly table: (header: readonly string[], rows: readonly (readonly string[])[]) => readonly string[]
  /** Lines shown as they are, under a nested list item. */
  readonly block: (text: string, info: string) => readonly string[]
}

function pipeRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`
}

function pipeTable(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [pipeRow(header), `|${header.map(() => "---").join("|")}|`, ...rows.map(pipeRow)]
}

function fencedBlock(text: string, info: string): readonly string[] {
  return codeFence(plainLines(text.replace(/\n$/u, "")), info).map((line) => line === "" ? "" : `    ${line}`)
}

/** The persisted Markdown. */
export const fileDialect: Dialect = {
  destination: "file",
  text: (text) => escapeText(oneLine(text)),
  lineStart: (text) => escapeLineStart(oneLine(text)),
  heading: (text) => escapeHeading(oneLine(text)),
  table: pipeTable,
  block: fencedBlock,
}

/**
 * What GitHub links after it has rendered Markdown, where a backslash no longer helps: mentions, issue numbers, URLs, emoji
 * names. An invisible character in their middle keeps people from being notified and issues from being cross-linked.
 */
const linked = /@(?=[\p{L}\p{N}_-])|#(?=\d)|\bGH-(?=\d)|:(?=\\?\/\/)|\bwww(?=\\?\.)|:(?=[a-z0-9_+-]+:)/giu

/** What GitHub takes for the id of a commit. */
const commit = /\b[0-9a-f]{7,40}\b/giu

const invisible = "&#8203;"

function neutralise(markdown: string): string {
  return markdown
    .replace(commit, (id) => id.replace(/.{6}(?=.)/gu, `$&${invisible}`))
    .replace(linked, `$&${invisible}`)
}

/** A comment on GitHub. */
export const githubDialect: Dialect = {
  destination: "github",
  text: (text) => neutralise(escapeText(oneLine(text))),
  lineStart: (text) => neutralise(escapeLineStart(oneLine(text))),
  heading: (text) => neutralise(escapeHeading(oneLine(text))),
  table: pipeTable,
  block: fencedBlock,
}

/** Columns padded to their widest cell; the last one is left ragged. */
function alignedTable(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = header.map((title, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), title.length)
  )
  return [header, ...rows].map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()
  )
}

/** Plain text for a person. */
export const terminalDialect: Dialect = {
  destination: "terminal",
  text: oneLine,
  lineStart: oneLine,
  heading: oneLine,
  table: alignedTable,
  block: (text) => plainLines(text.replace(/\n$/u, "")).map((line) => `    | ${line}`.trimEnd()),
}
