import { diffArrays } from "diff/lib/diff/array.js"

/** More changed lines than this are compared as a set: finding the least difference takes quadratic time. */
const mostEdits = 2000

/** The numbers of the lines that a text did not have before. */
export function addedLines(before: readonly string[], after: readonly string[]): ReadonlySet<number> {
  if (before.length === 0) return new Set(after.map((_, index) => index + 1))
  const parts = diffArrays([...before], [...after], { maxEditLength: mostEdits })
  const added = new Set<number>()
  if (parts === undefined) {
    const known = new Set(before)
    after.forEach((line, index) => known.has(line) || added.add(index + 1))
    return added
  }
  let line = 1
  for (const part of parts) {
    if (part.removed) continue
    if (part.added) part.value.forEach((_, index) => added.add(line + index))
    line += part.value.length
  }
  return added
}
