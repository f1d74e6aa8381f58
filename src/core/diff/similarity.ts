import { distance } from "fastest-levenshtein"

/** Near-identical: the Levenshtein distance is below this share of the shorter text. */
const nearShare = 0.3
/** The best candidate must be better than the second by this share. */
const margin = 0.05
/** Shares are quotients: equal ones may differ in the last bits. */
const rounding = 1e-9

/** How far two texts are apart, as a share of the shorter one: 0 = equal; infinite when one is empty. */
export function distanceShare(one: string, other: string): number {
  if (one === other) return one === "" ? Number.POSITIVE_INFINITY : 0
  return distance(one, other) / Math.min(one.length, other.length)
}

/** Whether a share is near-identical. */
export function isNear(share: number): boolean {
  return share < nearShare - rounding
}

/** Whether the best is far enough from the second to be no guess. */
export function isClear(best: number, second: number): boolean {
  return second - best >= margin - rounding
}

/** The largest share that still matters to somebody whose best candidate has the share `best`. */
export function shareThatMatters(best: number, anyDistance: boolean): number {
  return Math.min(best + margin, anyDistance ? Number.POSITIVE_INFINITY : nearShare)
}

/** The share as a score: 1 for equal texts, 0 for texts that have nothing in common; three decimals, rounded down. */
export function scoreOf(share: number): number {
  return Math.floor(Math.max(0, 1 - share) * 1000 + rounding) / 1000
}
