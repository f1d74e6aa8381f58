/** The oldest version of Node that runs the program: before it there is no `process.getBuiltinModule`. */
export const oldestNode = "22.3"

/** Whether a version of Node, such as `22.10.0`, runs the program. */
export function runsProgram(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 3)
}
