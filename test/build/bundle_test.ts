import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { projectRoot, retro } from "../services/program.ts"
import { version } from "../../src/cli/version.ts"

/** What the bundle is made of. */
const sources = ["build", "src", "cli.ts", "mod.ts", "program.ts", "deno.json", "deno.lock"]

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(command: string, args: readonly string[], folder: string): Ran {
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd: folder, encoding: "utf8" })
  return { code: status, stdout, stderr }
}

/** Copies the sources, and gives the bundle that the copy makes of itself. */
function bundleOfCopy(from: string, to: string): string {
  mkdirSync(to, { recursive: true })
  for (const name of sources) cpSync(join(from, name), join(to, name), { recursive: true })
  const { code, stderr } = run(Deno.execPath(), ["run", "--allow-all", join(to, "build/bundle.ts")], tmpdir())
  strictEqual(code, 0, stderr)
  return join(to, "out/retro.js")
}

/** What starts a JavaScript file here: Deno, and the Node on the PATH if there is one that is new enough. */
function runtimes(): readonly (readonly string[])[] {
  const node = run("node", ["--version"], tmpdir())
  const isNewEnough = node.code === 0 && Number(/^v(\d+)/u.exec(node.stdout)?.[1]) >= 20
  return [[Deno.execPath(), "run", "--allow-all"], ...(isNewEnough ? [["node"]] : [])]
}

const textOf = (path: string): string => readFileSync(path, "utf8")

Deno.test("bundle makes the same bytes of the same sources in another folder, runs under Deno and Node, and names no folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-bundle-"))
  try {
    const first = bundleOfCopy(projectRoot, join(folder, "first"))
    const second = bundleOfCopy(join(folder, "first"), join(folder, "further/down/second"))
    strictEqual(textOf(first) === textOf(second), true, "the bytes differ")
    for (const path of [folder, projectRoot, homedir()]) {
      // The root folder would be found everywhere.
      if (path.length > 4) ok(!textOf(first).includes(path), `the bundle names ${path}`)
    }
    for (const [command = "", ...args] of runtimes()) {
      const expected = retro(["schema", "Finding"])
      deepStrictEqual(run(command, [...args, first, "schema", "Finding"], folder), expected)
      deepStrictEqual(run(command, [...args, first, "-v"], folder), {
        code: 0,
        stdout: `retro v${version}\n`,
        stderr: "",
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

Deno.test("--version alone is answered as among other arguments, with the version of deno.json", () => {
  const configuration = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ version: Schema.String })))
  strictEqual(version, configuration(textOf(`${projectRoot}deno.json`)).version)
  for (const flag of ["--version", "-v"]) {
    deepStrictEqual(retro([flag]), retro(["checkpoint", flag]))
  }
})
