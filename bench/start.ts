/**
 * Measures how fast `retro` starts, and what it weighs: `deno run -A bench/start.ts`. All programs take turns, so that a busy
 * machine slows each of them alike; the medians and the quickest of the runs are printed, with how many times the runtime alone
 * that is. With `DENORT_BIN` (see `build/compile.ts`), or where Deno can fetch it, the binary is measured too.
 */
import { gzipSync } from "node:zlib"
import { join } from "node:path"
import { writeStart } from "../build/bundle.ts"
import { compile } from "../build/compile.ts"
import { runsProgram } from "../build/oldest_node.ts"
import { pack } from "../build/pack.ts"
import { BuildFailed, execute, print } from "../build/project.ts"
import { bundle, inTurns } from "./measure.ts"

const turns = 15

/** Something that is started, and what it is compared with. */
interface Start {
  readonly name: string
  readonly command: readonly string[]
  readonly against: string
  readonly env?: Readonly<Record<string, string>>
}

/** The milliseconds of each turn, by name. */
type Times = ReadonlyMap<string, readonly number[]>

async function startOnce({ command: [program = "", ...args], env }: Start): Promise<number> {
  const command = new Deno.Command(program, { args, stdout: "null", stderr: "piped", env: { ...env } })
  const begin = performance.now()
  const { success, stderr } = await command.output()
  if (!success) throw new Error(`${program} ${args.join(" ")} failed: ${new TextDecoder().decode(stderr)}`)
  return performance.now() - begin
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function printTimes(starts: readonly Start[], times: Times): void {
  const of = (name: string): readonly number[] => times.get(name) ?? []
  for (const { name, against } of starts) {
    const [median, least] = [middle(of(name)), Math.min(...of(name))]
    const [floor, leastFloor] = [middle(of(against)), Math.min(...of(against))]
    print(
      `${name.padEnd(46)} ${median.toFixed(0).padStart(5)} ms ${(median / floor).toFixed(1).padStart(5)} ×` +
        `   quickest ${least.toFixed(0).padStart(5)} ms ${
          (least / leastFloor).toFixed(1).padStart(5)
        } ×   of ${against}`,
    )
  }
}

function printSize(name: string, path: string): void {
  const bytes = Deno.readFileSync(path)
  const megabytes = (count: number): string => `${(count / 1e6).toFixed(2)} MB`
  print(`${name.padEnd(46)} ${megabytes(bytes.length).padStart(9)}, gzipped ${megabytes(gzipSync(bytes).length)}`)
}

/** The starts of the bundle. The first has no compiled code; a file's very first start fills Deno's other caches as well. */
function bundleStarts(program: string): readonly Start[] {
  const run = [Deno.execPath(), "run", "--allow-all"]
  const empty = "deno eval 0"
  return [
    { name: empty, command: [Deno.execPath(), "eval", "0"], against: empty },
    {
      name: "bundle --version, no compiled code",
      command: [...run, "--no-code-cache", program, "--version"],
      against: empty,
    },
    { name: "bundle --version", command: [...run, program, "--version"], against: empty },
    { name: "bundle schema", command: [...run, program, "schema"], against: empty },
  ]
}

/** The starts of the npm package's command under the Node on the PATH, if it is one that runs the program. */
async function nodeStarts(folder: string): Promise<readonly Start[]> {
  const alone = "node --eval 0"
  const version = await execute("node", ["--version"]).catch(() => "")
  if (!runsProgram(version.slice(1))) {
    print(`Node is left out: the one on the PATH is ${version.trim() || "none"}`)
    return []
  }
  const command = join(folder, "start.js")
  await Deno.writeTextFile(join(folder, "package.json"), '{ "type": "module" }')
  return [
    { name: alone, command: ["node", "--eval", "0"], against: alone },
    { name: "npm command --version", command: ["node", command, "--version"], against: alone },
    { name: "npm command schema", command: ["node", command, "schema"], against: alone },
  ]
}

/** Makes the binary and an empty one, and gives their starts. */
async function binaryStarts(folder: string): Promise<readonly Start[]> {
  const nothing = join(folder, "nothing.js")
  const [binary, empty] = [join(folder, "retro"), join(folder, "empty")]
  await Deno.writeTextFile(nothing, "0\n")
  await compile(join(folder, "start.js"), Deno.build.target, binary)
  await compile(nothing, Deno.build.target, empty)
  const name = "empty binary"
  return [
    { name, command: [empty], against: name },
    { name: "binary --version", command: [binary, "--version"], against: name },
    { name: "binary schema", command: [binary, "schema"], against: name },
  ]
}

async function main(): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "retro-bench-" })
  try {
    const program = await bundle(folder)
    await writeStart(join(folder, "start.js"))
    printSize("bundle", program)
    printSize("npm package", join(folder, await pack(folder)))
    const starts = [...bundleStarts(program), ...await nodeStarts(folder)]
    try {
      starts.push(...await binaryStarts(folder))
      printSize("binary", join(folder, "retro"))
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error
      print(`the binary is left out: ${error.message.split("\n").at(-1)}`)
    }
    const times = await inTurns(starts, turns, startOnce)
    print(`${turns} turns:`)
    printTimes(starts, times)
  } finally {
    Deno.removeSync(folder, { recursive: true })
  }
}

if (import.meta.main) await main()
