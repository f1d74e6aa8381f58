/**
 * The program `retro`. Importing this module runs nothing; run it as the main module.
 *
 * @module
 */
import { run } from "./program.ts"

export { version } from "./src/cli/version.ts"
export { run }

if (import.meta.main) run()
