import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { temporaryPrefix } from "../../src/engine/durable_file.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { withFolder } from "../services/program.ts"
import { namesIn, wholeRecord, writeTurn } from "./retrospective_turns.ts"

const entry = fileURLToPath(new URL("./retrospective_entry.ts", import.meta.url))
const name = checkpointPath.slice(".pi/".length)

function start(root: string, writer: string, times: string): ChildProcess {
  return spawn(Deno.execPath(), ["run", "--allow-all", "--no-check", entry, root, writer, times], {
    stdio: ["ignore", "pipe", "inherit"],
  })
}

Deno.test("1,000 writers at once, fibers of one process, leave one whole record and lose no foreign field", async () => {
  await withFolder({ [checkpointPath]: '{"state":"none","identity":{"prNumber":7},"later":[1]}' }, async (root) => {
    const writers = Array.from({ length: 1000 }, (_, writer) => writeTurn(root, `w${writer}`, writer))
    await Effect.runPromise(Effect.all(writers, { concurrency: "unbounded" }).pipe(Effect.provide(hostLayer)))
    const record = wholeRecord(root)
    deepStrictEqual([record["identity"], record["later"]], [{ prNumber: 7 }, [1]])
    deepStrictEqual(namesIn(root), [name])
  })
})

Deno.test("1,000 writes by ten processes at once leave one whole record", async () => {
  await withFolder({ [checkpointPath]: "no record" }, async (root) => {
    const writers = Array.from({ length: 10 }, (_, writer) => once(start(root, `p${writer}`, "100"), "close"))
    deepStrictEqual(await Promise.all(writers), writers.map(() => [0, null]))
    wholeRecord(root)
    // However many of them met the file that was no record, its bytes are kept once.
    deepStrictEqual(namesIn(root), [name, name.replace(".json", ".malformed-1.json")])
  })
})

Deno.test("a writer killed at any moment leaves the old record or the new one", async () => {
  let unfinished = 0
  await withFolder({}, async (root) => {
    for (let kill = 0; kill < 24; kill++) {
      const child = start(root, "k", "forever")
      const ended = once(child, "close")
      if (child.stdout === null) throw new Error("the child has no output")
      await once(child.stdout, "data")
      // From the first write, which takes the longest, to some hundreds of them.
      await new Promise((resolve) => setTimeout(resolve, 2 + kill * 7))
      child.kill("SIGKILL")
      deepStrictEqual(await ended, [null, "SIGKILL"])
      if (existsSync(join(root, checkpointPath))) wholeRecord(root)
      if (existsSync(join(root, ".pi"))) {
        unfinished += namesIn(root).filter((file) => file.startsWith(temporaryPrefix)).length
        ok(namesIn(root).every((file) => file === name || file.startsWith(temporaryPrefix)))
      }
    }
    await Effect.runPromise(writeTurn(root, "after", 1).pipe(Effect.provide(hostLayer)))
    strictEqual(wholeRecord(root).state, "complete")
  })
  ok(unfinished > 0, "no process was killed while it wrote")
})
