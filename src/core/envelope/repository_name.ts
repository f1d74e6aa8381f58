/** `owner/name` in its normal form: lower case, two segments that are safe in a path; `undefined` when it is none. */
export function normalRepositoryName(value: unknown): string | undefined {
  const name = typeof value === "string" ? value.trim().toLowerCase() : ""
  const segments = name.split("/")
  return segments.length === 2 && segments.every(isSafeSegment) ? name : undefined
}

function isSafeSegment(segment: string): boolean {
  return /^[a-z0-9_.-]+$/u.test(segment) && segment !== "." && segment !== ".."
}
