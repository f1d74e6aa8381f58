import { type Corpus, isInScope, type UnreadableFile } from "../../core/corpus/corpus.ts"

/** Whether this is a folder that could not be looked into and that may hold a part of the run's scope. */
export function isClosedFolder(corpus: Pick<Corpus, "scope">, { path }: UnreadableFile): boolean {
  if (!path.endsWith("/")) return false
  return path === "./" || isInScope(corpus, path) || corpus.scope.some((root) => root.startsWith(path))
}

/** Why a pass is incomplete, as its `skip_reason`: the first of what it needed and could not read. */
export function notRead([first, ...more]: readonly UnreadableFile[]): { readonly skip_reason?: string } {
  if (first === undefined) return {}
  const others = more.length === 0 ? "" : ` and ${more.length} more`
  return { skip_reason: `could not read ${first.path} (${first.why})${others}` }
}
