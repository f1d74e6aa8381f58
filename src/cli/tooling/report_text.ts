import { beginning } from "../../core/comment/inert_text.ts"
import type { ToolingDetail, ToolingReport, ToolingSource } from "../../core/schema/tooling_report.ts"

/** What is printed when there is no violation. */
export function cleanText({ allowedWriteOps }: ToolingReport): string {
  const allowed = allowedWriteOps.length
  return [
    "internalToolingOnly: true",
    ...allowed === 0 ? [] : [`allowed write operations: ${allowed}`],
  ].join("\n")
}

/** How many entries a list for a person has, and how many characters of one are shown. */
const [longestList, longestEntry] = [50, 300]

/** The violations, a line each, and what to use instead. */
export function violationText({ details }: ToolingReport): string {
  const violations = details.filter(({ kind }) => kind === "violation")
  const count = violations.length
  const advice = new Map(violations.map(({ label, instead }) => [label, instead]))
  return [
    `internalToolingOnly: false, ${count} raw ${count === 1 ? "call" : "calls"}`,
    ...listed(violations, (detail) => `  ${shortened(`${detail.label}: ${detail.segment}`)}${placeOf(detail)}`),
    ...[...advice].slice(0, longestList).flatMap(([label, instead]) =>
      instead === undefined ? [] : [`instead of ${oneLine(label)}, use ${shortened(instead)}`]
    ),
  ].join("\n")
}

/** What could not be decided and what was not read; empty when everything was. */
export function doubtText({ undecided, coverage }: ToolingReport): string {
  const { skipped, complete } = coverage
  const doubts = listed(
    undecided,
    ({ segment, reason, source }) => `  ${reason}: ${shortened(segment)}${inSource(source)}`,
  )
  const first = skipped.first === undefined ? "" : `; the first: ${inFile(skipped.first)}: ${skipped.first.reason}`
  const lines = `${skipped.count} ${skipped.count === 1 ? "line was" : "lines were"} not read${first}`
  return [
    ...undecided.length === 0 ? [] : [
      undecided.length === 1
        ? "retro: it cannot be decided what this command runs; look at it yourself"
        : `retro: it cannot be decided what these ${undecided.length} commands run; look at them yourself`,
      ...doubts,
    ],
    ...skipped.count === 0 ? [] : [`retro: ${complete ? "" : "the check is not complete: "}${lines}`],
    ...complete ? [] : unknownText(coverage),
    ...nothingText(coverage),
  ].join("\n")
}

/** The types of the records that nobody knows: they say what was read. */
function unknownText({ unknownRecords }: ToolingReport["coverage"]): readonly string[] {
  const types = Object.entries(unknownRecords)
  const names = types.slice(0, 3).map(([type, count]) => `${type} (${count})`).join(", ")
  return types.length === 0
    ? []
    : [`retro: records of types that are not known: ${names}${types.length > 3 ? ", …" : ""}`]
}

/** Without a command, "clean" says nothing. */
function nothingText({ complete, records, commands, userCommands }: ToolingReport["coverage"]): readonly string[] {
  if (commands + userCommands > 0) return []
  const why = !complete ? "" : records === 0 ? ": the transcript is empty" : ": the transcript holds none"
  return [`retro: no command was read${why}`]
}

/** The first entries of a list, and how many more there are. */
function listed<Item>(items: readonly Item[], lineOf: (item: Item) => string): readonly string[] {
  const more = items.length - longestList
  const lines = items.slice(0, longestList).map(lineOf)
  return more <= 0 ? lines : [...lines, `  and ${more} more, which --json lists`]
}

/** A text in one line, of which a long end is counted. */
function shortened(text: string): string {
  const line = oneLine(text)
  const shown = beginning(line, longestEntry)
  const rest = line.length - shown.length
  return rest === 0 ? line : `${shown} … (${rest} more ${rest === 1 ? "character" : "characters"})`
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
  return text.replace(/(?<![ \t])[ \t]+(?=\r?\n)/gu, "").replace(/\r?\n[ \t]*/gu, " ⏎ ").replace(
    // deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}
