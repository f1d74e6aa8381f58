/** A text as JSON writes it, without the quotes around it: so it stands in a record. */
export function writtenText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** A 32-bit hash of a text. */
export function hashOfText(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  let value = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}
