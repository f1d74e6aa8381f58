/**
 * Measures `retro tooling check` on session files: `deno run -A bench/tooling.ts [FOLDER]`. Makes sessions of 190 and of
 * 600 MB, or takes those of a folder. Prints time and peak memory of whole processes, and the same of ccusage (which
 * reads the same files) when npm can install it into a temporary folder, and of a reader of lines that does nothing.
 */
import { join } from "node:path"
import { bundle, exists, type Measure, measureInTurns, print, say } from "./measure.ts"
import { writeSessions } from "./session_corpus.ts"

/** The program itself; the package `ccusage` only starts it. */
const peer = { name: "@ccusage/ccusage-linux-x64", version: "20.0.24" }
const turns = 9
const lineReader = join(import.meta.dirname ?? ".", "line_reader.ts")

/** The peer's program, installed into the folder; `undefined` when that cannot be done here. */
async function installPeer(folder: string): Promise<string | undefined> {
  const args = ["install", "--silent", "--prefix", folder, `${peer.name}@${peer.version}`]
  const installed = await new Deno.Command("npm", { args }).output().then(({ success }) => success, () => false)
  const program = join(folder, "node_modules", peer.name, "bin", "ccusage")
  if (!installed || !await exists(program)) return undefined
  Deno.chmodSync(program, 0o755)
  return program
}

/** The files of a folder, linked where the peer looks for sessions. */
function linkSessions(source: string, sessions: string): void {
  for (const { name } of Deno.readDirSync(source)) {
    if (!name.endsWith(".jsonl")) continue
    try {
      Deno.linkSync(join(source, name), join(sessions, name))
    } catch {
      // Another disk.
      Deno.copyFileSync(join(source, name), join(sessions, name))
    }
  }
}

interface Programs {
  readonly retro: string
  readonly peer: string | undefined
}

/** Measures what reads the sessions below `home`. */
async function measureAll(title: string, home: string, { retro, peer }: Programs): Promise<void> {
  const sessions = join(home, "projects", "bench")
  const files = [...Deno.readDirSync(sessions)].map(({ name }) => join(sessions, name))
  const bytes = files.reduce((sum, file) => sum + Deno.statSync(file).size, 0)
  const run = [Deno.execPath(), "run", "-A"]
  print(`\n${title}: ${Math.round(bytes / 1_000_000)} MB in ${files.length} files, medians of ${turns} turns`)
  const measures = await measureInTurns([
    {
      name: "retro tooling check",
      command: [...run, retro, "tooling", "check", "--json", "--transcript", sessions],
      accepted: [1],
    },
    { name: "a reader of lines", command: [...run, lineReader, ...files] },
    ...peer === undefined ? [] : [{
      name: "ccusage",
      command: [peer, "daily", "--offline", "--json"],
      env: { CLAUDE_CONFIG_DIR: home, HOME: join(home, "nobody") },
    }],
  ], turns)
  for (const [name, taken] of measures) print(`  ${`${name}:`.padEnd(20)} ${tell(taken, bytes)}`)
  const [ours, theirs] = [measures.get("retro tooling check"), measures.get("ccusage")]
  if (ours === undefined || theirs === undefined) {
    return print("  ccusage could not be installed with npm: no comparison")
  }
  const memory = (ours.megabytes ?? Number.NaN) / (theirs.megabytes ?? Number.NaN)
  print(`  ratio: ${(ours.seconds / theirs.seconds).toFixed(2)} of the time, ${memory.toFixed(2)} of the memory`)
}

function tell(taken: Measure, bytes: number): string {
  return `${say(taken)}, ${Math.round(bytes / 1_000_000 / taken.seconds)} MB/s`
}

async function main(): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "retro-bench-" })
  try {
    const programs = { retro: await bundle(folder), peer: await installPeer(folder) }
    const [given] = Deno.args
    for (const megabytes of given === undefined ? [190, 600] : [0]) {
      const home = join(folder, `home-${megabytes}`)
      const sessions = join(home, "projects", "bench")
      Deno.mkdirSync(sessions, { recursive: true })
      if (given === undefined) {
        const { calls, raw } = writeSessions(sessions, megabytes)
        await measureAll(`${calls} calls, ${raw} of them raw`, home, programs)
      } else {
        linkSessions(given, sessions)
        await measureAll(given, home, programs)
      }
      Deno.removeSync(home, { recursive: true })
    }
  } finally {
    Deno.removeSync(folder, { recursive: true })
  }
}

await main()
