import type { Corpus, UnreadableFile } from "../../core/corpus/corpus.ts"
import type { CorpusHome } from "../../core/corpus/corpus_home.ts"
import { gitIgnore } from "../../core/corpus/git_ignore.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { folderOf, foldersAround, under } from "../../core/corpus/folder_path.ts"

/** What links and paths are looked up in: the whole corpus, whatever the scope. */
export interface CorpusLookup {
  readonly paths: PathIndex
  /** Where the repository is on GitHub, if that is known and matters. */
  readonly home: CorpusHome | undefined
  readonly documents: readonly MarkdownDocument[]
  readonly document: (path: string) => MarkdownDocument | undefined
  /** What is known of a file instead, when it could not be read; of a folder, its README. */
  readonly unread: (path: string) => UnreadableFile | undefined
  /** The files and folders whose path differs from this one at most in case. */
  readonly inAnyCase: (path: string) => readonly string[]
  /** Whether the repository's own rules make git ignore a path, there or not; one that ends in `/` is a folder's. */
  readonly isIgnored: (path: string) => boolean
  /** The README that GitHub shows for a folder. */
  readonly readme: (folder: string) => MarkdownDocument | undefined
  /** The files directly in a folder. */
  readonly filesIn: (folder: string) => readonly string[]
}

/** Indexes a corpus for lookups; what few of them need is built when the first one asks. */
export function corpusLookup(corpus: Corpus): CorpusLookup {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  const inAnyCase = once(() => byLowerCase(corpus.paths.files))
  const byFolder = once(() => Map.groupBy(corpus.paths.files, folderOf))
  const isIgnoredByRule = once(() => gitIgnore(corpus.texts))
  const { paths } = corpus
  const filesIn = (folder: string): readonly string[] => byFolder().get(folder) ?? []
  const readmeOf = (folder: string): string | undefined =>
    filesIn(folder).find((path) => /(?:^|\/)readme\.(?:md|markdown)$/iu.test(path))
  const unread = new Map(corpus.unreadable.map((file) => [file.path, file]))
  return {
    paths: corpus.paths,
    home: corpus.home,
    documents: corpus.documents,
    document: (path) => documents.get(path),
    inAnyCase: (path) => inAnyCase().get(path.toLowerCase()) ?? [],
    filesIn,
    isIgnored: (path) =>
      isIgnoredByRule()(path) || paths.lookup(path) === "ignored" && paths.outside(path) === undefined,
    unread: (path) =>
      unread.size === 0 ? undefined : unread.get(path) ??
        (corpus.paths.lookup(path) === "directory" ? unread.get(readmeOf(path) ?? "") : undefined),
    readme: (folder) => {
      const readme = readmeOf(folder)
      return readme === undefined ? undefined : documents.get(readme)
    },
  }
}

function byLowerCase(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Set<string>()
  for (const file of files) {
    paths.add(file)
    for (const folder of foldersAround(folderOf(file))) {
      if (folder === "" || paths.has(folder)) break
      paths.add(folder)
    }
  }
  return Map.groupBy(paths, (path) => path.toLowerCase())
}

function once<Value>(build: () => Value): () => Value {
  let built: { readonly value: Value } | undefined
  return () => (built ??= { value: build() }).value
}

/** The innermost folder around a path that holds one of these files or folders; `undefined` when none does. */
export function folderHolding(paths: PathIndex, folder: string, names: readonly string[]): string | undefined {
  return foldersAround(folder).find((around) =>
    names.some((name) => {
      const entry = paths.lookup(under(around, name))
      return entry === "file" || entry === "directory"
    })
  )
}
