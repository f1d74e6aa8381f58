import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { checkpointPath, requireCheckpoint } from "../../src/core/gate/checkpoint_record.ts"
import {
  readRetrospective,
  type StoredRetrospective,
  writeRetrospective,
  type WrittenRetrospective,
} from "../../src/engine/retrospective_file.ts"
import type { IoFailed } from "../../src/engine/io_failed.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { type Fault, faultyFileSystem } from "../services/faulty_file_system.ts"
import { withFolder } from "../services/program.ts"
import { namesIn } from "./retrospective_turns.ts"

const at = "2027-03-04T16:30:00.000Z"
const read = (root: string): Promise<StoredRetrospective> =>
  Effect.runPromise(readRetrospective(root).pipe(Effect.provide(hostLayer)))
const requireAgain = (root: string, fault?: Fault): Promise<Result.Result<WrittenRetrospective, IoFailed>> =>
  Effect.runPromise(
    readRetrospective(root).pipe(
      Effect.flatMap((before) => writeRetrospective(before, requireCheckpoint(before.record ?? undefined, at))),
      Effect.result,
      Effect.provide(Layer.merge(hostLayer, faultyFileSystem(fault, { operations: 0 }))),
    ),
  )

Deno.test("writeRetrospective creates the folder and writes two-space JSON and a newline", async () => {
  await withFolder({}, async (root) => {
    deepStrictEqual(
      await requireAgain(root),
      Result.succeed({ file: checkpointPath, record: { state: "required", triggeredAt: at } }),
    )
    strictEqual(
      readFileSync(join(root, checkpointPath), "utf8"),
      `{\n  "state": "required",\n  "triggeredAt": "${at}"\n}\n`,
    )
  })
})

Deno.test("readRetrospective takes only a missing file for none", async () => {
  await withFolder({}, async (root) => {
    deepStrictEqual([(await read(root)).checkpointState, (await read(root)).problem], ["none", null])
    mkdirSync(join(root, checkpointPath), { recursive: true })
    const folder = await read(root)
    strictEqual(folder.checkpointState, "missing")
    match(folder.problem ?? "", /EISDIR/u)
  })
  await withFolder({ ".pi": "a file" }, async (root) => {
    const below = await read(root)
    strictEqual(below.checkpointState, "missing")
    match(below.problem ?? "", /^Cannot read ".*\/\.pi": it must be a folder and is none; move it away/u)
  })
})

Deno.test("a record that is a symbolic link becomes a file, and what it leads to stays as it is", async () => {
  await withFolder({ "elsewhere.json": '{"state":"complete","x":1}', ".pi/other": "" }, async (root) => {
    symlinkSync(join(root, "elsewhere.json"), join(root, checkpointPath))
    const before = await read(root)
    deepStrictEqual([before.checkpointState, before.link], ["complete", join(root, "elsewhere.json")])
    Result.getOrThrow(await requireAgain(root))
    const after = await read(root)
    deepStrictEqual([after.checkpointState, after.link, after.record?.["x"]], ["missing", undefined, 1])
    strictEqual(readFileSync(join(root, "elsewhere.json"), "utf8"), '{"state":"complete","x":1}')
  })
})

Deno.test("bytes that are no record are kept beside whatever has the first name", async () => {
  await withFolder({ [checkpointPath]: "{" }, async (root) => {
    const aside = (number: number) => `.pi/dev-loop-retrospective-checkpoint.malformed-${number}.json`
    mkdirSync(join(root, aside(1)))
    symlinkSync("/nowhere", join(root, aside(2)))
    strictEqual(Result.getOrThrow(await requireAgain(root)).moved_aside, aside(3))
  })
})

Deno.test("a record that cannot be read counts as missing, and nothing is written over it", async () => {
  await withFolder({ [checkpointPath]: '{"state":"complete"}' }, async (root) => {
    const failed = await requireAgain(root, { at: 1, kind: "fail", code: "EACCES" })
    match(Result.isFailure(failed) ? failed.failure.message : "", /^Cannot read ".*": EACCES/u)
    strictEqual(readFileSync(join(root, checkpointPath), "utf8"), '{"state":"complete"}')
  })
})

const malformed: readonly (readonly [name: string, bytes: string | Uint8Array])[] = [
  ["empty", ""],
  ["cut", '{"state":"comp'],
  ["a list", '[{"state":"complete"}]'],
  ["null", "null"],
  ["no UTF-8", new Uint8Array([...Buffer.from('{"state":"complete","x":"'), 0xff, ...Buffer.from('"}')])],
]
for (const [name, bytes] of malformed) {
  Deno.test(`a file that is no record (${name}) counts as missing, and its bytes are kept when one is written`, async () => {
    await withFolder({ ".pi/other": "" }, async (root) => {
      writeFileSync(join(root, checkpointPath), bytes)
      strictEqual((await read(root)).checkpointState, "missing")
      const written = Result.getOrThrow(await requireAgain(root))
      const aside = ".pi/dev-loop-retrospective-checkpoint.malformed-1.json"
      deepStrictEqual([written.moved_aside, (await read(root)).problem], [aside, null])
      deepStrictEqual(new Uint8Array(readFileSync(join(root, aside))), new Uint8Array(Buffer.from(bytes)))
    })
  })
}

Deno.test("what was moved aside before is not written over, and the same bytes are kept once", async () => {
  await withFolder({}, async (root) => {
    const asides: (string | undefined)[] = []
    for (const bytes of ["one", "two", "one"]) {
      mkdirSync(join(root, ".pi"), { recursive: true })
      writeFileSync(join(root, checkpointPath), bytes)
      asides.push(Result.getOrThrow(await requireAgain(root)).moved_aside)
    }
    const aside = (number: number) => `.pi/dev-loop-retrospective-checkpoint.malformed-${number}.json`
    deepStrictEqual(asides, [aside(1), aside(2), aside(1)])
    deepStrictEqual([1, 2].map((number) => readFileSync(join(root, aside(number)), "utf8")), ["one", "two"])
  })
})

Deno.test("a record of an unknown state keeps its other fields", async () => {
  await withFolder({ [checkpointPath]: '{"state":"paused","provenance":{"context":"fresh"},"x":1}' }, async (root) => {
    deepStrictEqual(Result.getOrThrow(await requireAgain(root)), {
      file: checkpointPath,
      record: { state: "required", triggeredAt: at, provenance: { context: "fresh" }, x: 1 },
    })
  })
})

for (const kind of ["fail", "crash", "short", "lost", "torn"] as const) {
  Deno.test(`whichever operation goes wrong (${kind}), the old record or the new one is there`, async () => {
    const old = '{"state":"complete","notes":"old"}'
    let failures = 0
    for (let operation = 1; operation <= 20; operation++) {
      await withFolder({ [checkpointPath]: old }, async (root) => {
        const written = await requireAgain(root, { at: operation, kind, code: "ENOSPC" })
        const now = readFileSync(join(root, checkpointPath), "utf8")
        strictEqual(now === old || now === `{\n  "state": "required",\n  "triggeredAt": "${at}"\n}\n`, true, now)
        if (Result.isSuccess(written)) strictEqual(now === old, false)
        else failures++
        if (kind === "fail") {
          strictEqual(namesIn(root).filter((name) => name.startsWith(".retro-tmp-")).length <= 1, true)
        }
      })
    }
    strictEqual(failures > 0, kind !== "short")
  })
}

Deno.test("a first record that cannot be written leaves none", async () => {
  await withFolder({}, async (root) => {
    for (let operation = 1; operation <= 6; operation++) {
      const written = await requireAgain(root, { at: operation, kind: "crash", code: "ENOSPC" })
      strictEqual(Result.isFailure(written), true)
      strictEqual(existsSync(join(root, checkpointPath)), false)
    }
  })
})
