/** What a run is about, and the folder of its reports. */
export interface RunScope {
  readonly scope: string
  readonly scope_slug: string
  readonly scope_reason: string
}

/**
 * The scope of a run over the whole corpus, or over the paths that narrow it (relative to the root, `/`).
 * A slug keeps a path's letters and digits and joins its parts with `-`; several paths are sorted and joined with `+`.
 */
export function corpusScope(paths: readonly string[]): RunScope {
  if (paths.length === 0) return { scope: "corpus", scope_slug: "corpus", scope_reason: "no path was given" }
  const sorted = [...new Set(paths)].sort()
  return {
    scope: `corpus ${sorted.join(" ")}`,
    scope_slug: sorted.map((path) => `corpus-${slugOf(path)}`).join("+"),
    scope_reason: sorted.length === 1 ? "a path was given" : "paths were given",
  }
}

function slugOf(path: string): string {
  return path.toLowerCase().replace(/[^a-z0-9]+/gu, "-").replace(/^-+|-+$/gu, "") || "root"
}
