import process from "node:process"
import { fileURLToPath } from "node:url"

/** The folder of the project, with a separator at its end. */
export const projectRoot: string = fileURLToPath(new URL("../", import.meta.url))

/** Where what is built goes; git ignores it. */
export const outputFolder = `${projectRoot}out/`

/** The program as one file. */
export const bundlePath = `${outputFolder}retro.js`

/** A variable of the environment; an empty one counts as none, since a script cannot always take one away. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined
}

/** A step of a build failed; the message says which, and what to do. */
export class BuildFailed extends Error {
  override readonly name = "BuildFailed"
}

/** Prints a line. */
export function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`))
}

/** Runs the steps of a task; when one fails its message goes to the standard error, and the exit code is 1. */
export async function runTask(steps: () => Promise<void>): Promise<void> {
  try {
    await steps()
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error
    Deno.stderr.writeSync(new TextEncoder().encode(`${error.message}\n`))
    Deno.exitCode = 1
  }
}

/** How a command is run. */
export interface Running {
  readonly cwd?: string
  /** All variables of the command; else those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Exit codes that are no failure, by default 0 alone. */
  readonly accepted?: readonly number[]
}

/** Runs a command, and gives its standard output. Fails, with what the command said, when its exit code says so. */
export async function execute(command: string, args: readonly string[], running: Running = {}): Promise<string> {
  const { code, stdout, stderr } = await output(command, args, running)
  const decoder = new TextDecoder()
  if ((running.accepted ?? [0]).includes(code)) return decoder.decode(stdout)
  const said = (decoder.decode(stderr).trim() || decoder.decode(stdout).trim()).replace(/\s*^Stack backtrace:.*/msu, "")
  throw new BuildFailed(`"${[command, ...args].join(" ")}" failed:\n${said}`)
}

async function output(command: string, args: readonly string[], running: Running): Promise<Deno.CommandOutput> {
  try {
    return await new Deno.Command(command, {
      args: [...args],
      cwd: running.cwd ?? projectRoot,
      ...(running.env === undefined ? {} : { clearEnv: true }),
      env: { ...running.env, NO_COLOR: "1" },
    }).output()
  } catch (error) {
    throw new BuildFailed(`cannot start "${command}": ${error instanceof Error ? error.message : String(error)}`)
  }
}
