import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { readEditFile } from "../../src/engine/edit_file.ts"
import { writeFiles } from "../../src/engine/edit_writer.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { withFolder } from "../services/program.ts"
import { failingFileSystem } from "./route_host.ts"

const texts = { "a.md": "A\n", "b.md": "B\n" }
const names = ["a.md", "new/deep/n.md", "b.md", "m.md"]

const writeAll = Effect.fnUntraced(function* (root: string) {
  const targets = yield* Effect.forEach(names, (name) => readEditFile(root, name).pipe(Effect.provide(hostLayer)))
  return yield* Effect.result(writeFiles(targets.map((target) => ({ target, text: `${target.path} now\n` }))))
})

function treeOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).sort().map((path) => {
    const info = statSync(join(root, path))
    return info.isDirectory()
      ? `${path}/`
      : `${path} ${(info.mode & 0o777).toString(8)} ${readFileSync(join(root, path), "utf8")}`
  })
}

Deno.test("writeFiles writes all files", async () => {
  await withFolder(texts, async (root) => {
    strictEqual(Result.isSuccess(await Effect.runPromise(writeAll(root).pipe(Effect.provide(hostLayer)))), true)
    for (const name of names) strictEqual(readFileSync(join(root, name), "utf8"), `${name} now\n`)
    deepStrictEqual(readdirSync(root).sort(), ["a.md", "b.md", "m.md", "new"])
    writeFileSync(join(root, "usual.md"), "")
    strictEqual(statSync(join(root, "m.md")).mode, statSync(join(root, "usual.md")).mode)
  })
})

for (const operation of ["open", "rename", "link", "makeDirectory"] as const) {
  Deno.test(`writeFiles changes nothing when ${operation} fails, whichever call it is`, async () => {
    let failures = 0
    for (let nth = 1; nth <= 12; nth++) {
      await withFolder(texts, async (root) => {
        const before = treeOf(root)
        const services = Layer.merge(hostLayer, failingFileSystem([operation], nth))
        const written = await Effect.runPromise(writeAll(root).pipe(Effect.provide(services)))
        // Flushing the folder opens it too, after everything is in place, and does not matter.
        if (Result.isSuccess(written)) return strictEqual(readFileSync(join(root, "b.md"), "utf8"), "b.md now\n")
        failures++
        match(written.failure.message, /^Cannot write .*: no space left on device; every file is as it was$/)
        deepStrictEqual(treeOf(root), before, `${operation} ${nth}`)
      })
    }
    strictEqual(failures, { open: 4, rename: 2, link: 2, makeDirectory: 2 }[operation])
  })
}

Deno.test("writeFiles keeps what another program put into a folder that it made and takes back", async () => {
  await withFolder(texts, async (root) => {
    const written = await Effect.runPromise(
      Effect.gen(function* () {
        const target = yield* readEditFile(root, "new/deep/n.md")
        const theirs = Effect.sync(() => writeFileSync(join(root, "new/theirs.md"), "theirs\n"))
        const check = Effect.andThen(theirs, Effect.fail({ path: target.path, problem: "taken" }))
        return yield* Effect.result(writeFiles([{ target, text: "mine\n" }], check))
      }).pipe(Effect.provide(hostLayer)),
    )
    match(Result.isFailure(written) ? written.failure.message : "", /: taken; every file is as it was$/u)
    deepStrictEqual(readdirSync(root, { recursive: true }).sort(), ["a.md", "b.md", "new", "new/theirs.md"])
  })
})

Deno.test("writeFiles says which file it could not put back", async () => {
  await withFolder(texts, async (root) => {
    const services = Layer.merge(hostLayer, failingFileSystem(["rename"], 2, false))
    const written = await Effect.runPromise(writeAll(root).pipe(Effect.provide(services)))
    match(Result.isFailure(written) ? written.failure.message : "", /a\.md could not be put back/)
    deepStrictEqual(readdirSync(root).sort(), ["a.md", "b.md"])
  })
})

Deno.test("writeFiles does not overwrite a file that appeared after it was looked for", async () => {
  await withFolder(texts, async (root) => {
    const write = Effect.gen(function* () {
      const targets = yield* Effect.forEach(["a.md", "n.md"], (name) => readEditFile(root, name))
      yield* Effect.sync(() => writeFileSync(join(root, "n.md"), "theirs\n"))
      return yield* Effect.flip(writeFiles(targets.map((target) => ({ target, text: "ours\n" }))))
    })
    const failure = await Effect.runPromise(write.pipe(Effect.provide(hostLayer)))
    match(failure.message, /n\.md: something has that name by now; every file is as it was/)
    deepStrictEqual(treeOf(root), ["a.md 644 A\n", "b.md 644 B\n", "n.md 644 theirs\n"])
  })
})

Deno.test("writeFiles removes unfinished files of a writer that was killed long ago, not those of one at work", async () => {
  await withFolder({ ...texts, ".retro-tmp-old": "x", ".retro-tmp-new": "x" }, async (root) => {
    utimesSync(join(root, ".retro-tmp-old"), 0, 0)
    await Effect.runPromise(writeAll(root).pipe(Effect.provide(hostLayer)))
    deepStrictEqual(readdirSync(root).sort(), [".retro-tmp-new", "a.md", "b.md", "m.md", "new"])
  })
})

Deno.test("writeFiles ends what it has begun when it is interrupted", async () => {
  await withFolder(texts, async (root) => {
    const interrupted = Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(writeAll(root))
      // Far enough for the first file to be staged, not for the last to be in place.
      while (!readdirSync(root).some((name) => name.startsWith(".retro-tmp-"))) yield* Effect.sleep(0)
      yield* Fiber.interrupt(fiber)
    })
    await Effect.runPromise(interrupted.pipe(Effect.provide(hostLayer)))
    for (const name of names) strictEqual(readFileSync(join(root, name), "utf8"), `${name} now\n`)
    deepStrictEqual(readdirSync(root).sort(), ["a.md", "b.md", "m.md", "new"])
  })
})
