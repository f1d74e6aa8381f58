import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { byCodeUnit } from "../core/code_unit_order.ts"
import type { UnreadableFile } from "../core/corpus/corpus.ts"
import type { CorpusFileRole } from "../core/corpus/corpus_file.ts"
import { pathInside } from "./corpus_files.ts"
import { systemMessage } from "./io_failed.ts"

/** The most bytes of a file that is read: a larger one is data, and its length would be the run's. */
export const mostBytes = 5_000_000

/** What is known of a file besides its text. */
export interface FileFacts {
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** A file and its text, without a byte order mark and with its own line ends. */
export interface FileText {
  readonly path: string
  readonly text: string
}

/** What reading gave. */
export interface FileTexts {
  /** Path ascending. */
  readonly texts: readonly FileText[]
  readonly facts: ReadonlyMap<string, FileFacts>
  readonly unreadable: readonly UnreadableFile[]
  /** Listed files that are not there: links to nothing. */
  readonly absent: ReadonlySet<string>
  /** Listed files that are links to folders. */
  readonly folders: ReadonlySet<string>
}

interface Wanted {
  /** Without symbolic links. */
  readonly root: string
  readonly files: readonly string[]
  /** Files that may be symbolic links. */
  readonly links: ReadonlySet<string>
  readonly roleOf: (path: string) => CorpusFileRole | undefined
  /** What a link must not lead to either. */
  readonly isLeftOut: (path: string) => boolean
  readonly locate: (path: string) => string
}

/** Why a file is not read that git tracks and that is not on the disk, as in a sparse checkout. */
export const notCheckedOut = "it is not checked out"

/** Roles whose files are told when they cannot be read: no pass has looked at them. */
const required: ReadonlySet<CorpusFileRole> = new Set<CorpusFileRole>(["markdown", "decision", "needed"])

/** How many files are open at a time. */
const concurrency = 32

/**
 * Reads the files that have a role. A symbolic link is read under its own name only when what it leads to is inside the
 * root and is not read under its own: each file once, and nothing outside.
 */
export const readFiles: (
  wanted: Wanted,
) => Effect.Effect<FileTexts, never, FileSystem.FileSystem | Path.Path> = Effect.fn("readFiles")(
  function* ({ root, files, links, roleOf, isLeftOut, locate }) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const facts = new Map<string, FileFacts>()
    const [absent, folders] = [new Set<string>(), new Set<string>()]
    const unreadable: UnreadableFile[] = []
    const linkedFolders = yield* foldersBehindLinks(files.filter((file) => roleOf(file) !== undefined), locate)

    /** Looks through a link: `undefined` when there is nothing to read under this name. */
    const target = Effect.fnUntraced(function* (file: string) {
      const type = yield* fs.lstat(locate(file)).pipe(
        Effect.map((info) => info.type),
        // Listed all the same: the system does not let this run look, or the file is not checked out.
        Effect.orElseSucceed(() => undefined),
      )
      if (type === undefined || !linkedFolders.has(folderOf(file)) && type !== "SymbolicLink") return locate(file)
      const info = yield* fs.stat(locate(file))
      if (info.type === "Directory") folders.add(file)
      if (info.type === "Directory" || roleOf(file) === undefined) return undefined
      const real = yield* fs.realPath(locate(file))
      const inside = pathInside(path, root, real)
      return inside === undefined || isLeftOut(inside) ? undefined : real
    }, Effect.catch(() => Effect.succeed(null)))

    const real = new Map<string, string>()
    const suspects = files.filter((file) => links.has(file) || linkedFolders.has(folderOf(file)))
    const targets = yield* Effect.forEach(suspects, (file) => Effect.map(target(file), (found) => ({ file, found })), {
      concurrency,
    })
    const linked = new Set<string>()
    for (const { file, found } of targets) {
      if (found === null) absent.add(file)
      else if (found === undefined) linked.add(file)
      else if (found !== locate(file)) {
        linked.add(file)
        real.set(file, found)
      }
    }
    const direct = files.filter((file) => roleOf(file) !== undefined && !linked.has(file) && !absent.has(file))
    const names = new Set(direct.map(locate))
    const through = [...real].sort(([left], [right]) => byCodeUnit(left, right)).flatMap(([file, found]) => {
      if (names.has(found)) return []
      names.add(found)
      return [file]
    })

    const readOne = Effect.fnUntraced(function* (file: string) {
      const info = yield* fs.stat(locate(file))
      if (info.type !== "File") return { file, why: "it is not a regular file" }
      const bytes = Number(info.size)
      facts.set(file, { bytes, modified: Option.getOrElse(info.mtime, () => new Date(0)).getTime() })
      if (bytes > mostBytes) return { file, why: `it is larger than ${mostBytes / 1_000_000} MB` }
      return { file, ...textOf(yield* fs.readFile(locate(file))) }
    })
    const results = yield* Effect.forEach([...direct, ...through], (file) =>
      readOne(file).pipe(
        Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed({ file, why: notCheckedOut })),
        Effect.catch((error) => Effect.succeed({ file, why: systemMessage(error) })),
      ), { concurrency })

    const texts: FileText[] = []
    for (const result of results) {
      const role = roleOf(result.file)
      if ("text" in result) texts.push({ path: result.file, text: result.text })
      else if (role !== undefined && required.has(role)) unreadable.push({ path: result.file, why: result.why })
    }
    texts.sort((left, right) => byCodeUnit(left.path, right.path))
    const read: FileTexts = { texts, facts, unreadable, absent, folders }
    return read
  },
)

/** Folders of files that are not where their path says, because a folder above them is a symbolic link. */
const foldersBehindLinks: (
  files: readonly string[],
  locate: (path: string) => string,
) => Effect.Effect<ReadonlySet<string>, never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (files, locate) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    // One file stands for its folder: the folder's own name on disk is only known as part of a file's.
    const byFolder = new Map(files.map((file) => [folderOf(file), locate(file)]))
    const found = yield* Effect.forEach(byFolder, ([folder, file]) => {
      const expected = path.dirname(file)
      return fs.realPath(expected).pipe(
        Effect.map((real) => real === expected ? [] : [folder]),
        Effect.orElseSucceed(() => []),
      )
    }, { concurrency })
    return new Set(found.flat())
  },
)

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")))
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

function textOf(bytes: Uint8Array): { readonly text: string } | { readonly why: string } {
  if (bytes.includes(0)) return { why: "it is binary and holds a NUL byte" }
  try {
    return { text: utf8.decode(bytes) }
  } catch {
    return { why: "it is not UTF-8" }
  }
}
