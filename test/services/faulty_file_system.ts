import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { type PlatformError, systemError, type SystemErrorTag } from "effect/PlatformError"
import { hostLayer } from "../../src/host/host_layer.ts"

/** How one operation of the file system, counted from 1, goes wrong. */
export interface Fault {
  readonly at: number
  /**
   * `fail`: it does nothing and fails, what follows works. `crash`: it and everything after it does nothing, as if the
   * process were gone. `short`: a write takes half of its bytes, and says so. `lost`: it says that it took all.
   * `torn`: a write takes half, then as `crash`.
   */
  readonly kind: "fail" | "crash" | "short" | "lost" | "torn"
  /** The system's name of the failure. */
  readonly code: string
}

/** What is known of the operations after a run. */
export interface OperationCount {
  operations: number
}

const tags: Readonly<Record<string, SystemErrorTag>> = { EACCES: "PermissionDenied", EPERM: "PermissionDenied" }

/** A failure as the platform reports it. */
export function systemFailure(code: string, method: string): PlatformError {
  const cause = Object.assign(new Error(`${code}: injected, ${method}`), { code })
  return systemError({ _tag: tags[code] ?? "Unknown", module: "FileSystem", method, cause })
}

/** The real file system with one fault; `count` is told how many operations there were. */
export function faultyFileSystem(fault: Fault | undefined, count: OperationCount): Layer.Layer<FileSystem.FileSystem> {
  return Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (real): FileSystem.FileSystem => {
      const guard = <A, R>(method: string, effect: Effect.Effect<A, PlatformError, R>): typeof effect =>
        Effect.suspend(() => {
          const number = ++count.operations
          return fault !== undefined && goesWrong(fault, number)
            ? Effect.fail(systemFailure(fault.code, method))
            : effect
        })
      const write = (file: FileSystem.File, bytes: Uint8Array): Effect.Effect<number, PlatformError> =>
        Effect.suspend(() => {
          const number = ++count.operations
          if (fault === undefined) return file.write(bytes)
          const half = file.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
          if (number === fault.at && fault.kind === "short") return half
          if (number === fault.at && fault.kind === "lost") return Effect.as(half, bytes.length)
          if (number === fault.at && fault.kind === "torn") {
            return Effect.andThen(half, Effect.fail(systemFailure(fault.code, "write")))
          }
          return goesWrong(fault, number) ? Effect.fail(systemFailure(fault.code, "write")) : file.write(bytes)
        })
      const handle = (file: FileSystem.File): FileSystem.File => ({
        [FileSystem.FileTypeId]: FileSystem.FileTypeId,
        stat: guard("stat", file.stat),
        sync: guard("sync", file.sync),
        seek: (offset, from) => file.seek(offset, from),
        read: (buffer, options) => guard("read", file.read(buffer, options)),
        readAlloc: (size, options) => guard("readAlloc", file.readAlloc(size, options)),
        truncate: (length) => guard("truncate", file.truncate(length)),
        write: (bytes) => write(file, bytes),
        writeAll: (bytes) => guard("writeAll", file.writeAll(bytes)),
      })
      return {
        ...real,
        stat: (path) => guard("stat", real.stat(path)),
        chmod: (path, mode) => guard("chmod", real.chmod(path, mode)),
        readFile: (path) => guard("readFile", real.readFile(path)),
        readDirectory: (path, options) => guard("readDirectory", real.readDirectory(path, options)),
        makeDirectory: (path, options) => guard("makeDirectory", real.makeDirectory(path, options)),
        open: (path, options) => Effect.map(guard("open", real.open(path, options)), handle),
        link: (from, to) => guard("link", real.link(from, to)),
        rename: (from, to) => guard("rename", real.rename(from, to)),
        remove: (path, options) => guard("remove", real.remove(path, options)),
      }
    }),
  ).pipe(Layer.provide(hostLayer))
}

function goesWrong(fault: Fault, number: number): boolean {
  switch (fault.kind) {
    case "fail":
      return number === fault.at
    case "crash":
    case "torn":
      return number >= fault.at
    case "short":
    case "lost":
      return false
  }
}
