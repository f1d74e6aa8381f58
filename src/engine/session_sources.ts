import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import { byCodeUnit } from "../core/code_unit_order.ts"
import { systemMessage } from "./io_failed.ts"

/**
 * A transcript that was named cannot be opened; nothing was judged.
 *
 * @example
 * ```ts
 * import { SessionNotOpened } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new SessionNotOpened({ path: "t.txt", problem: "there is no such file; name another" }).message,
 *   'Cannot open the transcript "t.txt": there is no such file; name another',
 * )
 * ```
 */
export class SessionNotOpened extends Data.Error<{ readonly path: string; readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "SessionNotOpened"
  /** What a log calls the error. */
  override readonly name = "SessionNotOpened"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot open the transcript "${this.path}": ${this.problem}`
  }
}

/** A file to be read, under the name that reports give it. */
export interface SessionSource {
  readonly file: string
  /** Bytes, where the file tells; what is no regular file (a pipe) does not. */
  readonly size: number | undefined
  /** Whether it was named itself, and not found in a folder: then it has to be there. */
  readonly isNamed: boolean
  /** Why it cannot be read: a folder that was named has it, and it leads to nothing or is closed. */
  readonly problem?: string
}

/** The name of the standard input. */
export const standardInput = "-"

/** The journal of sub-agents lies among their sessions, and is none. */
const noSession = "journal.jsonl"
const sessionName = /\.jsonl$/iu

/** Turns a failure to look at or open a transcript into a {@link SessionNotOpened}. */
export function notOpened(path: string): (error: PlatformError.PlatformError) => SessionNotOpened {
  return (error) =>
    new SessionNotOpened({
      path,
      problem: error.reason._tag === "NotFound"
        ? "there is no such file; name another"
        : `${systemMessage(error)}; check its permissions, or name another`,
    })
}

/**
 * The files behind the names that were given, each once, in the order of the names: a file, `-`, or a folder, which stands
 * for every `*.jsonl` in it at any depth, by path; one that leads to nothing is among them, with its problem. Without a name it is the standard input.
 */
export const sessionSources: (
  names: readonly string[],
) => Effect.Effect<readonly SessionSource[], SessionNotOpened, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "sessionSources",
)(function* (names) {
  const found = new Map<string, SessionSource>()
  for (const name of names.length === 0 ? [standardInput] : names) {
    for (const [real, source] of yield* sourcesOf(name)) {
      if (!found.has(real)) found.set(real, source)
    }
  }
  return [...found.values()]
})

/** A file under its real path. */
type RealSource = readonly [real: string, source: SessionSource]

const sourcesOf: (
  name: string,
) => Effect.Effect<readonly RealSource[], SessionNotOpened, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (name) {
    if (name === standardInput) return [[standardInput, { file: standardInput, size: undefined, isNamed: true }]]
    const fs = yield* FileSystem.FileSystem
    const info = yield* fs.stat(name).pipe(Effect.mapError(notOpened(name)))
    if (info.type !== "Directory") {
      const size = info.type === "File" ? Number(info.size) : undefined
      return [[size === undefined ? name : yield* realPathOf(name), { file: name, size, isNamed: true }]]
    }
    const files = yield* filesIn(name)
    if (files.length > 0) return files
    return yield* new SessionNotOpened({
      path: name,
      problem: 'there is no "*.jsonl" file in this folder (journal.jsonl is none of a session); name another',
    })
  },
)

/** Two names of one file are one file. */
function realPathOf(file: string): Effect.Effect<string, never, FileSystem.FileSystem> {
  return Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.orElseSucceed(fs.realPath(file), () => file))
}

/** Why something in a folder is not read. A link whose target is gone, a file that went away or a secret one is no reason to read nothing. */
export function notReadReason(error: PlatformError.PlatformError): string {
  return error.reason._tag === "NotFound" ? "it leads to no file" : systemMessage(error)
}

/** Links to files are followed, links to folders are not: they may lead back. */
const filesIn: (
  folder: string,
) => Effect.Effect<readonly RealSource[], SessionNotOpened, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (folder) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const files: FileBelow[] = []
    const unread: RealSource[] = []
    const folders = [""]
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const place = path.join(folder, next)
      const entries = yield* Effect.result(fs.readDirectoryEntries(place))
      if (entries._tag === "Failure") {
        if (next === "") return yield* notOpened(place)(entries.failure)
        unread.push(unreadSource(place, entries.failure))
        continue
      }
      for (const { name, type } of entries.success) {
        const below = path.join(next, name)
        if (type === "Directory") folders.push(below)
        else if (sessionName.test(name) && name !== noSession) files.push({ below, isLink: type === "SymbolicLink" })
      }
    }
    files.sort((left, right) => byCodeUnit(left.below, right.below))
    const realFolder = yield* realPathOf(folder)
    const sources = yield* Effect.forEach(
      files,
      ({ below, isLink }) => sourceAt(path.join(folder, below), isLink ? undefined : path.join(realFolder, below)),
      { concurrency: filesAtOnce },
    )
    return [...sources.flat(), ...unread]
  },
)

function unreadSource(file: string, error: PlatformError.PlatformError): RealSource {
  return [file, { file, size: 0, isNamed: false, problem: notReadReason(error) }]
}

/** A file in a folder, by its path below it. */
interface FileBelow {
  readonly below: string
  readonly isLink: boolean
}

/** How many files are looked at at once. */
const filesAtOnce = 16

/** The file at a place, unless something else is there; the real path of one that is no link is known. */
const sourceAt: (
  file: string,
  real: string | undefined,
) => Effect.Effect<readonly RealSource[], never, FileSystem.FileSystem> = Effect.fnUntraced(
  function* (file, real) {
    const info = yield* Effect.result((yield* FileSystem.FileSystem).stat(file))
    if (info._tag === "Failure") return [unreadSource(file, info.failure)]
    if (info.success.type !== "File") return []
    return [[real ?? (yield* realPathOf(file)), { file, size: Number(info.success.size), isNamed: false }]]
  },
)
