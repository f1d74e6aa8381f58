/**
 * What `deno task bundle` bundles: the program, always run. (`import.meta.main`, which `cli.ts` asks, is not there before Node
 * 22.18, and in a bundle it would be true for every module.)
 */
// First on purpose: modules are evaluated in the order of their imports, and the version needs no other.
import "./version_first.ts"
import { run } from "../program.ts"

run()
