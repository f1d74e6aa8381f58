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
  return {
    scope: `corpus ${sorted.join(" ")}`,
    scope_slug: shortened(slug),
    scope_reason: sorted.length === 1 ? "a path was given" : "paths were given",
  }
}

/** The scope of a run over modules, ascending. */
export function moduleScope(modules: readonly string[], named: boolean): RunScope {
  const all = modules.length === 0
  return {
    scope: all ? "module ." : `module ${modules.join(" ")}`,
    scope_slug: shortened(`module-${all ? "root" : modules.map(slugOf).join("+")}`),
    scope_reason: named ? "--scope module, and named" : "--scope module: changed since the last commit",
  }
}

/** A slug whose reports would lie where those of another scope lie; some file systems do not tell capitals from small letters. */
const reserved = /^(?:corpus|decisions|system|docs|project|diff|module|conformance)(?:$|[-+])/iu

/** The scope of a run over one feature; a slug that another scope has as its folder gets a folder of its own. */
export function conformanceScope(slug: string): RunScope {
  return {
    scope: `conformance:${slug}`,
    scope_slug: reserved.test(slug) ? `conformance-${slug}` : slug,
    scope_reason: "a slug was given",
  }
}

/** What the scope of a change is named by. */
interface Change {
  readonly since: string
  readonly commit: string
  readonly branch: string | undefined
  /** Paths that narrow the run. */
  readonly paths: readonly string[]
  /** What it is held against. */
  readonly intent: string
}

/** The scope of a run over a change: its reports are those of the branch. */
export function diffScope({ since, commit, branch, paths, intent }: Change): RunScope {
  const sorted = [...new Set(paths)].sort()
  const slug = ["diff", ...(branch === undefined ? [] : [slugOf(branch)]), ...sorted.map(slugOf)].join("-")
  return {
    scope: [`diff ${since}..HEAD`, ...sorted].join(" "),
    scope_slug: shortened(slug),
    scope_reason: `--since was given: from commit ${commit.slice(0, 12)} to the files on disk; ${intent}`,
  }
}

/** A slug that grew too long is cut and ends in a hash of the whole. */
function shortened(slug: string): string {
  const hash = (Hash.string(slug) >>> 0).toString(16).padStart(8, "0")
  return slug.length <= longestSlug ? slug : `${slug.slice(0, longestSlug)}-${hash}`
}

function slugOf(path: string): string {
  return path.toLowerCase().replace(/[^a-z0-9]+/gu, "-").replace(/^-+|-+$/gu, "") || "root"
}
