import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { byCodeUnit } from "../core/code_unit_order.ts"
import type { UnreadableFile } from "../core/corpus/corpus.ts"
import { corpusPath } from "../core/corpus/corpus_path.ts"
import { Git, type GitFailed } from "./git.ts"
import { systemMessage } from "./io_failed.ts"

/** What exists under a root, before anything is left out by configuration. */
export interface FileList {
  readonly files: readonly string[]
  readonly ignored: readonly string[]
  /** Those of `ignored` that are submodules. */
  readonly submodules: readonly string[]
  /** Files that are, or may be, symbolic links. */
  readonly links: readonly string[]
  /** The name on disk of each file that is written differently. */
  readonly names: ReadonlyMap<string, string>
  /** Names that no report can hold. */
  readonly unreadable_names: readonly string[]
  /** Folders that could not be listed. */
  readonly unreadable: readonly UnreadableFile[]
}

/** Folders that are never part of a corpus, tracked or not. */
const neverRead: ReadonlySet<string> = new Set([".git", "node_modules"])
/** Folders of other version control, which no `.gitignore` speaks of. */
const otherVersionControl: ReadonlySet<string> = new Set([".hg", ".svn", ".jj"])

/** Whether a path lies in a folder that is never read. */
export function isNeverRead(path: string): boolean {
  return path.split("/").some((segment) => neverRead.has(segment))
}

/** A place as the corpus of a root writes it; `undefined` when it is the root or outside. */
export function pathInside(path: Path.Path, root: string, place: string): string | undefined {
  const relative = path.relative(root, place).replaceAll(path.sep, "/")
  const isOutside = relative === "" || relative === ".." || relative.startsWith("../") || path.isAbsolute(relative)
  return isOutside ? undefined : corpusPath(relative)
}

/** The files in some places (absolute, the root or inside it) that git does not ignore. */
export const listByGit: (
  root: string,
  places: readonly string[],
) => Effect.Effect<FileList, GitFailed, Git | FileSystem.FileSystem | Path.Path> = Effect.fn("listByGit")(function* (
  root,
  places,
) {
  const path = yield* Path.Path
  const listing = yield* (yield* Git).listFiles(root)
  const hidden = yield* Effect.filter(
    listing.missing,
    (file) => isHidden(path.join(root, listing.names.get(file) ?? file)),
    { concurrency: 16 },
  )
  const within = places.map((place) => pathInside(path, root, place) ?? "")
  const holds = (file: string): boolean =>
    within.some((place) => place === "" || file === place || file.startsWith(`${place}/`))
  return {
    ...listing,
    files: [...listing.files, ...hidden].filter(holds),
    links: [...listing.links, ...listing.untracked].filter(holds),
    unreadable_names: listing.unreadable_names.filter(holds),
    unreadable: listing.unreadable_folders.filter(({ path }) => holds(path)),
  }
})

/** Whether a file may be there all the same: the system does not say that it is not, only that nobody may look. */
const isHidden: (place: string) => Effect.Effect<boolean, never, FileSystem.FileSystem> = Effect.fnUntraced(
  function* (place) {
    return yield* (yield* FileSystem.FileSystem).lstat(place).pipe(
      Effect.as(false),
      Effect.catch((error) => Effect.succeed(error.reason._tag === "PermissionDenied")),
    )
  },
)

/** Every file in some places (absolute, the root or inside it), each once, without following symbolic links. */
export const listByWalk: (
  root: string,
  places: readonly string[],
) => Effect.Effect<FileList, never, FileSystem.FileSystem | Path.Path> = Effect.fn("listByWalk")(
  function* (root, places) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const files = new Map<string, string>()
    const ignored = new Set<string>()
    const links: string[] = []
    const unreadable: UnreadableFile[] = []
    const unreadableNames: string[] = []

    function add(onDisk: string, type: FileSystem.File.Type, folders: string[]): void {
      const file = corpusPath(onDisk)
      const name = onDisk.slice(onDisk.lastIndexOf("/") + 1)
      // The host decodes names that are not UTF-8 with replacement characters: no file answers to them.
      if (name.includes("\ufffd") || (files.get(file) ?? onDisk) !== onDisk) unreadableNames.push(file)
      else if (neverRead.has(name) || otherVersionControl.has(name)) {
        ignored.add(type === "Directory" ? `${file}/` : file)
      } else if (type === "Directory") folders.push(onDisk)
      else {
        files.set(file, onDisk)
        if (type !== "File") links.push(file)
      }
    }

    const seen = new Set<string>()
    let level: string[] = []
    for (const place of places) {
      const onDisk = path.relative(root, place).replaceAll(path.sep, "/")
      const info = yield* Effect.option(fs.stat(place))
      if (onDisk === "") level.push("")
      else if (Option.isSome(info)) add(onDisk, info.value.type, level)
    }
    while (level.length > 0) {
      const open = [...new Set(level)].filter((folder) => !seen.has(folder))
      for (const folder of open) seen.add(folder)
      const listed = yield* Effect.forEach(open, (folder) =>
        fs.readDirectoryEntries(path.join(root, folder)).pipe(
          Effect.map((entries) => ({ folder, entries })),
          Effect.catch((error) => {
            unreadable.push({ path: `${corpusPath(folder) || "."}/`, why: systemMessage(error) })
            return Effect.succeed({ folder, entries: [] })
          }),
        ), { concurrency: 16 })
      level = []
      for (const { folder, entries } of listed) {
        for (const { name, type } of [...entries].sort((left, right) => byCodeUnit(left.name, right.name))) {
          add(folder === "" ? name : `${folder}/${name}`, type, level)
        }
      }
    }
    return {
      files: [...files.keys()],
      ignored: [...ignored],
      submodules: [],
      links,
      names: new Map([...files].filter(([file, onDisk]) => file !== onDisk)),
      unreadable_names: unreadableNames,
      unreadable,
    }
  },
)
