import type { PlaceClaim } from "./place_claim.ts"

/** A key whose place in one file is not the place of others. */
export interface Conflict {
  readonly path: string
  readonly key: string
  /** The claims of the file. */
  readonly claims: readonly PlaceClaim[]
  /** Where the others have it. */
  readonly place: string
  /** Where they say so, the nearest first. */
  readonly others: readonly Pick<PlaceClaim, "document" | "line">[]
  /** Whether the others alone are enough to know what is right. */
  readonly settled: boolean
  /** Why it is fine all the same. */
  readonly excuse?: string
}
