import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { systemError } from "effect/PlatformError"
import type { TaggedFinding } from "../../src/core/schema/diff_result.ts"
import { completeReport, type Report } from "../../src/core/schema/report.ts"
import { Git } from "../../src/engine/git.ts"
import { hostLayer } from "../../src/host/host_layer.ts"

/** A report of some findings. */
export function reportOf(...findings: readonly TaggedFinding[]): Report {
  return completeReport({
    run_mode: "fresh",
    baseline: null,
    findings,
    resolved: [],
    unverified: [],
    id_max: findings.length,
    date: "2026-12-01",
    warnings: [],
  })
}

const unused = Effect.die("not asked in these tests")

/** A machine without a repository. */
export const noRepository: Layer.Layer<Git> = Layer.succeed(Git, {
  installed: Effect.succeed(true),
  repository: () => Effect.succeed(undefined),
  mainWorktree: () => Effect.succeed(undefined),
  listFiles: () => unused,
  changesSince: () => unused,
  commitBefore: () => unused,
  readAt: () => unused,
  changeBase: () => unused,
  readTree: () => unused,
  commitsSince: () => unused,
  origin: () => unused,
  lastChanges: () => unused,
  lineDays: () => unused,
  unknownCommits: () => unused,
  dirty: () => unused,
  ignores: () => unused,
})

/** The real file system, whose operations of some names fail from the nth on (counted together), with a full disk. */
export function failingFileSystem(
  operations: readonly ("rename" | "link" | "open" | "chmod" | "makeDirectory")[],
  nth: number,
  recovers = true,
): Layer.Layer<FileSystem.FileSystem> {
  return Layer.effect(
    FileSystem.FileSystem,
    Effect.gen(function* () {
      const real = yield* FileSystem.FileSystem
      let count = 0
      const full = systemError({
        _tag: "Unknown",
        module: "FileSystem",
        method: "test",
        cause: new Error("ENOSPC: no space left on device, write"),
      })
      const guard = <A, R, E>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | typeof full, R> =>
        Effect.suspend((): Effect.Effect<A, E | typeof full, R> => {
          if (!operations.some((operation) => operation === name)) return effect
          count++
          return count === nth || (count > nth && !recovers) ? Effect.fail(full) : effect
        })
      return {
        ...real,
        rename: (from, to) => guard("rename", real.rename(from, to)),
        link: (from, to) => guard("link", real.link(from, to)),
        open: (path, options) => guard("open", real.open(path, options)),
        chmod: (path, mode) => guard("chmod", real.chmod(path, mode)),
        makeDirectory: (path, options) => guard("makeDirectory", real.makeDirectory(path, options)),
      }
    }),
  ).pipe(Layer.provide(hostLayer))
}
