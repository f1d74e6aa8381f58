import { structuredPatch } from "diff/lib/patch/create.js"

/** More changed lines than this are shown as one block: finding the least difference takes quadratic time. */
const mostChangedLines = 2000

interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

/**
 * The change of a file as `git diff` shows it: three lines of context, `\ No newline at end of file`, line endings kept.
 * `undefined` as the text before: the file is new. Equal texts give the empty string.
 *
 * @example
 * ```ts
 * import { unifiedDiff } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(unifiedDiff("a.md", "one\n", "two\n"), "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-one\n+two\n")
 * ```
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  if (before === after) return ""
  const from = before === undefined ? "/dev/null" : fileName(`a/${path}`)
  const lines = [`--- ${from}`, `+++ ${fileName(`b/${path}`)}`]
  for (const hunk of hunksOf(before ?? "", after)) {
    lines.push(`@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`, ...hunk.lines)
  }
  return lines.join("\n") + "\n"
}

function hunksOf(before: string, after: string): readonly Hunk[] {
  if (before === "" || after === "") return wholeHunks(before, after)
  const options = { context: 3, maxEditLength: mostChangedLines }
  const least = structuredPatch("", "", before, after, undefined, undefined, options)
  if (least !== undefined) return least.hunks
  const [removed] = wholeHunks(before, "")
  const [added] = wholeHunks("", after)
  if (removed === undefined || added === undefined) return []
  return [{ ...removed, newStart: 1, newLines: added.newLines, lines: [...removed.lines, ...added.lines] }]
}

/** The hunks when one side is empty. */
function wholeHunks(before: string, after: string): readonly Hunk[] {
  return structuredPatch("", "", before, after, undefined, undefined, { context: 3 }).hunks
}

/** A range as git writes it: a count of one is left out, and an empty range starts at the line before. */
function range(start: number, count: number): string {
  if (count === 1) return String(start)
  return `${count === 0 ? start - 1 : start},${count}`
}

/** A file name as git writes it: quoted when it holds a quote or a backslash; a tab ends one that holds a space. */
function fileName(name: string): string {
  if (/["\\]/u.test(name)) return `"${name.replace(/["\\]/gu, "\\$&")}"`
  return name.includes(" ") ? `${name}\t` : name
}
