/** A change of one line of a file, before it becomes an edit. */
export type LineChange =
  | { readonly _tag: "replace"; readonly line: number; readonly text: string }
  | { readonly _tag: "insert"; readonly after: number; readonly texts: readonly string[] }
  | { readonly _tag: "delete"; readonly line: number }

/** Replaces the only occurrence of a text in a line; `undefined` when it occurs never or more than once. */
export function replaceOnce(
  lines: readonly string[],
  line: number,
  find: string,
  replace: string,
): LineChange | undefined {
  const text = lines[line - 1]
  if (text === undefined || find === "") return undefined
  const at = text.indexOf(find)
  if (at < 0 || text.indexOf(find, at + 1) >= 0) return undefined
  return { _tag: "replace", line, text: text.slice(0, at) + replace + text.slice(at + find.length) }
}
