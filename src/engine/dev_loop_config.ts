import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { configOf, type LoadedDevLoopConfig } from "../core/config/dev_loop_config.ts"
import { configGroupOf, devLoopConfigPaths } from "../core/config/dev_loop_files.ts"
import { readConfigFiles } from "../core/config/read_config_file.ts"
import { type RetrospectiveKey, retrospectiveKeyIn } from "../core/config/retrospective_key.ts"
import type { FileServices } from "./durable_file.ts"
import type { IoFailed } from "./io_failed.ts"
import { readPresent } from "./present_file.ts"

/** The configuration of a dev loop, and the file that says most of it. */
export interface DevLoopConfigOnDisk extends LoadedDevLoopConfig, RetrospectiveKey {
  /** The file of the highest layer, relative to the root; `null` where there is none. */
  readonly file: string | null
}

/** What to do with something that is there and cannot be read, and with what is in place of a folder above it. */
const advices = {
  advice: "make it a readable file",
  adviceAbove: "move it away, or make it a readable folder",
} as const

interface Unread {
  readonly path: string
  readonly failure: IoFailed
}

/** The configuration of a work tree's root. It never fails: a file that cannot be read is one of its errors. */
export const readDevLoopConfig: (
  root: string,
) => Effect.Effect<DevLoopConfigOnDisk, never, FileServices> = Effect.fn("readDevLoopConfig")(
  function* (root) {
    const texts: { [path: string]: string } = {}
    const unread: Unread[] = []
    for (const path of devLoopConfigPaths) {
      const read = yield* Effect.result(readPresent({ root, path, ...advices }))
      if (Result.isFailure(read)) unread.push({ path, failure: read.failure })
      else if (read.success !== undefined) texts[path] = new TextDecoder().decode(read.success)
    }
    const files = readConfigFiles(texts)
    const loaded = configOf(files)
    const matters = unread.filter(({ path }) => !isShadowed(path, [...Object.keys(texts), ...unread.map(pathOf)]))
    const [passedOver, wrong] = partition(matters, (file) => isFolder(file) && hasStandIn(file, texts))
    const used = files.files.toReversed().map(pathOf)
    return {
      ...loaded,
      ...retrospectiveKeyIn(files),
      errors: [...loaded.errors, ...errorsOf(wrong, root, yield* Path.Path)],
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

/** One error for each thing that cannot be read: it may stand in the way of several files. */
function errorsOf(unread: readonly Unread[], root: string, path: Path.Path): LoadedDevLoopConfig["errors"] {
  const known = new Map(unread.toReversed().map((file) => [file.failure.path, file]))
  return unread.filter((file) => known.get(file.failure.path) === file).map((file) => ({
    path: path.relative(root, file.failure.path).replaceAll("\\", "/"),
    message: file.failure.message,
    layer: configGroupOf(file.path)?.layer ?? "settings",
  }))
}

function partition<A>(list: readonly A[], holds: (entry: A) => boolean): readonly [readonly A[], readonly A[]] {
  return [list.filter(holds), list.filter((entry) => !holds(entry))]
}
