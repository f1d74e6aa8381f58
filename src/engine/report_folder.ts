import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Hash from "effect/Hash"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { FileServices } from "./durable_file.ts"
import { IoFailed, ioFailed } from "./io_failed.ts"
import { readStoredReport } from "./stored_report.ts"

/** The copy of the newest run. */
export const latestName = "latest.md"

/**
 * The slug of a scope is no name for a folder; nothing was read or written.
 *
 * @example
 * ```ts
 * import { ScopeSlugInvalid } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new ScopeSlugInvalid({ slug: "A b" }).message,
 *   'Cannot use "A b" as a scope slug: use lower-case letters, digits, "+" and "-", starting with a letter or digit',
 * )
 * ```
 */
export class ScopeSlugInvalid extends Data.Error<{ readonly slug: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "ScopeSlugInvalid"
  /** What a log calls the error. */
  override readonly name = "ScopeSlugInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot use "${this.slug}" as a scope slug: use lower-case letters, digits, "+" and "-", starting with a letter or digit`
  }
}

/** Where the runs of a scope are kept. */
export interface ReportPlace {
  /** The folder of all scopes. */
  readonly reportDir: string
  readonly scopeSlug: string
  /** The scope itself: two scopes may have one slug. Left out, the slug alone decides. */
  readonly scope?: string
}

const slugGrammar = /^[a-z0-9][a-z0-9+-]*$/u

/** The name of a run's file. */
export function versionName(version: number): string {
  return `v${version}.md`
}

/** The version that a file name says, or `undefined` when it is not the name of a run. `v01.md` is none. */
export function versionOf(name: string): number | undefined {
  const digits = /^v([1-9]\d{0,14})\.md$/u.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * The folder of a scope: `<reportDir>/<slug>`, or `<reportDir>/<slug>-<hash of the scope>` when the former holds the
 * runs of another scope.
 */
export const reportFolder: (
  place: ReportPlace,
) => Effect.Effect<string, ScopeSlugInvalid | IoFailed, FileServices> = Effect.fn("reportFolder")(
  function* ({ reportDir, scopeSlug, scope }) {
    if (!slugGrammar.test(scopeSlug)) return yield* new ScopeSlugInvalid({ slug: scopeSlug })
    const folder = (yield* Path.Path).join(reportDir, scopeSlug)
    if (scope === undefined) return folder
    const holder = yield* scopeOf(folder)
    return holder === undefined || holder === scope ? folder : `${folder}-${hashOf(scope)}`
  },
)

/** The versions in a folder, ascending, and the unfinished or other files beside them. A missing folder is empty. */
export const listVersions: (
  folder: string,
) => Effect.Effect<
  { readonly versions: readonly number[]; readonly names: readonly string[] },
  IoFailed,
  FileServices
> = Effect.fn("listVersions")(function* (folder) {
  const names = yield* (yield* FileSystem.FileSystem).readDirectory(folder).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed<string[]>([])),
    Effect.mapError(ioFailed("list", folder)),
  )
  const versions = names.map(versionOf).filter((version) => version !== undefined).sort((a, b) => a - b)
  return { versions, names }
})

/**
 * The bytes of a report; only "no such file" is `undefined`, every other failure is one. A pipe or a device is refused
 * without opening it: a reader of it may wait for ever.
 */
export const readIfPresent: (
  path: string,
) => Effect.Effect<Uint8Array | undefined, IoFailed, FileSystem.FileSystem> = Effect.fn("readIfPresent")(
  function* (path) {
    const fs = yield* FileSystem.FileSystem
    const read = Effect.gen(function* () {
      const { type } = yield* fs.stat(path)
      if (type === "File" || type === "Directory") return yield* fs.readFile(path)
      return yield* new IoFailed({ operation: "read", path, detail: "it is no regular file", advice: "move it away" })
    })
    return yield* read.pipe(
      Effect.catchTag(
        "PlatformError",
        (error) =>
          error.reason._tag === "NotFound" ? Effect.succeed(undefined) : Effect.fail(ioFailed("read", path)(error)),
      ),
    )
  },
)

/** The scope of the newest well-formed report in a folder; `undefined` when there is none. */
export const scopeOf: (folder: string) => Effect.Effect<string | undefined, IoFailed, FileServices> = Effect.fnUntraced(
  function* (folder) {
    const path = yield* Path.Path
    const { versions } = yield* listVersions(folder)
    for (const name of [latestName, ...versions.map(versionName).reverse()]) {
      const file = path.join(folder, name)
      const bytes = yield* readIfPresent(file)
      const report = bytes === undefined ? undefined : readStoredReport(bytes, file)
      if (report !== undefined && Result.isSuccess(report)) return report.success.front_matter.scope
    }
    return undefined
  },
)

function hashOf(scope: string): string {
  return (Hash.string(scope) >>> 0).toString(16).padStart(8, "0").slice(-6)
}
