/**
 * `deno task wasm`: the core as a WebAssembly component, `out/retro-core.wasm`, of the world in `src/wasm/world.wit`. It imports
 * nothing. The engine inside is QuickJS; the tool that puts it there comes from npm into Deno's cache when the task is run, and
 * is no dependency of the package.
 */
import { dirname, join } from "node:path"
import { execute, outputFolder, print, projectRoot, runTask } from "./project.ts"

/** Puts a program into an engine, and the engine into a component. */
export const componentizer = "npm:componentize-qjs@0.4.5"

/** Writes the component to a file. */
export async function buildComponent(output: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "retro-wasm-" })
  try {
    const program = join(folder, "retro-core.js")
    // The platform of browsers: the engine has no modules of a host.
    const options = ["--quiet", "--minify", "--platform", "browser", "--output", program]
    await execute(Deno.execPath(), ["bundle", ...options, "src/wasm/mod.ts"])
    await Deno.mkdir(dirname(output), { recursive: true })
    await execute(Deno.execPath(), [
      "run",
      "--no-lock",
      "--allow-all",
      `${componentizer}/componentize-qjs`,
      ...["--wit", join(projectRoot, "src/wasm"), "--js", program, "--output", output],
      // Neither asynchronous nor with the imports of a system. The smaller engine (`--opt-size`) needs more of the stack.
      ...["--sync", "--stub-wasi"],
    ])
  } finally {
    await Deno.remove(folder, { recursive: true })
  }
}

if (import.meta.main) {
  await runTask(async () => {
    const component = join(outputFolder, "retro-core.wasm")
    await buildComponent(component)
    const { size } = await Deno.stat(component)
    print(`out/retro-core.wasm: ${(size / 1e6).toFixed(2)} MB`)
  })
}
