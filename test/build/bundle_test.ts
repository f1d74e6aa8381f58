import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { projectRoot, retro } from "../services/program.ts"
import { oldestNode, runsProgram } from "../../build/oldest_node.ts"
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

/** The version of the Node on the PATH, if there is one. */
function nodeHere(): string | undefined {
  return /^v([\d.]+)/u.exec(run("node", ["--version"], tmpdir()).stdout ?? "")?.[1]
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
    const answer = { code: 0, stdout: `retro v${version}\n`, stderr: "" }
    const schema = retro(["schema", "Finding"])
    // A project may say that its files are modules, that they are scripts, or nothing.
    for (const manifest of [undefined, "module", "commonjs"]) {
      const project = join(folder, manifest ?? "none")
      const copy = join(project, "retro.js")
      mkdirSync(project)
      if (manifest !== undefined) writeFileSync(join(project, "package.json"), JSON.stringify({ type: manifest }))
      cpSync(first, copy)
      const underDeno = (...args: readonly string[]): Ran =>
        run(Deno.execPath(), ["run", "--allow-all", copy, ...args], project)
      deepStrictEqual(underDeno("schema", "Finding"), schema)
      deepStrictEqual(underDeno("-v"), answer)
      const node = nodeHere()
      if (node === undefined) continue
      deepStrictEqual(run("node", [copy, "-v"], project), answer)
      const ran = run("node", [copy, "schema", "Finding"], project)
      const refusal = `retro: Cannot run on Node ${node}: install Node ${oldestNode} or a later one, or Deno\n`
      deepStrictEqual(ran, runsProgram(node) ? schema : { code: 2, stdout: "", stderr: refusal })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

Deno.test("runsProgram takes the oldest Node and later ones, as numbers", () => {
  const versions = ["20.20.2", "22.2.0", "22.3.0", "22.10.0", "23.0.0", "24.1.0", "100.0.0"]
  deepStrictEqual(versions.filter(runsProgram), versions.slice(2))
})

Deno.test("--version alone is answered as among other arguments, with the version of deno.json", () => {
  const configuration = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ version: Schema.String })))
  strictEqual(version, configuration(textOf(`${projectRoot}deno.json`)).version)
  for (const flag of ["--version", "-v"]) {
    deepStrictEqual(retro([flag]), retro(["checkpoint", flag]))
  }
})
