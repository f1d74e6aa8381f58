import { baseName } from "../../core/corpus/folder_path.ts"

/** Languages whose imports are read. */
const imports = /\.(?:[cm]?[jt]s|[jt]sx)$/u
/** Other languages: what is in their files is compared line by line only. */
const others = /\.(?:py|go|rs|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|rb|php|scala|sh|bash|lua|ex|exs|dart|vue|svelte)$/u
/** Files that name others by path. */
const settings = /(?:\.(?:json|jsonc|json5|ya?ml|toml)|(?:^|\/)(?:Makefile|Dockerfile|Justfile))$/u
const locks = /(?:^|\/)(?:[^/]*[-.]lock(?:\.\w+)?|[^/]+\.lock|package-lock\.json|pnpm-lock\.ya?ml|go\.sum)$/iu
/** Written by programs, or by others. */
const foreign =
  /(?:^|\/)(?:dist|build|out|coverage|vendor|vendored|third[_-]party|node_modules|generated|__generated__|\.yarn)\/|(?:\.min\.[cm]?js|\.generated\.\w+|\.gen\.\w+|_pb\.\w+|\.pb\.\w+|\.snap|\.d\.[cm]?ts)$/u
const tests =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|fixtures?|testdata|__mocks__|examples?|bench(?:marks?)?)\/|(?:[._-](?:test|spec|bench|stories)\.\w+|(?:^|\/)test_[^/]*)$/u

/** Whether a file is TypeScript or JavaScript. */
export function hasReadableImports(path: string): boolean {
  return imports.test(path)
}

/** Whether a file is source code of any language. */
export function isSource(path: string): boolean {
  return imports.test(path) || others.test(path)
}

/** Whether a file sets up tools, and so names files by path. */
export function isSetting(path: string): boolean {
  return settings.test(path) && !locks.test(path)
}

/** Whether a program writes the file to pin versions. */
export function isLock(path: string): boolean {
  return locks.test(path)
}

/** Whether a file is generated or vendored: nobody here writes it. */
export function isForeign(path: string): boolean {
  return foreign.test(path) || locks.test(path)
}

/** Whether a file is a test, or data of one. */
export function isTest(path: string): boolean {
  return tests.test(path)
}

/** The part of a file name that imports and tests share: `a` of `a.ts`, `a.test.ts` and `a_test.ts`. */
export function stemOf(path: string): string {
  return baseName(path).replace(/\..*$/u, "").replace(/[._-](?:test|spec)$/u, "").replace(/^test_/u, "")
}

/** What is said of files of other languages. */
export function otherLanguages(paths: readonly string[]): string | undefined {
  const found = paths.filter((path) => others.test(path) && !isForeign(path))
  if (found.length === 0) return undefined
  const extensions = [...new Set(found.map((path) => path.slice(path.lastIndexOf("."))))].sort()
  const [files, were] = found.length === 1 ? ["file", "was"] : ["files", "were"]
  return `imports are read in TypeScript and JavaScript only: ${found.length} ${files} of other languages (${
    extensions.join(", ")
  }) ${were} compared without them`
}
