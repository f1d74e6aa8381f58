/**
 * What a binary and the command of the npm package start with, before the line that loads the bundle: the bundle answers for the
 * version as well, but an engine that has compiled nothing yet reads a file whole before it runs the first line.
 */
import nodeModule from "node:module"
import process from "node:process"
import { answerVersion } from "../src/cli/version.ts"

// A binary keeps what it compiled in its first run, and adds nothing to it later. A run that exits here keeps nothing, so that
// the first one which loads the bundle does.
if (answerVersion(process.argv.slice(2))) process.exit(0)
// From Node 22.8: what is compiled of the bundle is kept for the next start.
nodeModule.enableCompileCache?.()
