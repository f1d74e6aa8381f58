import type { Edit } from "../../core/schema/finding.ts"
import { placeOnLine, textEdits } from "../outcome/text_edits.ts"
import type { Enumeration } from "./enumeration.ts"

/** The edits that put values behind the last one of a list on one line, written as the list writes its own. */
export function completingEdits(
  { document, values, lines }: Enumeration,
  missing: readonly string[],
): readonly Edit[] | undefined {
  const [line, ...others] = lines
  if (line === undefined || others.length > 0) return undefined
  const lineStart = placeOnLine(document, line, "")?.start
  if (lineStart === undefined) return undefined
  const separators = new Set<string>()
  let end: number | undefined
  for (const value of values) {
    const place = placeOnLine(document, line, value, end === undefined ? 0 : end - lineStart)
    if (place === undefined) return undefined
    if (end !== undefined) separators.add(document.text.slice(end, place.start))
    end = place.end
  }
  const [separator, ...different] = separators
  if (end === undefined || separator === undefined || different.length > 0 || /\w/u.test(separator)) return undefined
  return textEdits(document, [{ start: end, end, to: missing.map((value) => separator + value).join("") }])
}
