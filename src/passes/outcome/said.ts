import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"

/** What one rule of a pass says. */
export interface Said {
  readonly findings: readonly Finding[]
  readonly near_misses: readonly NearMiss[]
}

/** A rule has nothing to say. */
export const nothing: Said = { findings: [], near_misses: [] }

/** What several rules say, in their order. */
export function allSaid(said: readonly Said[]): Said {
  return {
    findings: said.flatMap(({ findings }) => findings),
    near_misses: said.flatMap(({ near_misses }) => near_misses),
  }
}

/** The findings, each locator and key once; of several the last. */
export function onePerKey(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.locator}\0${finding.key}`, finding])).values()]
}
