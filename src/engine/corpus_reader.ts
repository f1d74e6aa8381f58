import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { type Corpus, isInScope, type UnreadableFile } from "../core/corpus/corpus.ts"
import { corpusFileRoles } from "../core/corpus/corpus_file.ts"
import { type OutsidePath, pathIndex } from "../core/corpus/path_index.ts"
import type { Config } from "../core/schema/config.ts"
import { assembleCorpus, leaveOut } from "./assemble_corpus.ts"
import { type FileList, listByGit, listByWalk, pathInside } from "./corpus_files.ts"
import { type FileFacts, readFiles } from "./file_texts.ts"
import { Git, type GitFailed, type Repository } from "./git.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"

/** What to read. */
export interface CorpusTarget {
  /** The folder that paths are relative to. */
  readonly root: string
  /** The only folders and files that are looked at: absolute, in the root, without symbolic links. Left out: the root. */
  readonly within?: readonly string[]
  /** Paths that narrow the run, relative to the root; empty: everything. */
  readonly scope?: readonly string[]
  readonly config: Config
  /** Which files besides Markdown, decisions and agents' hooks and settings are read, and told when they cannot be. */
  readonly reads?: (path: string) => boolean
  /** Where reports are kept, relative to the root or absolute: never part of the corpus. */
  readonly reportDir: string
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** A corpus, and what is known of the place that it was read from. */
export interface CorpusReading {
  readonly corpus: Corpus
  /** The root without symbolic links. */
  readonly root: string
  readonly repository?: Repository
  /** Size and time of every file that was looked at, by path. */
  readonly facts: ReadonlyMap<string, FileFacts>
  /** How many files were read of those that the run looks at. */
  readonly files_scanned: number
  /** How many names are not UTF-8, or are written like another's. */
  readonly unreadable_names: number
  /** Where a path of the corpus is on disk. */
  readonly locate: (path: string) => string
  /** What exists and is not the repository's; folders end in `/`. */
  readonly ignored: readonly string[]
  /** The report folder, as paths of the corpus. */
  readonly reports: readonly string[]
  /** For the report's header. */
  readonly warnings: readonly string[]
}

/** Why a file whose name cannot be written is not read. */
export const unreadableName = "its name is not UTF-8, or is written like another file's"

/** Reads every file of a corpus once, and parses it once. */
export const readCorpus: (
  target: CorpusTarget,
) => Effect.Effect<CorpusReading, GitFailed | IoFailed, Git | FileSystem.FileSystem | Path.Path> = Effect.fn(
  "readCorpus",
)(function* ({ root: given, within, scope = [], config, reads, reportDir, today }) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const root = yield* fs.realPath(given).pipe(Effect.mapError(ioFailed("find the root", given)))
  const { list, repository, warnings } = yield* listFiles(root, within ?? [root])
  const reports = yield* reportFolders(given, root, reportDir)
  const kept = leaveOut(list.files, config, reports)
  const roles = corpusFileRoles(config, reads)
  const locate = (name: string): string => path.join(root, list.names.get(name) ?? name)
  const read = yield* readFiles({
    root,
    files: kept.files,
    links: new Set(list.links),
    roleOf: roles,
    isLeftOut: kept.isLeftOut,
    locate,
  })
  const paths = pathIndex(
    kept.files.filter((file) => !read.absent.has(file) && !read.folders.has(file)),
    list.ignored,
    [
      ...list.submodules.map((path): OutsidePath => ({ path, why: "submodule" })),
      ...kept.leftOut.map((path): OutsidePath => ({ path, why: "left out" })),
      ...[...read.folders].map((folder): OutsidePath => ({ path: `${folder}/`, why: "linked" })),
    ],
  )
  const unreadable: readonly UnreadableFile[] = [
    ...list.unreadable.filter(({ path }) => !kept.isLeftOut(path) && !kept.isLeftOut(path.replace(/\/$/u, ""))),
    ...read.unreadable,
    ...list.unreadable_names.filter((name) => roles(name) === "markdown" && !kept.isLeftOut(name)).map((name) => ({
      path: name,
      why: unreadableName,
    })),
  ]
  const corpus = assembleCorpus({ texts: read.texts, paths, roles, unreadable, scope, config, today })
  const reading: CorpusReading = {
    corpus,
    root,
    ...(repository === undefined ? {} : { repository }),
    facts: read.facts,
    files_scanned: read.texts.filter((file) => isInScope(corpus, file.path)).length,
    unreadable_names: list.unreadable_names.filter((name) => !kept.isLeftOut(name)).length,
    locate,
    ignored: list.ignored,
    reports,
    warnings: [...warnings, ...(yield* ignoredReports(root, repository, reports))],
  }
  return reading
})

interface Listed {
  readonly list: FileList
  readonly repository?: Repository
  readonly warnings: readonly string[]
}

/** By git where it answers for the folder, else by a walk. */
const listFiles: (
  root: string,
  within: readonly string[],
) => Effect.Effect<Listed, GitFailed, Git | FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (root, within) {
    const git = yield* Git
    const repository = yield* git.repository(root)
    if (repository === undefined) {
      const warnings = (yield* git.installed) ? [] : ["git is not installed: files that it ignores are read too"]
      return { list: yield* listByWalk(root, within), warnings }
    }
    const list = yield* listByGit(root, within)
    // A folder that an outer repository ignores as a whole is not that repository's.
    if (list.files.length === 0 && (yield* git.ignores(root, "."))) {
      return { list: yield* listByWalk(root, within), warnings: ["git ignores the root: every file in it is read"] }
    }
    return { list, repository, warnings: [] }
  },
)

/** The report folder as its path says and as the disk has it, where these are inside the root. */
const reportFolders: (
  given: string,
  root: string,
  reportDir: string,
) => Effect.Effect<readonly string[], never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (given, root, reportDir) {
    const path = yield* Path.Path
    const named = path.resolve(given, reportDir)
    const real = yield* (yield* FileSystem.FileSystem).realPath(named).pipe(Effect.orElseSucceed(() => named))
    // The root may be given through a symbolic link, which `named` then goes through as well.
    const folders = [
      pathInside(path, path.resolve(given), named),
      pathInside(path, root, named),
      pathInside(path, root, real),
    ]
    return [...new Set(folders.filter((folder) => folder !== undefined))]
  },
)

/** Reports that git ignores are lost for everyone else: the next run elsewhere has no baseline. */
const ignoredReports: (
  root: string,
  repository: Repository | undefined,
  reports: readonly string[],
) => Effect.Effect<readonly string[], GitFailed, Git> = Effect.fnUntraced(function* (root, repository, [reports]) {
  if (repository === undefined || reports === undefined) return []
  return (yield* (yield* Git).ignores(root, `${reports}/corpus/latest.md`))
    ? [`git ignores the report folder "${reports}": runs elsewhere will not find this baseline`]
    : []
})
