import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit } from "../../core/schema/finding.ts"
import { placeOnLine, type Replacement, textEdits } from "../outcome/text_edits.ts"

/**
 * The edits that put one path in the place of another, on lines that name it once for each time that inline code on them
 * has it. `undefined` when a line names it elsewhere, too, or no text around it is unique.
 */
export function pathEdits(
  document: MarkdownDocument,
  lines: readonly number[],
  from: string,
  to: string,
): readonly Edit[] | undefined {
  const replacements: Replacement[] = []
  for (const [line, places] of Map.groupBy(lines, (line) => line)) {
    const text = document.lines[line - 1] ?? ""
    let count = 0
    for (let column = text.indexOf(from); column >= 0; column = text.indexOf(from, column + from.length)) {
      const place = placeOnLine(document, line, from, column)
      if (/[\w./-]/u.test(text.charAt(column - 1)) || /[\w/-]/u.test(text.charAt(column + from.length))) continue
      if (place === undefined) return undefined
      replacements.push({ ...place, to })
      count++
    }
    if (count !== places.length) return undefined
  }
  return textEdits(document, replacements)
}
