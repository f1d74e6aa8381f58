import type { Edit } from "../schema/finding.ts"
import type { TaggedFinding } from "../schema/diff_result.ts"

/** A replacement of whole lines at a place, as GitHub can commit it. */
export interface Suggestion {
  readonly place: string
  readonly lines: readonly string[]
}

const longest = 10

type Replacement = Extract<Edit, { readonly find: string }>

/**
 * The suggestion block of a finding, or `undefined` when prose must do: exactly one edit of a direct fix, at most ten lines,
 * replacing the whole lines that the evidence quotes, with the same indentation, and free of diff markers.
 */
export function suggestionOf(finding: TaggedFinding): Suggestion | undefined {
  const [edit, ...others] = finding.edits ?? []
  if (edit === undefined || others.length > 0 || finding.route !== "direct-fix" || !("find" in edit)) return undefined
  const source = quotedLines(finding, edit)
  const after = replaceOnce(source.text, edit)
  if (after === "" && takesLinesOut(edit)) return { place: source.place, lines: [] }
  const lines = after.replace(/\r?\n$/u, "").split(/\r?\n/u)
  if (lines.length > longest || !sameIndentation(source.text, lines) || addsDiffMarker(source.text, lines)) {
    return undefined
  }
  return { place: source.place, lines }
}

/** Whether an edit takes lines out together with their ends, so that no empty line stays. */
export function takesLinesOut({ find, replace }: Replacement): boolean {
  return replace === "" && find.endsWith("\n")
}

/**
 * The lines that the edit changes, and where they are: its own text when a quote is in it, else the quote that holds it.
 * A quote has no indentation, and of a long line only a part, so the text of an edit of whole lines is better.
 */
function quotedLines(finding: TaggedFinding, edit: Replacement): { readonly place: string; readonly text: string } {
  for (const { path, line, end_line = line, quote } of finding.evidence ?? []) {
    if (path !== edit.path) continue
    const at = edit.find.indexOf(quote)
    if (at >= 0) {
      const first = line - lineEnds(edit.find.slice(0, at))
      return { place: placeOf(path, first, first + lineEnds(edit.find.trimEnd())), text: edit.find }
    }
    if (quote.split(edit.find).length === 2) return { place: placeOf(path, line, end_line), text: quote }
  }
  return { place: edit.path, text: edit.find }
}

function placeOf(path: string, first: number, last: number): string {
  return first === last ? `${path}:${first}` : `${path}:${first}-${last}`
}

function lineEnds(text: string): number {
  return text.split("\n").length - 1
}

function replaceOnce(text: string, edit: Replacement): string {
  const [before, after] = text.split(edit.find)
  return `${before ?? ""}${edit.replace}${after ?? ""}`
}

function sameIndentation(source: string, lines: readonly string[]): boolean {
  return indentation(source) === indentation(lines[0] ?? "")
}

function indentation(text: string): string {
  return /^[ \t]*/u.exec(text)?.[0] ?? ""
}

function addsDiffMarker(source: string, lines: readonly string[]): boolean {
  const markers = new Set(source.split(/\r?\n/u).map((line) => line.charAt(0)))
  return lines.some((line) => /^[+-]/u.test(line) && !markers.has(line.charAt(0)))
}
