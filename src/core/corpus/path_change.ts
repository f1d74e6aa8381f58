/** A change of a path between two states. */
export interface PathChange {
  /** A rename is one change, not a deletion and an addition. */
  readonly kind: "added" | "modified" | "deleted" | "renamed"
  /** Relative to the folder that is asked about; of a rename, the new one. */
  readonly path: string
  /** The old path of a rename. */
  readonly from?: string
}
