import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { systemError } from "effect/PlatformError"
import { ioFailed } from "../../src/engine/io_failed.ts"
import { makeFolders } from "../../src/engine/make_folders.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { systemFailure } from "../services/faulty_file_system.ts"
import { withFolder } from "../services/program.ts"

const notThere = systemError({
  _tag: "NotFound",
  module: "FileSystem",
  method: "makeDirectory",
  cause: Object.assign(new Error("ENOENT: no such file or directory, mkdir 'x'"), { code: "ENOENT" }),
})

/** What is said of a folder that cannot be made, or nothing. */
function making(folder: string, layer: Layer.Layer<FileSystem.FileSystem>): Promise<string | undefined> {
  return Effect.runPromise(
    makeFolders(folder).pipe(
      Effect.mapError(ioFailed("create the folder", "x")),
      Effect.match({ onFailure: (error) => error.message, onSuccess: () => undefined }),
      Effect.provide(layer),
      Effect.provide(hostLayer),
    ),
  )
}

/** A file system that makes folders one by one as it should, and fails as Node when it is to make several at once. */
function asNode(one: (made: string[], path: string) => ReturnType<FileSystem.FileSystem["makeDirectory"]>): {
  readonly layer: Layer.Layer<FileSystem.FileSystem>
  readonly made: string[]
} {
  const made: string[] = []
  const layer = Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (real): FileSystem.FileSystem => ({
      ...real,
      makeDirectory: (path, options) =>
        Effect.suspend(() =>
          options?.recursive === true && made.length === 0 ? Effect.fail(notThere) : one(made, path)
        ),
    })),
  ).pipe(Layer.provide(hostLayer))
  return { layer, made }
}

Deno.test("makeFolders makes a folder and those above it, and leaves one that is there", () =>
  withFolder({ "a/kept.txt": "" }, async (root) => {
    const layer = Layer.effect(FileSystem.FileSystem, FileSystem.FileSystem).pipe(Layer.provide(hostLayer))
    strictEqual(await making(join(root, "a/b/c"), layer), undefined)
    strictEqual(await making(join(root, "a/b/c"), layer), undefined)
    deepStrictEqual([existsSync(join(root, "a/b/c")), existsSync(join(root, "a/kept.txt"))], [true, true])
  }))

Deno.test("makeFolders says that a disk can only be read, where Node says that the folder is not there", () =>
  withFolder({}, async (root) => {
    const { layer } = asNode(() => Effect.fail(systemFailure("EROFS", "makeDirectory")))
    strictEqual(
      await making(join(root, "a/b"), layer),
      'Cannot create the folder "x": EROFS: read-only file system; the disk can only be read; name another place',
    )
  }))

Deno.test("makeFolders makes the outermost folder first, then the others", () =>
  withFolder({}, async (root) => {
    const { layer, made } = asNode((made, path) => Effect.sync(() => void made.push(path)))
    strictEqual(await making(join(root, "a/b/c"), layer), undefined)
    deepStrictEqual(made, [join(root, "a"), join(root, "a/b/c")])
  }))
