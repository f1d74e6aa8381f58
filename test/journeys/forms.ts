import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import process from "node:process"
import { bundle, writeStart } from "../../build/bundle.ts"
import { binaryName, compile } from "../../build/compile.ts"
import { pack } from "../../build/pack.ts"
import { execute, variable } from "../../build/project.ts"
import { projectRoot } from "../services/program.ts"

/** A way in which `retro` reaches its users. */
export interface Form {
  readonly name: string
  /** What runs it, before its own arguments. */
  readonly command: readonly string[]
  /** What a person types for it, where that is another program which starts `command`. */
  readonly typed?: readonly string[]
  /** Whether its runtime goes on reading the terminal while another program has it. */
  readonly keepsTerminal?: boolean
}

/** A form that cannot be had on this machine. */
export interface AbsentForm {
  readonly name: string
  readonly why: string
}

/** The form that the others are compared with. */
export const fromSources: Form = {
  name: "deno run cli.ts",
  command: [Deno.execPath(), "run", "--allow-all", join(projectRoot, "cli.ts")],
}

/** The versions of Node that the package is for, as npm gives them. */
const nodes = ["22", "24"]

let made: Promise<readonly (Form | AbsentForm)[]> | undefined

/** Every other form. They are made when the first who asks needs them, and are gone when the tests are over. */
export function otherForms(): Promise<readonly (Form | AbsentForm)[]> {
  return made ??= makeForms()
}

async function makeForms(): Promise<readonly (Form | AbsentForm)[]> {
  const folder = mkdtempSync(join(tmpdir(), "retro-forms-"))
  globalThis.addEventListener("unload", () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, "retro.js")
  const bundled = bundle(path)
  const [, binary, ...installed] = await Promise.all([bundled, asBinary(folder, bundled), ...fromNpm(folder)])
  return [{ name: "the bundle", command: [Deno.execPath(), "run", "--allow-all", path] }, binary, ...installed]
}

/**
 * `RETRO_BINARY` is a binary that was made before; with `DENORT_BIN` it can be made here. Either lies in the folder, so that it
 * is the same to the end.
 */
async function asBinary(folder: string, bundled: Promise<void>): Promise<Form | AbsentForm> {
  const name = "the binary"
  const made = variable("RETRO_BINARY")
  if (made === undefined && variable("DENORT_BIN") === undefined) {
    return { name, why: "neither RETRO_BINARY nor DENORT_BIN is set" }
  }
  const binary = join(folder, binaryName(Deno.build.target))
  if (made !== undefined) copyFileSync(resolve(projectRoot, made), binary)
  else {
    const start = join(folder, "start.js")
    await bundled
    await writeStart(start)
    await compile(start, Deno.build.target, binary)
  }
  const version = await execute(variable("DENO_COMPILE") ?? Deno.execPath(), ["--version"])
  const [, minor] = /^deno 2\.(\d+)/u.exec(version) ?? []
  return { name, command: [binary], keepsTerminal: minor !== undefined && Number(minor) < 9 }
}

function fromNpm(folder: string): readonly Promise<Form | AbsentForm>[] {
  const project = join(folder, "project")
  const installed = whyNoNpm() ?? install(project)
  return nodes.map(async (major) => {
    const name = `npx retro, Node ${major}`
    const why = await installed ?? ""
    if (why !== "") return { name, why }
    const node = await nodeOf(major)
    if (node === undefined) return { name, why: `npm gives no Node ${major}` }
    const underNode = ["env", `PATH=${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`]
    return {
      name,
      command: [...underNode, join(project, "node_modules/.bin/retro")],
      // The progress that npm draws is none of ours.
      typed: [...underNode, "npm_config_progress=false", "npx", "--prefix", project, "--no", "--", "retro"],
    }
  })
}

function whyNoNpm(): string | undefined {
  // There, npx and the commands that npm installs are scripts, which no program starts without a shell.
  if (Deno.build.os === "windows") return "not on Windows"
  const { status, stderr } = spawnSync("npm", ["view", "effect", "name"], { encoding: "utf8" })
  if (status === 0) return undefined
  return status === null ? "there is no npm on the PATH" : `npm cannot reach its registry: ${stderr.split("\n")[0]}`
}

/** Packs the project, and installs the package into a project of its own, as its users do. */
async function install(project: string): Promise<undefined> {
  mkdirSync(project)
  writeFileSync(join(project, "package.json"), '{ "name": "project", "version": "1.0.0" }\n')
  const tarball = await pack(project)
  const args = ["install", "--no-audit", "--no-fund", "--prefer-offline", `./${tarball}`]
  await execute("npm", args, { cwd: project })
}

/** The Node of this machine when it is of that version, else the one that npm has. */
async function nodeOf(major: string): Promise<string | undefined> {
  const asked = ["-p", "process.version + ' ' + process.execPath"]
  const own = spawnSync("node", asked, { encoding: "utf8" }).stdout ?? ""
  const npx = ["--yes", "--prefer-offline", "--package", `node@${major}`, "node", ...asked]
  const said = own.startsWith(`v${major}.`) ? own : await execute("npx", npx).catch(() => "")
  return said.startsWith(`v${major}.`) ? said.slice(said.indexOf(" ") + 1).trim() : undefined
}
