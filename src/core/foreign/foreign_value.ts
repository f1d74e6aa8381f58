/** An object from outside, of which nothing is known: each field may be there or not, and hold whatever JSON can. */
export interface ForeignObject {
  /** Nothing is known of a field. */
  readonly [field: string]: unknown
}

/** Whether a value is an object; arrays are. */
export function isForeignObject(value: unknown): value is ForeignObject {
  return typeof value === "object" && value !== null
}

/** Whether a value is an object with named fields, so no array. */
export function isMapping(value: unknown): value is ForeignObject {
  return isForeignObject(value) && !Array.isArray(value)
}

/** The field of a value; `undefined` when the value is no object. */
export function fieldOf(value: unknown, field: string): unknown {
  return isForeignObject(value) ? value[field] : undefined
}

/** Whether a field was passed: an explicit `null` counts as not passed. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** A text without its outer white space; `undefined` when it is blank or no text. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" ? undefined : text
}

/** The items of a list, which may be written as one or with commas; none for what is neither. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === "string" ? value.split(",") : []
}

/** The word of a list that a value means, whatever its case and outer white space. */
export function wordIn<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  const folded = typeof value === "string" ? value.trim().toLowerCase() : undefined
  return words.find((word) => word === folded)
}

/** A whole number above zero, of the number type. */
export function positiveInteger(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

/** A value as a message quotes it: short, and for every value there is. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" && value !== null || typeof value === "function" || typeof value === "symbol"
    ? `a value of type ${typeof value}`
    : String(value)
}
