import { redact } from "../redact/redact.ts"

/** How many types are told apart, and how much of a name is shown. */
const [mostTypes, longestName] = [100, 80]

/** Counts records of which nothing is known, by type. */
export class UnknownTypes {
  readonly #counts = new Map<string, number>()

  /** Counts one. */
  add(type: string): void {
    const name = nameOf(type)
    const key = this.#counts.has(name) || this.#counts.size < mostTypes ? name : "(other)"
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** How many there are of each type, in the order in which they were met. */
  counts(): { readonly [type: string]: number } {
    return Object.fromEntries(this.#counts)
  }
}

/** A type as a key of a report: one line, short, without secrets. */
function nameOf(type: string): string {
  // deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
  const line = redact(type).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, " ").trim()
  return line === "" ? "(none)" : line.slice(0, longestName)
}
