import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { execute } from "../../build/project.ts"
import { buildComponent } from "../../build/wasm.ts"
import type * as operations from "../../src/wasm/mod.ts"
import { projectRoot } from "../services/program.ts"

/** The interfaces of the component, which are those of the program inside. */
export type Component = typeof operations

/** The component, or why there is none. */
type Built =
  | { readonly folder: string; readonly component: Component; readonly leftOut?: never }
  | { readonly leftOut: string }

const page = readFileSync(join(projectRoot, "docs/wasm.md"), "utf8")

/** The blocks of a language on the page about the component. */
export function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gmu"))].map(([, body = ""]) => body)
}

/** Runs a command of the page in a folder, with the Deno that runs the tests; gives its standard output. */
export function run(command: string, folder: string): Promise<string> {
  const [program = "", ...args] = command.trim().split(" ")
  return execute(program === "deno" ? Deno.execPath() : program, args, { cwd: folder })
}

/** Builds the component as the task does, and makes a module of it as the page says. */
async function build(): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), "retro-test-"))
  globalThis.addEventListener("unload", () => rmSync(folder, { recursive: true, force: true }))
  try {
    await buildComponent(join(folder, "out/retro-core.wasm"))
    await run(blocks("sh")[1] ?? "", folder)
  } catch (error) {
    const leftOut = await unreachable()
    if (leftOut === undefined) throw error
    return { leftOut }
  }
  const module = pathToFileURL(join(folder, "out/retro-core/retro-core.js"))
  const component: Component = await import(module.href)
  return { folder, component }
}

/** Why npm cannot be reached; nothing when it answers, whatever it says. */
async function unreachable(): Promise<string | undefined> {
  const registry = process.env["NPM_CONFIG_REGISTRY"] ?? "https://registry.npmjs.org"
  try {
    await (await fetch(registry)).body?.cancel()
    return undefined
  } catch (error) {
    return `npm cannot be reached at ${registry}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Built once for all tests. */
const built: Built = await build()

/** A test of the component, in the folder of its file `out/retro-core.wasm`. Where npm cannot be reached it is left out, and says so. */
export function componentTest(
  name: string,
  test: (component: Component, folder: string) => void | Promise<void>,
): void {
  if (built.leftOut !== undefined) {
    Deno.test({ name: `${name} (left out: ${built.leftOut})`, ignore: true, fn: () => undefined })
    return
  }
  const { component, folder } = built
  Deno.test(name, () => test(component, folder))
}
