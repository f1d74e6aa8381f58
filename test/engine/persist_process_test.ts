import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { PersistedRun } from "../../src/core/schema/persisted_run.ts"
import { IoFailed } from "../../src/engine/io_failed.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { leftoversOf, problemsOf, run, scope, treeOf } from "./persist_run.ts"

const entry = fileURLToPath(new URL("./persist_entry.ts", import.meta.url))
const decodeRun = Schema.decodeUnknownSync(Schema.fromJsonString(PersistedRun))

async function withRoom(use: (room: string) => Promise<void>): Promise<void> {
  const room = mkdtempSync(join(tmpdir(), "retro-persist-"))
  try {
    await use(room)
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}

function start(times: "once" | "forever", reportDir: string, names: readonly string[]): ChildProcess {
  return spawn(Deno.execPath(), ["run", "--allow-all", "--no-check", entry, times, reportDir, ...names], {
    stdio: ["ignore", "pipe", "inherit"],
  })
}

async function outputOf(child: ChildProcess): Promise<{ readonly code: unknown; readonly text: string }> {
  let text = ""
  child.stdout?.on("data", (data: unknown) => text += String(data))
  const [code] = await once(child, "close")
  return { code, text }
}

/** A generator of numbers from 0 to 1 that starts anywhere and can be repeated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const many = Array.from({ length: 400 }, (_, index) => `node-${index}`)

Deno.test("ten runs persisted at once by ten processes lose none and share no version", async () => {
  await withRoom(async (room) => {
    const children = Array.from({ length: 10 }, (_, index) => outputOf(start("once", room, ["shared", `own-${index}`])))
    const runs = (await Promise.all(children)).map(({ code, text }) => {
      strictEqual(code, 0)
      return decodeRun(text.split("\n")[1])
    })
    const versions = runs.map(({ version }) => version).sort((a, b) => a - b)
    deepStrictEqual(versions, Array.from({ length: 10 }, (_, index) => index + 1))
    const tree = treeOf(room)
    deepStrictEqual(problemsOf(tree), [])
    strictEqual(Object.keys(tree).length, 11)
    deepStrictEqual(leftoversOf(room), [])
    // One id for the finding that all share, and one for each of the others.
    const ids = new Map<string, Set<string>>()
    for (const text of Object.values(tree)) {
      for (const [, id = "", name = ""] of text.matchAll(/^\| (R\d+) \| [^|]* \| docs\/([\w-]+)\.md /gmu)) {
        ids.set(name, (ids.get(name) ?? new Set()).add(id))
      }
    }
    deepStrictEqual([...ids.values()].map((set) => set.size), Array.from({ length: 11 }, () => 1))
    strictEqual(new Set([...ids.values()].map((set) => [...set][0])).size, 11)
  })
})

Deno.test("a process killed at any moment leaves whole runs, and the next goes on from them", async () => {
  const random = seeded(20270131)
  let unfinished = 0
  for (let kills = 0; kills < 48;) {
    await withRoom(async (room) => {
      let before = treeOf(room)
      for (let kill = 0; kill < 8; kill++) {
        const child = start("forever", room, ["a", "b", "c"])
        const ended = once(child, "close")
        if (child.stdout === null) throw new Error("the child has no output")
        await once(child.stdout, "data")
        // A first run takes about this long, in milliseconds, and the following ones less.
        await new Promise((resolve) => setTimeout(resolve, 50 + random() * 150))
        child.kill("SIGKILL")
        deepStrictEqual(await ended, [null, "SIGKILL"])
        kills++
        unfinished += leftoversOf(room).length
        const now = treeOf(room)
        for (const [name, text] of Object.entries(before)) if (name !== "latest.md") strictEqual(now[name], text)
        ok(before["latest.md"] === undefined || now["latest.md"] !== undefined)
        for (const [name, text] of Object.entries(now)) match(text, /^---\n[^]*\n## [^]*\n$/u, `${name} is torn`)
        before = now
      }
      const { version } = await Effect.runPromise(run(room, ["a", "b", "c"]).pipe(Effect.provide(hostLayer)))
      const tree = treeOf(room)
      deepStrictEqual(problemsOf(tree), [])
      strictEqual(Object.keys(tree).length, version + 1)
      match(tree["latest.md"] ?? "", /^id_max: 3$/mu)
    })
  }
  ok(unfinished > 0, "no process was killed while it wrote")
})

const failure = (dir: string): Promise<IoFailed> =>
  Effect.runPromise(
    Effect.result(run(dir, many)).pipe(
      Effect.provide(hostLayer),
      Effect.map((result) => {
        ok(Result.isFailure(result) && result.failure instanceof IoFailed, "it did not fail")
        return result.failure
      }),
    ),
  )

Deno.test("a report folder that is a file, or below one, fails and is left alone", async () => {
  await withRoom(async (room) => {
    writeFileSync(join(room, "file"), "mine")
    writeFileSync(join(room, scope), "mine")
    strictEqual((await failure(join(room, "file"))).path, join(room, "file", scope))
    strictEqual((await failure(room)).path, join(room, scope))
  })
})

Deno.test("a latest.md that is a folder fails", async () => {
  await withRoom(async (room) => {
    mkdirSync(join(room, scope, "latest.md"), { recursive: true })
    match((await failure(room)).message, /^Cannot read ".*latest\.md": EISDIR/u)
  })
})

Deno.test({
  name: "a folder that may not be written fails and is left alone",
  // Who may do everything may write everywhere.
  ignore: process.getuid?.() === 0 || process.platform === "win32",
  fn: () =>
    withRoom(async (room) => {
      await Effect.runPromise(run(room, ["a"]).pipe(Effect.provide(hostLayer)))
      const before = treeOf(room)
      chmodSync(join(room, scope), 0o555)
      const { detail } = await failure(room)
      chmodSync(join(room, scope), 0o755)
      match(detail, /EACCES/u)
      deepStrictEqual(treeOf(room), before)
    }),
})

Deno.test({
  name: "a process that may not write a whole file fails and leaves the runs before",
  ignore: process.platform === "win32",
  fn: () =>
    withRoom(async (room) => {
      await Effect.runPromise(run(room, ["a"]).pipe(Effect.provide(hostLayer)))
      const before = treeOf(room)
      // Files of at most 8 blocks of 512 bytes: a write is cut short there, and the next one fails.
      const script = `trap '' XFSZ; ulimit -f 8; exec "$@"`
      const limited = spawnSync("sh", [
        "-c",
        script,
        "sh",
        Deno.execPath(),
        "run",
        "--allow-all",
        "--no-check",
        entry,
        room,
        ...many,
      ], {
        encoding: "utf8",
        env: { ...process.env, NO_COLOR: "1" },
      })
      ok(limited.status !== 0, limited.stdout)
      match(limited.stderr, /EFBIG|too large|bytes/iu)
      deepStrictEqual(treeOf(room), before)
      deepStrictEqual(leftoversOf(room), [])
    }),
})

Deno.test("a full disk fails and leaves the runs before", async () => {
  await withRoom(async (room) => {
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=96k", "retro-test", room])
    // Only who may mount can fill a disk of a known size.
    if (mounted.status !== 0) return
    try {
      await Effect.runPromise(run(room, ["a"]).pipe(Effect.provide(hostLayer)))
      const before = treeOf(room)
      const { message } = await failure(room)
      match(message, /^Cannot write ".*": .*no space left/iu)
      deepStrictEqual(treeOf(room), before)
      deepStrictEqual(leftoversOf(room), [])
      await Effect.runPromise(run(room, ["a", "b"]).pipe(Effect.provide(hostLayer)))
      deepStrictEqual(problemsOf(treeOf(room)), [])
    } finally {
      spawnSync("umount", [room])
    }
  })
})
