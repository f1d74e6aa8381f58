/**
 * Measures each pass over a corpus by itself: `deno run -A bench/passes.ts [PASS…]`. Prints the milliseconds of this
 * process's CPU and of the clock (of three runs the one in the middle) on corpora of several shapes; what takes less than
 * a tenth of a second is left out, unless it was asked for.
 */
import process from "node:process"
import type { Corpus } from "../src/core/corpus/corpus.ts"
import { pathIndex } from "../src/core/corpus/path_index.ts"
import { isDecisionCandidate } from "../src/core/decision/read_decisions.ts"
import { assembleCorpus } from "../src/engine/assemble_corpus.ts"
import { builtInPasses } from "../src/passes/built_in.ts"
import { print } from "./measure.ts"
import { decisionShapes, documents, type Files, organShapes } from "./pass_corpus.ts"

const repeats = 3
const worthTelling = 100

interface Taken {
  readonly cpu: number
  readonly clock: number
}

function measured(work: () => unknown): Taken {
  const [start, before] = [performance.now(), process.cpuUsage()]
  work()
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1000, clock: performance.now() - start }
}

function middle(runs: readonly Taken[]): Taken {
  return runs.toSorted((left, right) => left.cpu - right.cpu)[Math.floor(runs.length / 2)] ?? { cpu: NaN, clock: NaN }
}

function corpusOf(files: Files): Corpus {
  return assembleCorpus({
    texts: [...files].map(([path, text]) => ({ path, text })),
    paths: pathIndex([...files.keys()], []),
    roles: (path) => path.endsWith(".md") ? "markdown" : isDecisionCandidate(path) ? "decision" : undefined,
    unreadable: [],
    scope: [],
    config: { passes: { "pipeline-gaps": {} } },
    today: "2027-01-31",
  })
}

function tell(name: string, { cpu, clock }: Taken): void {
  print(`  ${name.padEnd(24)} ${cpu.toFixed(0).padStart(6)} ms CPU ${clock.toFixed(0).padStart(7)} ms`)
}

const asked = Deno.args
const passes = builtInPasses.filter(({ id }) => asked.length === 0 || asked.includes(id))
const shapes = [...decisionShapes(5_000), ...organShapes(2_000), ["2000 files of 5 kB", documents(2_000)] as const]
for (const [title, files] of shapes) {
  print(title)
  const runs = new Map<string, Taken[]>([["reading", []], ...passes.map(({ id }) => [id, []] as [string, Taken[]])])
  // Each run has a corpus of its own: passes keep what they made of documents.
  for (let run = 0; run < repeats; run++) {
    let corpus = corpusOf(new Map())
    runs.get("reading")?.push(measured(() => corpus = corpusOf(files)))
    for (const { id, look } of passes) runs.get(id)?.push(measured(() => look(corpus)))
  }
  const all = { cpu: 0, clock: 0 }
  for (const [name, taken] of runs) {
    const { cpu, clock } = middle(taken)
    if (name !== "reading") [all.cpu, all.clock] = [all.cpu + cpu, all.clock + clock]
    if (name === "reading" || asked.length > 0 || cpu >= worthTelling) tell(name, { cpu, clock })
  }
  tell("together", all)
}
