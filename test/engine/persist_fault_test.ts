import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { temporaryPrefix } from "../../src/engine/durable_file.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { type Fault, faultyFileSystem } from "../services/faulty_file_system.ts"
import { leftoversOf, run, scope, treeOf } from "./persist_run.ts"

type Tree = Readonly<Record<string, string>>

// In memory where that is to be had: flushing thousands of files to a disk takes its time.
const room = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "retro-fault-"))
globalThis.addEventListener("unload", () => rmSync(room, { recursive: true, force: true }))

const whole = (dir: string, names: readonly string[]) =>
  Effect.runPromise(run(dir, names).pipe(Effect.provide(hostLayer)))

let folders = 0
function folderWith(tree: Tree): string {
  const dir = join(room, String(folders++))
  mkdirSync(join(dir, scope), { recursive: true })
  for (const [name, text] of Object.entries(tree)) writeFileSync(join(dir, scope, name), text)
  return dir
}

const twoRuns = await (async (): Promise<Tree> => {
  const dir = folderWith({})
  await whole(dir, ["a", "b", "c"])
  await whole(dir, ["a", "b", "d"])
  return treeOf(dir)
})()
const { "v1.md": first = "", "v2.md": second = "" } = twoRuns
const edited = second.replace("| open |", "| wont\\_fix:by design |")

/** What a folder may hold before a run. */
const before: Readonly<Record<string, Tree>> = {
  "nothing": {},
  "two runs": twoRuns,
  "a latest.md that a stopped writer left behind": { "v1.md": first, "v2.md": second, "latest.md": first },
  "no latest.md": { "v1.md": first, "v2.md": second },
  "an edited latest.md": { "v1.md": first, "v2.md": second, "latest.md": edited },
  "a latest.md alone": { "latest.md": first },
  "a malformed latest.md after a fresh run": { "v1.md": first, "latest.md": "not a report" },
  "a malformed latest.md after two runs": { "v1.md": first, "v2.md": second, "latest.md": "" },
  "a malformed latest.md alone": { "latest.md": "---\ndate: 2027\n---\n" },
}

const faults: readonly Omit<Fault, "at">[] = [
  { kind: "fail", code: "ENOSPC" },
  { kind: "fail", code: "EPERM" },
  { kind: "crash", code: "EIO" },
  { kind: "short", code: "" },
  { kind: "lost", code: "" },
  { kind: "torn", code: "ENOSPC" },
]

function newest(tree: Tree): string | undefined {
  return Object.keys(tree).filter((name) => name.startsWith("v")).sort().at(-1)
}

const findings = ["a", "d", "e"]

for (const [name, tree] of Object.entries(before)) {
  Deno.test(`persist over ${name} leaves the old runs or the new one, whichever operation fails, and so does the next`, async () => {
    const reference = folderWith(tree)
    await whole(reference, findings)
    const once = treeOf(reference)
    await whole(reference, findings)
    const twice = treeOf(reference)
    const total = { operations: 0 }
    await Effect.runPromise(
      run(folderWith(tree), findings).pipe(
        Effect.provide(Layer.merge(hostLayer, faultyFileSystem(undefined, total))),
      ),
    )
    ok(total.operations > 15, `only ${total.operations} operations`)
    for (const fault of faults) {
      for (let at = 1; at <= total.operations; at++) {
        const dir = folderWith(tree)
        const which = `${fault.kind} ${fault.code} at ${at}`
        const services = Layer.merge(hostLayer, faultyFileSystem({ ...fault, at }, { operations: 0 }))
        const result = await Effect.runPromise(Effect.result(run(dir, findings)).pipe(Effect.provide(services)))
        const now = treeOf(dir)
        for (const [file, text] of Object.entries(tree)) {
          if (file !== "latest.md") strictEqual(now[file], text, `${which}: ${file} changed`)
        }
        ok([tree["latest.md"], once["latest.md"]].includes(now["latest.md"]), `${which}: latest.md is neither`)
        if (Result.isFailure(result)) {
          ok(result.failure._tag === "IoFailed", `${which}: ${result.failure._tag}`)
          ok(result.failure.path.startsWith(dir), `${which}: ${result.failure.message}`)
          ok(fault.kind !== "short", which)
          // A run that has its name and not its place in latest.md leaves what tells the next one so.
          const hasName = newest(now) === newest(once)
          if (fault.kind === "fail") strictEqual(leftoversOf(dir).length, hasName ? 1 : 0, which)
        } else {
          deepStrictEqual(now, once, which)
        }
        await whole(dir, findings)
        const next = treeOf(dir)
        const tookPlace = Object.keys(next).length > Object.keys(once).length
        ok(tookPlace || Result.isFailure(result), which)
        deepStrictEqual(next, tookPlace ? twice : once, which)
        rmSync(dir, { recursive: true })
      }
    }
  })
}

Deno.test("persist sweeps the unfinished files of writers that are gone for an hour, and no others", async () => {
  const dir = folderWith(twoRuns)
  const names = [`${temporaryPrefix}old`, `${temporaryPrefix}young`, "mine.md"]
  for (const name of names) writeFileSync(join(dir, scope, name), "")
  const old = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(dir, scope, `${temporaryPrefix}old`), old, old)
  utimesSync(join(dir, scope, "mine.md"), old, old)
  await whole(dir, findings)
  deepStrictEqual(readdirSync(join(dir, scope)).filter((name) => names.includes(name)).sort(), names.slice(1))
})

Deno.test("a copied folder of runs goes on like the original", async () => {
  const dir = folderWith(twoRuns)
  const copy = join(room, "copy")
  cpSync(dir, copy, { recursive: true })
  await whole(dir, findings)
  await whole(copy, findings)
  deepStrictEqual(treeOf(copy), treeOf(dir))
})
