import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { createFile, replaceFile, writeTemporary } from "../../src/engine/durable_file.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { type Fault, faultyFileSystem } from "../services/faulty_file_system.ts"

async function withFolder(use: (folder: string, target: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "retro-durable-"))
  try {
    await use(folder, join(folder, "state.json"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

Deno.test("createFile creates what is not there and changes nothing that is", async () => {
  await withFolder(async (folder, target) => {
    await Effect.runPromise(createFile(target, bytes("first")).pipe(Effect.provide(hostLayer)))
    const failure = await Effect.runPromise(
      Effect.flip(createFile(target, bytes("second"))).pipe(Effect.provide(hostLayer)),
    )
    strictEqual(failure._tag, "NameTaken")
    strictEqual(readFileSync(target, "utf8"), "first")
    deepStrictEqual(readdirSync(folder), ["state.json"])
  })
})

Deno.test("of a hundred createFile at once one has the name, whole", async () => {
  await withFolder(async (folder, target) => {
    const texts = Array.from({ length: 100 }, (_, index) => String(index).repeat(10_000))
    const results = await Effect.runPromise(
      Effect.forEach(texts, (text) => Effect.result(createFile(target, bytes(text))), { concurrency: 20 })
        .pipe(Effect.provide(hostLayer)),
    )
    const winners = texts.filter((_, index) => results[index] !== undefined && Result.isSuccess(results[index]))
    deepStrictEqual(winners, [readFileSync(target, "utf8")])
    deepStrictEqual(readdirSync(folder), ["state.json"])
  })
})

Deno.test("replaceFile keeps the permissions of what it replaces", async () => {
  if (process.platform === "win32") return
  await withFolder(async (_, target) => {
    for (const mode of [0o600, 0o664, 0o646]) {
      writeFileSync(target, "old")
      chmodSync(target, mode)
      await Effect.runPromise(replaceFile(target, bytes("new")).pipe(Effect.provide(hostLayer)))
      strictEqual(statSync(target).mode & 0o777, mode)
      strictEqual(readFileSync(target, "utf8"), "new")
    }
  })
})

Deno.test("replaceFile leaves the old content or the new, whichever operation fails", async () => {
  const kinds: readonly Fault["kind"][] = ["fail", "crash", "short", "lost", "torn"]
  await withFolder(async (folder, target) => {
    for (const kind of kinds) {
      for (let at = 1; at <= 12; at++) {
        writeFileSync(target, "old content")
        const services = Layer.merge(hostLayer, faultyFileSystem({ kind, at, code: "EIO" }, { operations: 0 }))
        const result = await Effect.runPromise(
          Effect.result(replaceFile(target, bytes("new content"))).pipe(Effect.provide(services)),
        )
        const now = readFileSync(target, "utf8")
        ok(Result.isFailure(result) ? now === "old content" : now === "new content", `${kind} at ${at}: ${now}`)
        const left = readdirSync(folder).filter((name) => name !== "state.json")
        if (kind !== "crash" && kind !== "torn") deepStrictEqual(left, [], `${kind} at ${at}`)
        for (const name of left) rmSync(join(folder, name))
      }
    }
  })
})

Deno.test("a short write goes on with what is left", async () => {
  await withFolder(async (_, target) => {
    for (const text of ["x", "long ".repeat(100_000)]) {
      const services = Layer.merge(hostLayer, faultyFileSystem({ kind: "short", at: 3, code: "" }, { operations: 0 }))
      const path = await Effect.runPromise(writeTemporary(target, bytes(text)).pipe(Effect.provide(services)))
      strictEqual(readFileSync(path, "utf8"), text)
    }
  })
})

Deno.test("writers that draw the same random numbers do not share a name", async () => {
  await withFolder(async (_, target) => {
    const write = (text: string): Promise<string> =>
      Effect.runPromise(writeTemporary(target, bytes(text)).pipe(Random.withSeed("same"), Effect.provide(hostLayer)))
    const [first, second] = [await write("first"), await write("second")]
    ok(first !== second)
    deepStrictEqual([first, second].map((path) => readFileSync(path, "utf8")), ["first", "second"])
  })
})

Deno.test("a folder that is missing is named in the failure, with what the system says", async () => {
  await withFolder(async (folder) => {
    const target = join(folder, "missing", "state.json")
    const failure = await Effect.runPromise(Effect.flip(createFile(target, bytes("x"))).pipe(Effect.provide(hostLayer)))
    match(failure.message, /^Cannot create ".*missing.state\.json": (?:ENOENT|.*not found|.*no such file)/iu)
  })
})
