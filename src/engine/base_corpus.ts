import type { Corpus, UnreadableFile } from "../core/corpus/corpus.ts"
import { corpusFileRoles } from "../core/corpus/corpus_file.ts"
import { folderOf, joinPath } from "../core/corpus/folder_path.ts"
import { type OutsidePath, pathIndex } from "../core/corpus/path_index.ts"
import type { Config } from "../core/schema/config.ts"
import * as Effect from "effect/Effect"
import { assembleCorpus, leaveOut } from "./assemble_corpus.ts"
import { type CorpusReading, unreadableName } from "./corpus_reader.ts"
import { mostBytes } from "./file_texts.ts"
import { Git, type GitFailed, type GitTree } from "./git.ts"

/** What to read of an earlier state. */
export interface BaseTarget {
  readonly commit: string
  readonly config: Config
  /** As for the corpus on disk. */
  readonly reads?: (path: string) => boolean
}

/**
 * The corpus of a reading as a commit has it, from git's objects alone. What git ignores is taken from the disk: no commit
 * knows it.
 */
export const readCorpusAt: (
  reading: CorpusReading,
  target: BaseTarget,
) => Effect.Effect<Corpus, GitFailed, Git> = Effect.fn("readCorpusAt")(function* (reading, { commit, config, reads }) {
  const roles = corpusFileRoles(config, reads)
  const tree = yield* (yield* Git).readTree(reading.root, commit, (path) => roles(path) !== undefined)
  const { files, links } = splitLinks(tree)
  const kept = leaveOut(files, config, reading.reports)
  const isTooLong = (text: string): boolean => text.length > mostBytes
  const texts = [...tree.texts].filter(([path, text]) => !kept.isLeftOut(path) && !isTooLong(text))
    .map(([path, text]) => ({ path, text }))
  const missed = [
    ...tree.without_text.map((path) => ({ path, why: "it is no UTF-8 text, or not in this clone" })),
    ...[...tree.texts].filter(([, text]) => isTooLong(text))
      .map(([path]) => ({ path, why: `it is larger than ${mostBytes / 1_000_000} MB` })),
  ].filter(({ path }) => roles(path) !== "organ")
  const unreadable: readonly UnreadableFile[] = [
    ...missed,
    ...tree.unreadable_names.filter((path) => roles(path) === "markdown").map((path) => ({
      path,
      why: unreadableName,
    })),
  ]
  const paths = pathIndex(kept.files, [...reading.ignored, ...tree.submodules], [
    ...tree.submodules.map((path): OutsidePath => ({ path, why: "submodule" })),
    ...kept.leftOut.map((path): OutsidePath => ({ path, why: "left out" })),
    ...links.map((folder): OutsidePath => ({ path: `${folder}/`, why: "linked" })),
  ])
  return assembleCorpus({
    texts,
    paths,
    roles,
    unreadable: unreadable.filter(({ path }) => !kept.isLeftOut(path)),
    scope: reading.corpus.scope,
    config,
    today: reading.corpus.today,
  })
})

/** The files of a tree without links to nothing and to folders, and the latter. */
function splitLinks(tree: GitTree): { readonly files: readonly string[]; readonly links: readonly string[] } {
  if (tree.links.size === 0) return { files: tree.files, links: [] }
  const there = new Set(tree.files)
  const folders = new Set(
    tree.files.flatMap((path) => path.split("/").map((_, index, all) => all.slice(0, index).join("/"))),
  )
  const leadsTo = (path: string): string | undefined => joinPath(folderOf(path), tree.links.get(path) ?? "")
  const isLink = (path: string): boolean => tree.links.has(path)
  return {
    files: tree.files.filter((path) => !isLink(path) || there.has(leadsTo(path) ?? "")),
    links: tree.files.filter((path) => isLink(path) && folders.has(leadsTo(path) ?? "\0")),
  }
}
