import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, symlinkSync, truncateSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { largestFile, readPresent } from "../../src/engine/present_file.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { withFolder } from "../services/program.ts"

const read = (root: string, path: string) =>
  Effect.runPromise(Effect.result(readPresent({ root, path, advice: "mend it" })).pipe(Effect.provide(hostLayer)))

/** What is said of a file that cannot be read. */
async function problemOf(root: string, path: string): Promise<string> {
  const outcome = await read(root, path)
  return Result.isFailure(outcome) ? outcome.failure.message.replaceAll(root, "") : "it can be read"
}

Deno.test("readPresent gives the bytes of a file, through links too, and nothing where there is none", async () => {
  await withFolder({ "a/b": "text" }, async (root) => {
    symlinkSync("a", join(root, "linked"))
    symlinkSync("a/b", join(root, "c"))
    for (const path of ["a/b", "linked/b", "c"]) {
      const bytes = Result.getOrThrow(await read(root, path))
      strictEqual(new TextDecoder().decode(bytes), "text")
    }
    for (const path of ["x", "a/x", "x/y/z", "linked/x"]) {
      deepStrictEqual(await read(root, path), Result.succeed(undefined))
    }
  })
})

Deno.test({
  name: "readPresent takes a link to nowhere for there, in place of the file and of a folder above it",
  ignore: process.platform === "win32",
  fn: async () => {
    await withFolder({ "file": "" }, async (root) => {
      symlinkSync("/nowhere", join(root, "dangling"))
      symlinkSync("loop", join(root, "loop"))
      strictEqual(
        await problemOf(root, "dangling"),
        'Cannot read "/dangling": it is a symbolic link to nowhere; mend it',
      )
      strictEqual(
        await problemOf(root, "dangling/a/b"),
        'Cannot read "/dangling": it is a symbolic link to nowhere; mend it',
      )
      match(await problemOf(root, "loop"), /^Cannot read "\/loop": ELOOP.*; mend it$/u)
      strictEqual(await problemOf(root, "file/a"), 'Cannot read "/file": it must be a folder and is none; mend it')
    })
  },
})

Deno.test({
  name: "readPresent opens no pipe and no device, and nothing that is too large",
  ignore: process.platform === "win32",
  fn: async () => {
    await withFolder({ "large": "", "largest": "" }, async (root) => {
      execFileSync("mkfifo", [join(root, "pipe")])
      symlinkSync("/dev/zero", join(root, "device"))
      symlinkSync("pipe", join(root, "to-pipe"))
      mkdirSync(join(root, "folder"))
      truncateSync(join(root, "large"), largestFile + 1)
      truncateSync(join(root, "largest"), largestFile)
      for (const path of ["pipe", "to-pipe", "device"]) {
        strictEqual(await problemOf(root, path), `Cannot read "/${path}": it is no regular file; mend it`)
      }
      match(await problemOf(root, "folder"), /^Cannot read "\/folder": EISDIR.*; mend it$/u)
      strictEqual(await problemOf(root, "large"), 'Cannot read "/large": it is larger than 16777216 bytes; mend it')
      strictEqual(Result.getOrThrow(await read(root, "largest"))?.length, largestFile)
    })
  },
})
