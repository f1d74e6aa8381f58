import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName, folderOf, foldersAround } from "../../core/corpus/folder_path.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import { type CorpusLookup, corpusLookup } from "../lookup/corpus_lookup.ts"
import { recordsOf } from "../guard/set_apart.ts"
import { extensionOf, type WrittenPath } from "./written_path.ts"

/** What written paths are looked up in. */
export interface PathLookup extends CorpusLookup {
  /** Whether some file of the corpus has this extension, or files of most repositories do. */
  readonly isExtension: (extension: string) => boolean
  /** The files, or folders, whose path ends in the named part of a written one. */
  readonly endingIn: (path: WrittenPath) => readonly string[]
  readonly kindOf: (path: string) => NodeKind | undefined
  /** The files that speak of the repository of their day. */
  readonly records: ReadonlySet<string>
}

const commonExtensions =
  "md ts js tsx jsx mjs py rs go java kt rb php c h cpp cs swift sh sql json yaml yml toml txt html css"
    .split(" ")

/** Indexes a corpus for written paths. */
export function pathLookup(corpus: Corpus): PathLookup {
  const { paths } = corpus
  const extensions = new Set([...commonExtensions, ...paths.files.map(extensionOf)])
  const folders = new Set(paths.files.map(folderOf))
  for (const folder of [...folders]) for (const around of foldersAround(folder)) folders.add(around)
  const foldersByName = Map.groupBy(folders, baseName)
  const kinds = new Map(nodesOf(corpus).map((node) => [node.path, node.kind]))
  return {
    ...corpusLookup(corpus),
    isExtension: (extension) => extensions.has(extension),
    endingIn: ({ named, isFolder }) => {
      const namesakes = isFolder ? foldersByName.get(baseName(named)) ?? [] : paths.named(baseName(named))
      return namesakes.filter((path) => path === named || path.endsWith(`/${named}`))
    },
    kindOf: (path) => kinds.get(path),
    records: recordsOf(corpus),
  }
}
