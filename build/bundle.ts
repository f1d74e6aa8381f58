/**
 * `deno task bundle`: the program with all its dependencies as one minified file, `out/retro.js`, for Deno and Node. The same
 * sources give the same bytes, wherever they lie.
 *
 * The file is `const program = (function (require) { … })`, and then what decides whether to call it. So `--version` evaluates
 * none of the nine hundred modules. The parentheses make the engine compile the function at once, with what compiling leaves for
 * the next start, whatever command the first one was.
 */
import { calledAtStart } from "./called_at_start.ts"
import { withFastStart } from "./fast_start.ts"
import { bundlePath, execute, outputFolder, print, projectRoot, runTask } from "./project.ts"

/** npm makes of this line what a system needs to start the program; Deno and Node skip it. */
const firstLine = "#!/usr/bin/env node\n"

/** A module of this folder and all that it imports, minified as one text. */
async function textOf(module: string, format: "esm" | "cjs"): Promise<string> {
  const args = ["bundle", "--quiet", "--minify", "--platform", "deno", "--format", format, `build/${module}`]
  return await execute(Deno.execPath(), args, { cwd: projectRoot })
}

/** Writes the bundle to a file. */
export async function bundle(output: string): Promise<void> {
  const program = `const program=(function(require){"use strict";${await textOf("started_program.ts", "cjs")}});\n`
  const plain = firstLine + program + await textOf("entry.ts", "esm")
  await Deno.writeTextFile(output, await withFastStart(plain, await calledAtStart(plain)))
  if (Deno.build.os !== "windows") await Deno.chmod(output, 0o755)
}

/** Writes what a binary and the command of the npm package start with, to lie beside `retro.js`: see `start.ts`. */
export async function writeStart(path: string): Promise<void> {
  await Deno.writeTextFile(path, `${firstLine}${await textOf("start.ts", "esm")}await import("./retro.js")\n`)
}

if (import.meta.main) {
  await runTask(async () => {
    await Deno.mkdir(outputFolder, { recursive: true })
    await bundle(bundlePath)
    const { size } = await Deno.stat(bundlePath)
    print(`out/retro.js: ${(size / 1e6).toFixed(2)} MB`)
  })
}
