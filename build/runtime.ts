/**
 * What a bundle asks of its runtime before the program is loaded. It imports nothing: to load modules of Node takes Deno as long as
 * an empty program.
 */

/** Deno, if that is the runtime. */
const deno = "Deno" in globalThis ? Deno : undefined

/** The arguments of the program. */
export function programArguments(): readonly string[] {
  return deno?.args ?? globalThis.process.argv.slice(2)
}

/** Writes to the standard output, at once. */
export function write(line: string): void {
  if (deno === undefined) globalThis.process.getBuiltinModule("node:fs").writeSync(1, line)
  else deno.stdout.writeSync(new TextEncoder().encode(line))
}

/** The version of Node, if that is the runtime. */
export function nodeVersion(): string | undefined {
  return deno === undefined ? globalThis.process.versions.node : undefined
}

/** Node's module about modules. */
export function moduleOfModules(): typeof import("node:module") {
  return globalThis.process.getBuiltinModule("node:module")
}
