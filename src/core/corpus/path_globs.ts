import * as Glob from "effect/Glob"

/**
 * Whether a path, or a folder that holds it, matches one of the globs: `vendor` and `vendor/` stand for everything in
 * that folder. Wildcards match names that start with a dot.
 */
export function matchesGlobs(globs: readonly string[]): (path: string) => boolean {
  const whole = globs.some((glob) => glob === "." || glob === "./")
  const compiled = globs.map((glob) => Glob.make(glob.replace(/^\.\//u, "").replace(/\/$/u, ""), { dot: true }))
  const folders = new Map<string, boolean>()
  const matches = (path: string): boolean => compiled.some((glob) => Glob.match(glob, path)) || inFolder(path)
  const inFolder = (path: string): boolean => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")))
    if (folder === "") return false
    const known = folders.get(folder)
    if (known !== undefined) return known
    const found = matches(folder)
    folders.set(folder, found)
    return found
  }
  return (path) => whole || matches(path)
}
