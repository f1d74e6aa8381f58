import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { loadDevLoopConfig, type LoadedDevLoopConfig } from "../core/config/dev_loop_config.ts"
import { configGroupOf, devLoopConfigPaths, findConfigFiles } from "../core/config/dev_loop_files.ts"
import type { IoFailed } from "./io_failed.ts"
import { readIfPresent } from "./report_folder.ts"

/** The configuration of a dev loop, and the file that says most of it. */
export interface DevLoopConfigOnDisk extends LoadedDevLoopConfig {
  /** The file of the highest layer, relative to the root; `null` where there is none. */
  readonly file: string | null
}

interface Unread {
  readonly path: string
  readonly failure: IoFailed
}

/** The configuration of a work tree's root. It never fails: a file that cannot be read is one of its errors. */
export const readDevLoopConfig: (
  root: string,
) => Effect.Effect<DevLoopConfigOnDisk, never, FileSystem.FileSystem | Path.Path> = Effect.fn("readDevLoopConfig")(
  function* (root) {
    const join = (yield* Path.Path).join
    const texts: { [path: string]: string } = {}
    const unread: Unread[] = []
    for (const path of devLoopConfigPaths) {
      const read = yield* Effect.result(readIfPresent(join(root, path)))
      if (Result.isFailure(read)) unread.push({ path, failure: read.failure })
      else if (read.success !== undefined) texts[path] = new TextDecoder().decode(read.success)
    }
    const loaded = loadDevLoopConfig(texts)
    const matters = unread.filter(({ path }) => !isShadowed(path, [...Object.keys(texts), ...unread.map(pathOf)]))
    const [passedOver, wrong] = partition(matters, (file) => isFolder(file) && hasStandIn(file, texts))
    const used = findConfigFiles(texts).files.toReversed().map(pathOf)
    return {
      ...loaded,
      errors: [...loaded.errors, ...wrong.map(errorOf)],
      warnings: [...loaded.warnings, ...passedOver.map(({ path }) => `${path} is a folder and is not read`)],
      file: [...used, ...wrong.map(pathOf)][0] ?? null,
    }
  },
)

const pathOf = ({ path }: { readonly path: string }): string => path
const groupOf = (path: string): string | undefined => configGroupOf(path)?.name

/** The old files are not read where one of the current ones is there. */
function isShadowed(path: string, present: readonly string[]): boolean {
  return groupOf(path) === "legacy" && present.some((other) => groupOf(other) === "current")
}

function isFolder({ failure: { cause } }: Unread): boolean {
  const system = Predicate.hasProperty(cause, "reason") && Predicate.hasProperty(cause.reason, "cause")
    ? cause.reason.cause
    : undefined
  return Predicate.hasProperty(system, "code") && system.code === "EISDIR"
}

/** Whether another file of the same group was read. */
function hasStandIn({ path }: Unread, texts: { readonly [path: string]: string }): boolean {
  return Object.keys(texts).some((other) => groupOf(other) === groupOf(path))
}

function errorOf({ path, failure }: Unread): LoadedDevLoopConfig["errors"][number] {
  return {
    path,
    message: `${failure.message}; make it a readable file`,
    layer: configGroupOf(path)?.layer ?? "settings",
  }
}

function partition<A>(list: readonly A[], holds: (entry: A) => boolean): readonly [readonly A[], readonly A[]] {
  return [list.filter(holds), list.filter((entry) => !holds(entry))]
}
