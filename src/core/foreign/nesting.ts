import { isForeignObject } from "./foreign_value.ts"

/** Whether a JSON value is nested deeper than a number of levels; it does not recurse, whatever the value. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.filter(isForeignObject).flatMap((one) => Object.values(one))
  }
  return false
}
