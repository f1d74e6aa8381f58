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

/** Writes to the standard output, at once; a Node that is too old for the program at least writes. */
export function write(line: string): void {
  if (deno !== undefined) deno.stdout.writeSync(new TextEncoder().encode(line))
  else if (hasModules()) moduleOfPlatform("node:fs").writeSync(1, line)
  else globalThis.process.stdout.write(line)
}

/** The version of Node, if that is the runtime. */
export function nodeVersion(): string | undefined {
  return deno === undefined ? globalThis.process.versions.node : undefined
}

/** Whether the runtime gives its modules without loading them as a program's: Node does from 22.3 on. */
export function hasModules(): boolean {
  return "getBuiltinModule" in globalThis.process
}

/** A module of the runtime, such as `node:fs`. */
export const moduleOfPlatform: typeof globalThis.process.getBuiltinModule = (name: string) =>
  globalThis.process.getBuiltinModule(name)
