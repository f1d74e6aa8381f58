import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { type CheckpointReading, readCheckpointArtifact } from "../core/gate/checkpoint_artifact.ts"
import { checkpointPath, formatCheckpoint } from "../core/gate/checkpoint_record.ts"
import type { RetrospectiveCheckpoint } from "../core/schema/retrospective_checkpoint.ts"
import { createFile, type FileServices, replaceFile, sweepTemporaries } from "./durable_file.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"
import { makeFolders } from "./make_folders.ts"
import { linkTarget, readPresent } from "./present_file.ts"
import { sameBytes } from "./report_store.ts"

/** The record of the retrospective, as it is on the disk. */
export interface StoredRetrospective extends CheckpointReading {
  /** The root that the file belongs to. */
  readonly root: string
  /** What was read; absent when there is no file, or it cannot be read. */
  readonly bytes?: Uint8Array
  /** Why a file that is there cannot be read. */
  readonly failure?: IoFailed
  /** Where the record leads that is a symbolic link. */
  readonly link?: string
}

/** What to do with something that is there and is no readable record: the gate is to stay closed meanwhile. */
const recordAdvice = 'move it away, and run "retro gate require" in its place'

/** A record that was written. */
export interface WrittenRetrospective {
  /** The file, relative to its root. */
  readonly file: string
  /** What it says now. */
  readonly record: RetrospectiveCheckpoint
  /** Where the file went that was there before and was no record, relative to the root. */
  readonly moved_aside?: string
}

/** The record of a main work tree. Only "there is no such file" means that nothing is required. */
export const readRetrospective: (root: string) => Effect.Effect<StoredRetrospective, never, FileServices> = Effect.fn(
  "readRetrospective",
)(function* (root) {
  const link = yield* linkTarget((yield* Path.Path).join(root, checkpointPath))
  const stored = { root, ...(link === undefined ? {} : { link }) }
  return yield* readPresent({ root, path: checkpointPath, advice: recordAdvice }).pipe(
    Effect.map((bytes): StoredRetrospective =>
      bytes === undefined
        ? { ...stored, ...readCheckpointArtifact({ _tag: "absent" }) }
        : { ...stored, bytes, ...readCheckpointArtifact({ _tag: "bytes", bytes }) }
    ),
    Effect.catch((failure) =>
      Effect.succeed<StoredRetrospective>({
        ...stored,
        failure,
        ...readCheckpointArtifact({ _tag: "unreadable", problem: failure.message }),
      })
    ),
  )
})

/**
 * Writes a record in place of what was read: whole and durably, so that a reader sees the old file or the new one. What
 * was there and is no record is kept beside it under another name; what cannot be read is left alone, and the write fails.
 * A record that is a symbolic link becomes a file: what it leads to is never written.
 */
export const writeRetrospective: (
  before: StoredRetrospective,
  record: RetrospectiveCheckpoint,
) => Effect.Effect<WrittenRetrospective, IoFailed, FileServices> = Effect.fn("writeRetrospective")(
  function* (before, record) {
    if (before.failure !== undefined) return yield* before.failure
    const path = yield* Path.Path
    const file = path.join(before.root, checkpointPath)
    const folder = path.dirname(file)
    yield* makeFolders(folder).pipe(Effect.mapError(ioFailed("create the folder", folder)))
    const aside = before.record === null && before.bytes !== undefined
      ? yield* keepAside(before.root, before.bytes)
      : undefined
    yield* replaceFile(file, new TextEncoder().encode(formatCheckpoint(record)))
    yield* sweepTemporaries(folder)
    return { file: checkpointPath, record, ...(aside === undefined ? {} : { moved_aside: aside }) }
  },
)

/**
 * Keeps the bytes that are no record under the first free name, unless they are kept already. They are copied, not
 * renamed: another writer may have put a record there meanwhile.
 */
const keepAside = Effect.fnUntraced(function* (root: string, bytes: Uint8Array) {
  const path = yield* Path.Path
  for (let number = 1;; number++) {
    const name = checkpointPath.replace(/\.json$/u, `.malformed-${number}.json`)
    const target = path.join(root, name)
    const kept = yield* createFile(target, bytes).pipe(
      Effect.as(true),
      Effect.catchTag(
        "NameTaken",
        () =>
          readPresent({ root, path: name, advice: recordAdvice }).pipe(
            Effect.map((present) => present !== undefined && sameBytes(present, bytes)),
            // Whatever has this name, it is not these bytes.
            Effect.orElseSucceed(() => false),
          ),
      ),
    )
    if (kept) return name
  }
})
