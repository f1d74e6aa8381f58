import * as Hash from "effect/Hash"

/** What a run is about, and the folder of its reports. */
export interface RunScope {
  readonly scope: string
  readonly scope_slug: string
  readonly scope_reason: string
}

/** A folder name may have 255 bytes; the store may add a hash. */
const longestSlug = 100

/**
 * The scope of a run over the whole corpus, or over the paths that narrow it (relative to the root, `/`).
 * A slug keeps a path's letters and digits and joins its parts with `-`; several paths are sorted and joined with `+`.
 * A slug that grew too long is cut and ends in a hash of the whole.
 */
export function corpusScope(paths: readonly string[]): RunScope {
  if (paths.length === 0) return { scope: "corpus", scope_slug: "corpus", scope_reason: "no path was given" }
  const sorted = [...new Set(paths)].sort()
  const slug = sorted.map((path) => `corpus-${slugOf(path)}`).join("+")
  const hash = (Hash.string(slug) >>> 0).toString(16).padStart(8, "0")
  return {
    scope: `corpus ${sorted.join(" ")}`,
    scope_slug: slug.length <= longestSlug ? slug : `${slug.slice(0, longestSlug)}-${hash}`,
    scope_reason: sorted.length === 1 ? "a path was given" : "paths were given",
  }
}

function slugOf(path: string): string {
  return path.toLowerCase().replace(/[^a-z0-9]+/gu, "-").replace(/^-+|-+$/gu, "") || "root"
}
