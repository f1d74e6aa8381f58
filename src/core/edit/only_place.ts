/** Where a text occurs, when it does so exactly once; overlapping places count. */
export function onlyPlace(text: string, part: string): number | undefined {
  const at = text.indexOf(part)
  return at >= 0 && text.indexOf(part, at + 1) < 0 ? at : undefined
}
