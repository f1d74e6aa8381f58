const maxDepth = 200

/** A copy of JSON-like data that nobody can change; what is nested deeper than 200 levels is left out. */
export function frozenCopy(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value
  if (depth > maxDepth) return undefined
  return Object.freeze(
    Array.isArray(value)
      ? value.map((entry: unknown) => frozenCopy(entry, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, frozenCopy(entry, depth + 1)])),
  )
}
