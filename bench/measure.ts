import { join } from "node:path"
import { bundle as bundleProgram } from "../build/bundle.ts"

const repeats = 3

/** What a command took. */
export interface Measure {
  readonly seconds: number
  /** Of all processors, user and system, when GNU time is there to tell: a busy machine does not change it. */
  readonly cpu: number | undefined
  /** Peak resident memory, when GNU time is there to tell. */
  readonly megabytes: number | undefined
}

/** Prints a line. */
export function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`))
}

/** Whether there is such a file. */
export async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false)
}

/** How a command is run. */
export interface Running {
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Exit codes that are no failure besides 0. */
  readonly accepted?: readonly number[]
}

/** The median of some runs of a command, after one that warms the caches. */
export async function measure(command: readonly string[], running: Running = {}): Promise<Measure> {
  const timed = await exists("/usr/bin/time")
  const [program = "", ...rest] = timed ? ["/usr/bin/time", "-f", "peak %M %U %S", ...command] : command
  const measures: Measure[] = []
  for (let run = 0; run <= repeats; run++) {
    const start = performance.now()
    const { code, stderr } = await new Deno.Command(program, {
      args: rest,
      env: { ...running.env },
      stdout: "null",
      stderr: "piped",
    }).output()
    const seconds = (performance.now() - start) / 1000
    const message = new TextDecoder().decode(stderr)
    if (code !== 0 && running.accepted?.includes(code) !== true) {
      throw new Error(`${command.join(" ")} failed: ${message}`)
    }
    const told = /peak (\d+) ([\d.]+) ([\d.]+)/u.exec(message)?.slice(1).map(Number)
    const [peak, user = 0, system = 0] = told ?? []
    if (run === 0) continue
    measures.push({
      seconds,
      cpu: peak === undefined ? undefined : user + system,
      megabytes: peak === undefined ? undefined : peak / 1000,
    })
  }
  measures.sort((a, b) => a.seconds - b.seconds)
  return measures[Math.floor(measures.length / 2)] ?? { seconds: Number.NaN, cpu: undefined, megabytes: undefined }
}

/** A measure in words. */
export function say({ seconds, cpu, megabytes }: Measure): string {
  const parts = [
    `${seconds.toFixed(2)} s`,
    ...(cpu === undefined ? [] : [`${cpu.toFixed(2)} s CPU`]),
    ...(megabytes === undefined ? [] : [`${megabytes.toFixed(0)} MB`]),
  ]
  return parts.join(", ")
}

/** The program as it ships, one minified file in a folder. */
export async function bundle(folder: string): Promise<string> {
  const program = join(folder, "retro.js")
  await bundleProgram(program)
  return program
}
