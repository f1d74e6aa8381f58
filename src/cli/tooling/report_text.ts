import type { ToolingDetail, ToolingReport, ToolingSource } from "../../core/schema/tooling_report.ts"

/** What is printed when there is no violation. */
export function cleanText({ allowedWriteOps }: ToolingReport): string {
  const allowed = allowedWriteOps.length
  return [
    "internalToolingOnly: true",
    ...allowed === 0 ? [] : [`allowed write operations: ${allowed}`],
  ].join("\n")
}

/** The violations, a line each, and what to use instead. */
export function violationText({ details }: ToolingReport): string {
  const violations = details.filter(({ kind }) => kind === "violation")
  const count = violations.length
  const advice = new Map(violations.map(({ label, instead }) => [label, instead]))
  return [
    `internalToolingOnly: false, ${count} raw ${count === 1 ? "call" : "calls"}`,
    ...violations.map((detail) => `  ${oneLine(`${detail.label}: ${detail.segment}`)}${placeOf(detail)}`),
    ...[...advice].flatMap(([label, instead]) =>
      instead === undefined ? [] : [`instead of ${label}, use ${oneLine(instead)}`]
    ),
  ].join("\n")
}

/** What could not be decided and what was not read; empty when everything was. */
export function doubtText({ undecided, coverage }: ToolingReport): string {
  const { skipped, complete } = coverage
  const doubts = undecided.map(({ segment, reason, source }) => `  ${reason}: ${oneLine(segment)}${inSource(source)}`)
  const first = skipped.first === undefined ? "" : `; the first: ${inFile(skipped.first)}: ${skipped.first.reason}`
  const lines = `${skipped.count} ${skipped.count === 1 ? "line was" : "lines were"} not read${first}`
  const nothing = coverage.records > 0 && coverage.commands + coverage.userCommands === 0 ? unknownText(coverage) : []
  return [
    ...doubts.length === 0 ? [] : [
      doubts.length === 1
        ? "retro: it cannot be decided what this command runs; look at it yourself"
        : `retro: it cannot be decided what these ${doubts.length} commands run; look at them yourself`,
      ...doubts,
    ],
    ...skipped.count === 0 ? [] : [`retro: ${complete ? "" : "the check is not complete: "}${lines}`],
    ...nothing,
  ].join("\n")
}

/** A session of which no record is known was not judged, whatever else is said. */
function unknownText({ unknownRecords, records }: ToolingReport["coverage"]): readonly string[] {
  const types = Object.entries(unknownRecords)
  if (types.reduce((sum, [, count]) => sum + count, 0) < records) return []
  const names = types.slice(0, 3).map(([type]) => type).join(", ")
  return [`retro: no record is of a known type (${names}), so nothing was judged; name the format with --from`]
}

function placeOf({ source, outcome }: ToolingDetail): string {
  return `${inSource(source)}${outcome === "error" ? " (it failed)" : ""}`
}

/** Plain input on the standard input needs no place: the command says it all. */
function inSource(source: ToolingSource): string {
  return source.file === "-" && source.call === undefined ? "" : `  [${inFile(source)}]`
}

function inFile({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file === "-" ? "the standard input" : oneLine(file)}:${line}`
}

/** A text in one line that moves no cursor: what an agent typed may hold anything. */
function oneLine(text: string): string {
  return text.replace(/[ \t]*\r?\n[ \t]*/gu, " ⏎ ").replace(
    // deno-lint-ignore no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}
