/**
 * What a bundle begins with: it answers for the version alone, and starts the program for all else. (It always does, since
 * `import.meta.main`, which `cli.ts` asks, is not there before Node 22.18.)
 */
import { createRequire } from "node:module"
import process from "node:process"
import { answerVersion } from "../src/cli/version.ts"
import { oldestNode } from "./oldest_node.ts"

/** What the bundle puts before this: the program as a function, which asks for the modules of the platform. */
declare const program: (require: (module: string) => unknown) => void

if (!answerVersion(process.argv.slice(2))) {
  // Deno says that it is a Node which is new enough.
  if (Number.parseInt(process.versions.node) >= oldestNode) program(createRequire(import.meta.url))
  else {
    process.stderr.write(
      `retro: Cannot run on Node ${process.versions.node}: install Node ${oldestNode} or a later one, or Deno\n`,
    )
    process.exitCode = 2
  }
}
