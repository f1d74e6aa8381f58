import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { writeOutputFile } from "../../src/engine/output_file.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { type Fault, faultyFileSystem } from "../services/faulty_file_system.ts"
import { withFolder } from "../services/program.ts"

const written = (file: string, content: string): Promise<void> =>
  Effect.runPromise(writeOutputFile(file, content).pipe(Effect.provide(hostLayer)))

Deno.test("writeOutputFile leaves the old content or the new, whichever operation fails", () =>
  withFolder({}, async (folder) => {
    const file = join(folder, "report.md")
    const kinds: readonly Fault["kind"][] = ["fail", "crash", "short", "lost", "torn"]
    for (const kind of kinds) {
      for (let at = 1; at <= 12; at++) {
        writeFileSync(file, "old")
        const services = Layer.merge(hostLayer, faultyFileSystem({ kind, at, code: "ENOSPC" }, { operations: 0 }))
        const result = await Effect.runPromise(
          Effect.result(writeOutputFile(file, "new")).pipe(Effect.provide(services)),
        )
        strictEqual(readFileSync(file, "utf8"), Result.isFailure(result) ? "old" : "new", `${kind} at ${at}`)
      }
    }
  }))

Deno.test("writeOutputFile writes through a symbolic link, also one to nowhere, and keeps permissions", () =>
  withFolder({ "old.md": "old" }, async (folder) => {
    if (process.platform === "win32") return
    chmodSync(join(folder, "old.md"), 0o640)
    symlinkSync("old.md", join(folder, "link.md"))
    symlinkSync("new.md", join(folder, "dangling.md"))
    await written(join(folder, "link.md"), "one")
    await written(join(folder, "dangling.md"), "two")
    deepStrictEqual(["old.md", "new.md"].map((name) => readFileSync(join(folder, name), "utf8")), ["one", "two"])
    ok(lstatSync(join(folder, "link.md")).isSymbolicLink())
    strictEqual(statSync(join(folder, "old.md")).mode & 0o777, 0o640)
    deepStrictEqual(readdirSync(folder).sort(), ["dangling.md", "link.md", "new.md", "old.md"])
  }))

Deno.test("writeOutputFile writes into a pipe and a device as they are, and says what a folder is", () =>
  withFolder({}, async (folder) => {
    if (process.platform === "win32") return
    const pipe = join(folder, "pipe")
    execFileSync("mkfifo", [pipe])
    const reader = spawn("cat", [pipe])
    const [, read] = await Promise.all([written(pipe, "through"), text(reader.stdout)])
    strictEqual(read, "through")
    ok(statSync(pipe).isFIFO())
    await written("/dev/null", "gone")
    const failure = await Effect.runPromise(Effect.flip(writeOutputFile(folder, "x")).pipe(Effect.provide(hostLayer)))
    match(failure.message, /^Cannot write ".*": EISDIR/u)
  }))

Deno.test("writeOutputFile writes a file in place where its folder takes no new one", () =>
  withFolder({}, async (folder) => {
    const file = join(folder, "report.md")
    for (const code of ["EACCES", "EROFS", "EBUSY"]) {
      for (let at = 1; at <= 8; at++) {
        writeFileSync(file, "old")
        const services = Layer.merge(hostLayer, faultyFileSystem({ kind: "fail", at, code }, { operations: 0 }))
        await Effect.runPromise(writeOutputFile(file, "new").pipe(Effect.provide(services)))
        strictEqual(readFileSync(file, "utf8"), "new", `${code} at ${at}`)
      }
    }
  }))
