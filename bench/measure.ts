import { join } from "node:path"
import { bundle as bundleProgram } from "../build/bundle.ts"

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

/** A command that is measured beside others. */
export interface Run extends Running {
  readonly name: string
  readonly command: readonly string[]
}

/** The median of some runs of a command, after one that warms the caches. */
export async function measure(command: readonly string[], running: Running = {}): Promise<Measure> {
  const measures = await measureInTurns([{ name: "", command, ...running }], 3)
  return measures.get("") ?? noMeasure
}

/** The medians of commands that take turns, by name. */
export async function measureInTurns(runs: readonly Run[], turns: number): Promise<ReadonlyMap<string, Measure>> {
  const time = await exists("/usr/bin/time") ? ["/usr/bin/time", "-f", "peak %M %U %S"] : []
  const taken = await inTurns(runs, turns, (run) => once([...time, ...run.command], run))
  return new Map([...taken].map(([name, measures]) => [name, median(measures)] as const))
}

/**
 * What each of some things takes when they take turns, so that a busy machine slows each of them alike; after a turn that warms
 * the caches.
 */
export async function inTurns<Thing extends { readonly name: string }, Taken>(
  things: readonly Thing[],
  turns: number,
  take: (thing: Thing) => Promise<Taken>,
): Promise<ReadonlyMap<string, readonly Taken[]>> {
  const all = new Map(things.map(({ name }) => [name, [] as Taken[]] as const))
  for (let turn = 0; turn <= turns; turn++) {
    for (const thing of things) {
      const taken = await take(thing)
      if (turn > 0) all.get(thing.name)?.push(taken)
    }
  }
  return all
}

const noMeasure: Measure = { seconds: Number.NaN, cpu: undefined, megabytes: undefined }

function median(measures: readonly Measure[]): Measure {
  return measures.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(measures.length / 2)] ?? noMeasure
}

async function once([program = "", ...args]: readonly string[], { env, accepted }: Running): Promise<Measure> {
  const start = performance.now()
  const { code, stderr } = await new Deno.Command(program, {
    args,
    env: { ...env },
    stdout: "null",
    stderr: "piped",
  }).output()
  const seconds = (performance.now() - start) / 1000
  const message = new TextDecoder().decode(stderr)
  if (code !== 0 && accepted?.includes(code) !== true) {
    throw new Error(`${program} ${args.join(" ")} failed: ${message}`)
  }
  const told = /peak (\d+) ([\d.]+) ([\d.]+)/u.exec(message)?.slice(1).map(Number)
  const [peak, user = 0, system = 0] = told ?? []
  return peak === undefined ? { ...noMeasure, seconds } : { seconds, cpu: user + system, megabytes: peak / 1000 }
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
