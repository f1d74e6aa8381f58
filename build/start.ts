/**
 * What a binary and the command of the npm package start with, before the line that loads the bundle: the bundle answers for the
 * version as well, but an engine that has compiled nothing yet reads a file whole before it runs the first line.
 */
import { answerVersion } from "../src/cli/version.ts"
import { hasModules, moduleOfPlatform, programArguments, write } from "./runtime.ts"

// A binary keeps what it compiled in its first run, and adds nothing to it later. A run that exits here keeps nothing, so that
// the first one which loads the bundle does.
if (answerVersion(programArguments(), write)) globalThis.process.exit(0)
// From Node 22.8: what is compiled of the bundle is kept for the next start.
if (hasModules()) moduleOfPlatform("node:module").enableCompileCache?.()
