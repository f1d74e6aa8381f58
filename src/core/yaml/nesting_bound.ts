import { linesOf } from "../text_lines.ts"
/**
 * An upper bound of how deep a YAML text is nested, read without parsing it, because the parser recurses: columns of
 * open blocks, indicators before the content of a line, and brackets that are open.
 */
export function nestingBound(text: string): number {
  const columns: number[] = []
  let [brackets, bound] = [0, 0]
  for (const line of linesOf(text)) {
    const indent = line.length - line.trimStart().length
    if (indent === line.length) continue
    while ((columns.at(-1) ?? -1) >= indent) columns.pop()
    columns.push(indent)
    const indicators = /^(?:[-?:][ \t]+)*/u.exec(line.slice(indent))?.[0].replace(/[ \t]/gu, "").length ?? 0
    bound = Math.max(bound, columns.length + indicators + brackets)
    for (const bracket of line.match(/[[\]{}]/gu) ?? []) {
      brackets = bracket === "[" || bracket === "{" ? brackets + 1 : Math.max(0, brackets - 1)
      bound = Math.max(bound, columns.length + indicators + brackets)
    }
  }
  return bound
}
