/** The version of this package: the one in `deno.json`. */
export const version = "0.1.0"

const flags: readonly string[] = ["--version", "-v"]

/**
 * Answers when the arguments ask for the version and for nothing else, and says whether they did. This needs no module, so a
 * bundle that asks here first need not start the program. The answer has no colours, also on a terminal. What cannot be written
 * is left to the program.
 */
export function answerVersion(args: readonly string[], write: (line: string) => void): boolean {
  const [flag = ""] = args
  if (args.length !== 1 || !flags.includes(flag)) return false
  try {
    write(`retro v${version}\n`)
  } catch {
    // The program says what is wrong with the output, as it does of every other answer.
    return false
  }
  return true
}
