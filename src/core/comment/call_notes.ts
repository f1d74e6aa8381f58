import { fieldOf } from "../foreign/foreign_value.ts"
import type { CommentReading } from "./render_comment.ts"

/** What a check says of what it found, in words, for the comment. */
export type CallNotes = Pick<CommentReading, "rawCallNotes" | "instead" | "doubts">

/**
 * The words for the details and the undecided commands of a check. They come from outside, so nothing is taken for granted:
 * details that are not those of the raw calls are left out, and so is what is no text.
 */
export function callNotes(
  rawCallViolations: readonly string[],
  details: readonly unknown[],
  undecided: readonly unknown[],
): CallNotes {
  const violations = details.filter((detail) => fieldOf(detail, "kind") === "violation")
  const isTheirs = violations.length === rawCallViolations.length &&
    violations.every((detail, index) =>
      `${textOf(detail, "label")}: ${textOf(detail, "segment")}`.trim() === rawCallViolations[index]
    )
  const rawCallNotes = isTheirs
    ? violations.map((detail) => `${placeOf(detail)}${textOf(detail, "outcome") === "error" ? " (it failed)" : ""}`)
    : []
  const instead = new Map(
    (isTheirs ? violations : []).map((detail) => [textOf(detail, "label"), textOf(detail, "instead")]),
  )
  const advice = [...instead].flatMap(([label, text]) => text === "" ? [] : [`instead of ${label}, use ${text}`])
  const doubts = undecided.flatMap((doubt) => {
    const [reason, segment] = [textOf(doubt, "reason"), textOf(doubt, "segment")]
    return reason === "" || segment === "" ? [] : [{ text: `${reason}: ${segment}`, place: placeOf(doubt) }]
  })
  return {
    ...rawCallNotes.some((note) => note !== "") ? { rawCallNotes } : {},
    ...advice.length === 0 ? {} : { instead: advice },
    ...doubts.length === 0 ? {} : { doubts: doubts.map(({ text, place }) => `${text}${place}`) },
  }
}

function textOf(value: unknown, field: string): string {
  const text = fieldOf(value, field)
  return typeof text === "string" ? text : ""
}

/** The name of the file alone: folders tell whose machine it was. Plain commands of the standard input need no place. */
function placeOf(detail: unknown): string {
  const source = fieldOf(detail, "source")
  const [file, line] = [textOf(source, "file"), fieldOf(source, "line")]
  if (typeof line !== "number" || file === "" || file === "-" && textOf(source, "call") === "") return ""
  return `  [${file === "-" ? "the standard input" : file.replace(/^.*[/\\]/su, "")}:${line}]`
}
