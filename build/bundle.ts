/**
 * `deno task bundle`: the program with all its dependencies as one minified file, `out/retro.js`, for Deno and Node. The same
 * sources give the same bytes, wherever they lie.
 */
import { bundlePath, execute, outputFolder, print, projectRoot, runTask } from "./project.ts"

/** npm makes of this line what a system needs to start the program; Deno and Node skip it. */
const firstLine = "#!/usr/bin/env node\n"

/** Writes a module of this folder, with all that it imports, to one file. */
export async function bundleModule(module: string, output: string): Promise<void> {
  const args = ["bundle", "--quiet", "--minify", "--platform", "deno", "--output", output, `build/${module}`]
  await execute(Deno.execPath(), args, { cwd: projectRoot })
}

/** Writes the bundle to a file. */
export async function bundle(output: string): Promise<void> {
  await bundleModule("entry.ts", output)
  await Deno.writeTextFile(output, firstLine + await Deno.readTextFile(output))
  if (Deno.build.os !== "windows") await Deno.chmod(output, 0o755)
}

if (import.meta.main) {
  await runTask(async () => {
    await Deno.mkdir(outputFolder, { recursive: true })
    await bundle(bundlePath)
    const { size } = await Deno.stat(bundlePath)
    print(`out/retro.js: ${(size / 1e6).toFixed(2)} MB`)
  })
}
