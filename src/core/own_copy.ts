/** The same text in memory of its own: a part that was cut out of a larger text keeps all of it alive. */
export function ownCopy(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text))
  return typeof copy === "string" ? copy : text
}
