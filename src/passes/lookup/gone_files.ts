import type { Change } from "../change_fit/change.ts"

/** The files that a change took away, and where a rename put them. */
export type GoneFiles = ReadonlyMap<string, string | undefined>

/** The paths that are not there any more after a change. */
export function goneFiles({ changes, after }: Pick<Change, "changes" | "after">): GoneFiles {
  return new Map(
    changes.flatMap(({ kind, path, from }): readonly [string, string | undefined][] => {
      if (kind === "deleted" && after.paths.lookup(path) === undefined) return [[path, undefined]]
      return from !== undefined && after.paths.lookup(from) === undefined ? [[from, path]] : []
    }),
  )
}
