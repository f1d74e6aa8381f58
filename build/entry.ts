/**
 * What a bundle begins with: it answers for the version alone, and starts the program for all else. (It always does, since
 * `import.meta.main`, which `cli.ts` asks, is not there before Node 22.18.) Nothing in it is for modules alone, so Node runs the
 * file in a project whose files are scripts, too.
 */
import { answerVersion } from "../src/cli/version.ts"
import { oldestNode, runsProgram } from "./oldest_node.ts"
import { moduleOfPlatform, nodeVersion, programArguments, write } from "./runtime.ts"

/** What the bundle puts before this: the program as a function, which asks for the modules of the platform. */
declare const program: (require: (module: string) => unknown) => void

if (!answerVersion(programArguments(), write)) {
  const node = nodeVersion()
  if (node === undefined || runsProgram(node)) {
    program(moduleOfPlatform)
  } else {
    globalThis.process.stderr.write(
      `retro: Cannot run on Node ${node}: install Node ${oldestNode} or a later one, or Deno\n`,
    )
    globalThis.process.exitCode = 2
  }
}
