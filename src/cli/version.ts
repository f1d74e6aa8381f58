import { writeSync } from "node:fs"

/** The version of this package: the one in `deno.json`. */
export const version = "0.1.0"

const flags: readonly string[] = ["--version", "-v"]

/**
 * Answers when the arguments ask for the version and for nothing else, and says whether they did. This needs no module of the
 * program, so a bundle that asks here first need not start the rest. The answer has no colours, also on a terminal.
 */
export function answerVersion(args: readonly string[]): boolean {
  const [flag = ""] = args
  if (args.length !== 1 || !flags.includes(flag)) return false
  try {
    writeSync(1, `retro v${version}\n`)
  } catch {
    // The reader has gone, and with it whoever asked.
  }
  return true
}
