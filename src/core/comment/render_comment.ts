import { redact } from "../redact/redact.ts"
import type { RetrospectiveFindings } from "../schema/retrospective_findings.ts"
import { commentMarker } from "./comment_marker.ts"
import { beginning, inert, singleLine } from "./inert_text.ts"

/** How well the findings are founded, and what else is known of them, where the one who looked says so. */
export interface CommentReading {
  /** How many commands could not be decided: they are no raw calls, and may be some. */
  readonly undecided?: number
  /** Whether everything was read. */
  readonly complete?: boolean
  /** How many commands were read. */
  readonly commands?: number
  /** For each raw call, in the order of the list: where it was typed, and that it failed. */
  readonly rawCallNotes?: readonly string[]
  /** What to use instead, a line for each label. */
  readonly instead?: readonly string[]
  /** The commands that could not be decided: the reason, the command, the place. */
  readonly doubts?: readonly string[]
}

/** What GitHub takes for the body of a comment. */
const mostCharacters = 65_536
/** A command is known by its beginning; the end of a long one is mostly data. */
const longestEntry = 500
/** A list that is longer is folded, so that it does not bury what people say. */
const longestOpenList = 10
/** What the second list may have of the room when the first one fills it. */
const roomOfSecond = 16_384
/** What the lists of advice and of undecided commands may have of it. */
const [roomOfAdvice, roomOfDoubts] = [4096, 8192]
/** For the line that says what was left out. */
const roomOfNote = 120

/**
 * The body of the advisory comment of a pull request: the same findings give the same bytes. What people typed is shown
 * as data: nobody is mentioned, nothing is referred to, no Markdown comes of it, and secrets are taken out. The body has
 * at most 65,536 UTF-16 code units; what does not fit is counted, and so is the end of a long command.
 *
 * @example
 * ```ts
 * import { renderAdvisoryComment } from "@retro/cli/core"
 * import { match } from "node:assert/strict"
 * const body = renderAdvisoryComment({
 *   internalToolingOnly: false,
 *   rawCallViolations: ["gh: GH_TOKEN=hunter2 gh api /user"],
 *   allowedWriteOps: [],
 * })
 * match(body, /^### Retrospective: 1 raw call$/mu)
 * match(body, /^gh: GH_TOKEN=<redacted:secret-assignment> gh api \/user$/mu)
 * ```
 */
export function renderAdvisoryComment(findings: RetrospectiveFindings, reading: CommentReading = {}): string {
  const lists: Lists = {
    rawCalls: findings.rawCallViolations.map((text, index) => entryOf(text, reading.rawCallNotes?.[index])),
    instead: (reading.instead ?? []).map((text) => entryOf(text)),
    doubts: (reading.doubts ?? []).map((text) => entryOf(text)),
    allowed: findings.allowedWriteOps.map((text) => entryOf(text)),
  }
  for (let room = mostCharacters;;) {
    // Texts that stand together may look like a secret that each alone is not.
    const body = redact(bodyWithin(room, findings, reading, lists))
    if (body.length <= mostCharacters) return body
    room -= body.length - mostCharacters
  }
}

interface Lists {
  readonly rawCalls: readonly string[]
  readonly instead: readonly string[]
  readonly doubts: readonly string[]
  readonly allowed: readonly string[]
}

/** One line of a list. Secrets go first: one that is cut or parted would not be known any more. */
function entryOf(text: string, note = ""): string {
  const line = singleLine(redact(text))
  const shown = beginning(line, longestEntry)
  const rest = line.length - shown.length
  const end = rest === 0 ? "" : ` … (${rest} more ${rest === 1 ? "character" : "characters"})`
  return inert(shown) + end + (note === "" ? "" : `  ${inert(beginning(singleLine(redact(note)), longestEntry))}`)
}

function bodyWithin(
  room: number,
  findings: RetrospectiveFindings,
  reading: CommentReading,
  { rawCalls, instead, doubts, allowed }: Lists,
): string {
  const head = [
    commentMarker,
    `### Retrospective: ${titleOf(findings, reading)}`,
    "Advisory: it blocks nothing. Each run of the retrospective updates this comment.",
    ...remarksOn(findings, reading),
    `\`internalToolingOnly\`: ${findings.internalToolingOnly}`,
  ].join("\n\n")
  const advice = listWithin(Math.min(room - head.length, roomOfAdvice), "What to use instead", undefined, instead)
  const open = listWithin(Math.min(room - head.length - advice.length, roomOfDoubts), "Undecided", "undecided", doubts)
  const left = room - head.length - advice.length - open.length
  const second = listWithin(Math.min(left, roomOfSecond), "Allowed write operations", "allowedWriteOps", allowed)
  const first = listWithin(left - second.length, "Raw calls", "rawCallViolations", rawCalls)
  const fuller = listWithin(left - first.length, "Allowed write operations", "allowedWriteOps", allowed)
  return `${head}${first}${advice}${open}${fuller}`
}

/** What the findings come to, by the first line that holds. */
function titleOf({ internalToolingOnly, rawCallViolations }: RetrospectiveFindings, reading: CommentReading): string {
  if (rawCallViolations.length > 0) return counted(rawCallViolations.length, "raw call", "raw calls")
  if (!internalToolingOnly) return "not internal tooling only"
  if (reading.complete === false) return "no raw call in what was read"
  if (reading.commands === 0) return "no command was read"
  return (reading.undecided ?? 0) > 0 ? "no raw call for certain" : "internal tooling only"
}

function remarksOn(
  findings: RetrospectiveFindings,
  { undecided = 0, complete = true, commands, doubts = [] }: CommentReading,
): readonly string[] {
  const { internalToolingOnly, rawCallViolations } = findings
  const remarks: readonly (readonly [isSaid: boolean, text: string])[] = [
    [rawCallViolations.length === 0 && internalToolingOnly, "No raw call was found."],
    [
      rawCallViolations.length === 0 && !internalToolingOnly,
      "The findings name no raw call, and still say that there was one.",
    ],
    [
      rawCallViolations.length > 0 && internalToolingOnly,
      "The findings say both: internal tooling only, and these raw calls.",
    ],
    [
      undecided > 0,
      `Undecided: ${counted(undecided, "command", "commands")}. They ${
        doubts.length === undecided ? "" : "are not all listed, and "
      }may be raw calls.`,
    ],
    [commands === 0, "No command of an agent was read, so nothing was judged."],
    [!complete, "Not everything was read: there may be more raw calls."],
  ]
  return remarks.flatMap(([isSaid, text]) => isSaid ? [text] : [])
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}

/** A list as a section that begins with a blank line; entries that do not fit into the room are counted. */
function listWithin(room: number, title: string, field: string | undefined, entries: readonly string[]): string {
  if (entries.length === 0) return ""
  const isFolded = entries.length > longestOpenList
  const heading = `${title}${field === undefined ? "" : ` (\`${field}\`)`}: ${entries.length}`
  const summary = `${title}${field === undefined ? "" : ` (<code>${field}</code>)`}: ${entries.length}`
  const before = isFolded
    ? `\n\n<details><summary>${summary}</summary>\n\n\`\`\`text\n`
    : `\n\n${heading}\n\n\`\`\`text\n`
  const after = isFolded ? "```\n\n</details>" : "```"
  const shown = fitting(entries, room - before.length - after.length - roomOfNote)
  const cut = entries.length - shown.length
  const note = cut === 0
    ? ""
    : `\n\n${cut} more (of ${entries.length}) are not shown: a comment holds at most ${mostCharacters} characters.`
  return `${before}${shown.map((entry) => `${entry}\n`).join("")}${after}${note}`
}

/** The entries from the first on that fit together. */
function fitting(entries: readonly string[], room: number): readonly string[] {
  let left = room
  const end = entries.findIndex((entry) => (left -= entry.length + 1) < 0)
  return end < 0 ? entries : entries.slice(0, end)
}
