/**
 * Measures `diff` on findings whose truth is known: `deno run -A bench/diff.ts [path of Sarif.Multitool]`.
 * Prints what became of each class, the time of whole processes, and the same for SARIF Multitool's
 * `match-results-forward` in the same run, when npm can install it into a temporary folder.
 */
import { join } from "node:path"
import type { DiffResult } from "../src/core/schema/diff_result.ts"
import { bundle, exists, measure, print, say } from "./measure.ts"
import { type Corpus, type CorpusOptions, diffCorpus, type Kind, sarifOf } from "./diff_corpus.ts"

const peer = { name: "@microsoft/sarif-multitool", version: "5.7.0" }

function write(folder: string, name: string, value: unknown): string {
  const path = join(folder, name)
  Deno.writeTextFileSync(path, JSON.stringify(value))
  return path
}

function retro(bundled: string, current: string, previous: string): readonly string[] {
  return [Deno.execPath(), "run", "-A", bundled, "diff", "--findings", current, "--baseline", previous, "--json"]
}

async function diffOnce(bundled: string, current: string, previous: string): Promise<DiffResult> {
  const [program = "", ...args] = retro(bundled, current, previous)
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output()
  if (!success) throw new Error(`retro diff failed: ${new TextDecoder().decode(stderr)}`)
  return JSON.parse(new TextDecoder().decode(stdout))
}

/** What became of each class: carried to the right finding or to a wrong one, new, resolved, unverified. */
function score(corpus: Corpus, result: DiffResult): ReadonlyMap<Kind, ReadonlyMap<string, number>> {
  const rows = new Map(corpus.previous.map((row) => [row.id, row["subject"]]))
  const table = new Map<Kind, Map<string, number>>()
  function count(subject: unknown, outcome: string): void {
    const kind = corpus.truth.get(Number(subject)) ?? "new"
    const counts = table.get(kind) ?? new Map<string, number>()
    table.set(kind, counts.set(outcome, (counts.get(outcome) ?? 0) + 1))
  }
  for (const finding of result.findings) {
    const outcome = rows.get(finding.id) === finding["subject"] ? "right" : "WRONG"
    count(finding["subject"], finding.tag === "NEW" ? "new" : outcome)
  }
  for (const row of result.resolved) count(rows.get(row.id), "resolved")
  for (const row of result.unverified) count(rows.get(row.id), "unverified")
  return table
}

async function quality(bundled: string, folder: string, title: string, options: CorpusOptions): Promise<void> {
  const corpus = diffCorpus(10_000, options)
  const previous = write(folder, "previous.json", corpus.previous)
  const current = write(folder, "current.json", { passes: corpus.passes })
  print(`\n${title}`)
  for (const [kind, outcomes] of score(corpus, await diffOnce(bundled, current, previous))) {
    print(`  ${kind.padEnd(24)}${[...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(", ")}`)
  }
}

/** The peer's program, installed into the folder; `undefined` when that cannot be done here. */
async function installPeer(folder: string): Promise<string | undefined> {
  const args = ["install", "--silent", "--prefix", folder, `${peer.name}@${peer.version}`]
  const installed = await new Deno.Command("npm", { args }).output().then(({ success }) => success, () => false)
  const program = join(folder, "node_modules", `${peer.name}-linux`, "Sarif.Multitool")
  if (!installed || !await exists(program)) return undefined
  Deno.chmodSync(program, 0o755)
  return program
}

async function main(): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "retro-bench-" })
  try {
    const bundled = await bundle(folder)
    await quality(bundled, folder, "10,000 findings without keys", { keys: false, aliases: false })
    await quality(bundled, folder, "10,000 findings with keys, renamed passes name their former ids", {
      keys: true,
      aliases: true,
    })
    const program = Deno.args[0] ?? await installPeer(folder)
    print("\nwhole process, median of three")
    for (const count of [1_000, 10_000, 50_000]) {
      const { previous, passes } = diffCorpus(count, { keys: false, aliases: false })
      const ours = await measure(
        retro(bundled, write(folder, "current.json", { passes }), write(folder, "previous.json", previous)),
      )
      print(`  retro diff, ${count} findings: ${say(ours)}`)
      if (program === undefined) continue
      const [before, now] = [sarifOf(previous), sarifOf(passes.flatMap(({ findings }) => findings))]
      const files = [write(folder, "current.sarif", now), "--previous", write(folder, "previous.sarif", before)]
      const output = ["--output-file-path", join(folder, "out.sarif"), "--log", "ForceOverwrite"]
      const theirs = await measure([program, "match-results-forward", ...files, ...output])
      const memory = (ours.megabytes ?? Number.NaN) / (theirs.megabytes ?? Number.NaN)
      print(`  match-results-forward, ${count} results: ${say(theirs)}`)
      print(`  ratio: ${(ours.seconds / theirs.seconds).toFixed(2)} of the time, ${memory.toFixed(2)} of the memory`)
    }
    if (program === undefined) print(`  ${peer.name} could not be installed with npm: no comparison`)
  } finally {
    Deno.removeSync(folder, { recursive: true })
  }
}

await main()
