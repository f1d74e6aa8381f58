import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Scope from "effect/Scope"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { SessionReader } from "../core/session/session_reader.ts"
import type { SessionFormatChoice } from "../core/session/session_file.ts"
import type { SessionSink } from "../core/session/session_sink.ts"
import { type IoFailed, ioFailed } from "./io_failed.ts"
import { Progress } from "./progress.ts"
import {
  notOpened,
  notReadReason,
  type SessionNotOpened,
  type SessionSource,
  sessionSources,
  standardInput,
} from "./session_sources.ts"

/** Who is told what the files hold, file by file. */
export interface FileSink extends SessionSink {
  /** From now on, a file is read. */
  readonly open: (file: string) => void
}

/** What {@link readSessions} needs. */
export type SessionServices = FileSystem.FileSystem | Path.Path | Stdio.Stdio

/** After so many bytes, or milliseconds, a watching person is told how far the reading is. */
const [tellEvery, tellAfter] = [100_000_000, 2000]

/**
 * Reads transcripts one after another in constant memory: files, folders (every `*.jsonl` in them), and `-` for the
 * standard input, which also stands for no name at all.
 */
export const readSessions: (
  names: readonly string[],
  choice: SessionFormatChoice,
  sink: FileSink,
) => Effect.Effect<void, SessionNotOpened | IoFailed, SessionServices> = Effect.fn("readSessions")(
  function* (names, choice, sink) {
    const sources = yield* sessionSources(names)
    const tell = toldProgress(sources, yield* Progress, yield* Clock.currentTimeMillis)
    const buffers: Buffers = [new Uint8Array(readSize), new Uint8Array(readSize)]
    const beginnings: Buffers = [new Uint8Array(beginningSize), new Uint8Array(beginningSize)]
    let upcoming = yield* begin(sources[0], beginnings[0])
    for (const [index, source] of sources.entries()) {
      const begun = yield* Fiber.join(upcoming)
      upcoming = yield* begin(sources[index + 1], beginnings[index % 2 === 0 ? 1 : 0])
      sink.open(source.file)
      const problem = source.problem ?? (typeof begun === "string" ? begun : undefined)
      if (problem !== undefined) {
        sink.skip(1, problem, true)
        continue
      }
      const reader = new SessionReader(sink, choice)
      yield* typeof begun === "object" ? readFile(begun, reader, buffers, tell) : readStream(source, reader, tell)
      reader.end()
    }
  },
  Effect.scoped,
)

/** Says how far the reading is, when there is much to read, or when it is slow. */
function toldProgress(
  sources: readonly SessionSource[],
  progress: Progress,
  begun: number,
): (bytes: number) => Effect.Effect<void> {
  const isKnown = sources.every(({ size }) => size !== undefined)
  const total = isKnown ? ` of ${megabytes(sources.reduce((sum, { size = 0 }) => sum + size, 0))}` : ""
  let [read, told, at] = [0, 0, begun]
  return (bytes) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      read += bytes
      if (read - told < tellEvery && now - at < tellAfter) return Effect.void
      ;[told, at] = [read, now]
      return progress(`reading transcripts: ${megabytes(read)}${total} MB`)
    })
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)
}

/** How many bytes are read at a time: much, since each time a thread is woken; at first fewer, since nothing can be done meanwhile. */
const [readSize, beginningSize] = [1 << 21, 1 << 18]

/** Of two, one is read into while the other one is looked at. */
type Buffers = readonly [Uint8Array, Uint8Array]

/** A file that is open, and the first bytes of it. */
interface BegunFile {
  readonly file: string
  readonly handle: FileSystem.File
  /** Closes the file, which the end of the reading does at the latest. */
  readonly scope: Scope.Closeable
  readonly buffer: Uint8Array
  readonly count: number
}

/** A file that is begun, or why it is not; `undefined` for what cannot be begun, such as a pipe. */
type Begun = BegunFile | string | undefined

/** Begins to read a file while another one is looked at. */
function begin(
  source: SessionSource | undefined,
  buffer: Uint8Array,
): Effect.Effect<Fiber.Fiber<Begun, SessionNotOpened | IoFailed>, never, FileSystem.FileSystem | Scope.Scope> {
  const isFile = source !== undefined && source.size !== undefined && source.problem === undefined
  return Effect.forkChild(isFile ? open(source, buffer) : Effect.undefined, { startImmediately: true })
}

const open: (
  source: SessionSource,
  buffer: Uint8Array,
) => Effect.Effect<Begun, SessionNotOpened | IoFailed, FileSystem.FileSystem | Scope.Scope> = Effect.fnUntraced(
  function* ({ file, isNamed }, buffer) {
    const scope = yield* Scope.fork(yield* Scope.Scope)
    const opened = yield* (yield* FileSystem.FileSystem).open(file, { flag: "r" }).pipe(
      Scope.provide(scope),
      Effect.result,
    )
    if (opened._tag === "Failure") {
      return isNamed ? yield* notOpened(file)(opened.failure) : notReadReason(opened.failure)
    }
    const handle = opened.success
    const count = yield* handle.read(buffer).pipe(Effect.mapError(ioFailed("read", file)))
    return { file, handle, scope, buffer, count }
  },
)

/** Reads a file; while one part of it is looked at, the next one is read. */
const readFile: (
  begun: BegunFile,
  reader: SessionReader,
  buffers: Buffers,
  tell: (bytes: number) => Effect.Effect<void>,
) => Effect.Effect<void, IoFailed> = Effect.fnUntraced(
  function* ({ file, handle, scope, ...begun }, reader, buffers, tell) {
    let { buffer, count } = begun
    for (let part = 0; count > 0; part++) {
      const next = buffers[part % 2 === 0 ? 0 : 1]
      const reading = yield* Effect.forkChild(handle.read(next).pipe(Effect.mapError(ioFailed("read", file))), {
        startImmediately: true,
      })
      reader.push(buffer.subarray(0, count))
      yield* tell(count)
      buffer = next
      count = yield* Fiber.join(reading)
    }
    yield* Scope.close(scope, Exit.void)
  },
)

/** Reads the standard input, or what has no size: a pipe that has a name can only be read as a whole. */
const readStream: (
  source: SessionSource,
  reader: SessionReader,
  tell: (bytes: number) => Effect.Effect<void>,
) => Effect.Effect<void, IoFailed, FileSystem.FileSystem | Stdio.Stdio> = Effect.fnUntraced(
  function* ({ file }, reader, tell) {
    const read = file === standardInput
      ? Stream.runForEach((yield* Stdio.Stdio).stdin, (bytes) => {
        reader.push(bytes)
        return tell(bytes.length)
      })
      : Effect.map((yield* FileSystem.FileSystem).readFile(file), (bytes) => reader.push(bytes))
    return yield* read.pipe(Effect.mapError(ioFailed("read", file === standardInput ? "the standard input" : file)))
  },
)
