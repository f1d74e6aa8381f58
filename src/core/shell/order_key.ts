/** Where a command starts: offset in the outermost text, then in the text nested there, and so on. */
export type OrderKey = readonly number[]

/** Orders commands by where they start, the outer before the inner. */
export function compareOrderKeys(left: OrderKey, right: OrderKey): number {
  const shared = Math.min(left.length, right.length)
  for (let level = 0; level < shared; level++) {
    const difference = (left[level] ?? 0) - (right[level] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
