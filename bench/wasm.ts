/**
 * Measures the component against the same program in the engine of Deno: `deno run -A bench/wasm.ts`. Prints what the component
 * weighs, what it takes to load and to answer once in a process of its own, and what calls take in one process. The two take
 * turns, so that a busy machine slows both alike; medians are printed. npm must be reachable.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { execute, print } from "../build/project.ts"
import { buildComponent } from "../build/wasm.ts"
import type * as operations from "../src/wasm/mod.ts"

type Core = typeof operations

/** Makes a module of a component. */
const transpiler = "npm:@bytecodealliance/jco@1.35.0/jco"
const turns = 9

/** The modules that are measured. */
interface Modules {
  readonly component: string
  readonly native: string
}

async function build(folder: string): Promise<Modules> {
  const component = join(folder, "retro-core.wasm")
  await buildComponent(component)
  const bytes = await Deno.readFile(component)
  const [whole, zipped] = [bytes, gzipSync(bytes)].map(({ length }) => `${(length / 1e6).toFixed(2)} MB`)
  print(`retro-core.wasm: ${whole}, ${zipped} with gzip`)
  const [module, native] = [join(folder, "module"), join(folder, "native.js")]
  const transpile = ["transpile", component, "--quiet", "--out-dir", module]
  await execute(Deno.execPath(), ["run", "--no-lock", "--allow-all", transpiler, ...transpile], { cwd: folder })
  await execute(Deno.execPath(), ["bundle", "--quiet", "--minify", "--output", native, "src/wasm/mod.ts"])
  return { component: join(module, "retro-core.js"), native }
}

/** The milliseconds of one run. */
type Run = () => number | Promise<number>

/** The medians of both in turns, after a turn that warms up, in words. */
async function compare(component: Run, native: Run): Promise<string> {
  const times: { readonly component: number[]; readonly native: number[] } = { component: [], native: [] }
  for (let turn = 0; turn <= turns; turn++) {
    const [ours, theirs] = [await component(), await native()]
    if (turn === 0) continue
    times.component.push(ours)
    times.native.push(theirs)
  }
  const [slow, fast] = [median(times.component), median(times.native)]
  return `${slow.toFixed(2)} ms, native ${fast.toFixed(2)} ms: ${(slow / fast).toFixed(1)} times`
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const firstCall = `
const begin = performance.now()
const { transcripts } = await import(Deno.args[0])
transcripts.analyzeTranscript("gh api user", { tag: "default" })
Deno.stdout.writeSync(new TextEncoder().encode(String(performance.now() - begin)))
`

/** From the start of loading to the first answer, each time in a process of its own. */
async function measureStart(folder: string, { component, native }: Modules): Promise<void> {
  const script = join(folder, "first_call.js")
  await Deno.writeTextFile(script, firstCall)
  const start = (module: string): Run => async () =>
    Number(await execute(Deno.execPath(), ["run", "--allow-all", script, pathToFileURL(module).href]))
  print(`load and first call: ${await compare(start(component), start(native))}`)
}

/** So many findings as a large repository has. */
function findings(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => ({
    pass: "link-integrity",
    locator: `docs/page-${index % 97}.md:${index}`,
    verdict: "DEAD",
    severity: "Low",
    what: `links to ../guides/topic-${index}.md, which is missing`,
    route: "direct-fix",
    proposed_action: "remove the link",
  })))
}

/** What is called, by what it is called with. */
function callsOn(report: string): { readonly [name: string]: (core: Core) => unknown } {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `git commit -m 'step ${index}' && sudo bash -c "gh api user/${index}"`)
      .join("\n")
  const [few, many, some] = [lines(20), lines(4000), findings(500)]
  const options = { today: "2027-03-01", renames: [] }
  const baseline = { path: "v1.md", content: { tag: "markdown", val: report } } as const
  const checkpoint = { tag: "text", val: '{"state":"required"}' } as const
  const config = [{ path: ".devloops", text: "version: 1\nworkflow:\n  requireRetrospective: true\n" }]
  return {
    "analyze-transcript, 20 lines": ({ transcripts }) => transcripts.analyzeTranscript(few, { tag: "default" }),
    [`analyze-transcript, ${Math.round(many.length / 1000)} kB`]: ({ transcripts }) =>
      transcripts.analyzeTranscript(many, { tag: "default" }),
    "diff, 500 findings and a report of 500": ({ reports }) => reports.diff(some, baseline, options),
    "parse, a report of 500 findings": ({ reports }) => reports.parse(report),
    "validate, a report of 500 findings": ({ reports }) => reports.validate(report),
    [`redact, ${Math.round(report.length / 1000)} kB`]: ({ secrets }) => secrets.redact(report),
    "gate.check": ({ gate }) => gate.check(checkpoint, config, '{"routeKind":"route"}'),
    "routing.evaluate": ({ routing }) => routing.evaluate('{"intent":"continue_current"}'),
  }
}

async function measureCalls({ component, native }: Modules): Promise<void> {
  const load = async (module: string): Promise<Core> => await import(pathToFileURL(module).href)
  const [inside, outside] = [await load(component), await load(native)]
  const first = outside.reports.diff(findings(500), null, { today: "2027-02-01", renames: [] })
  const report = outside.reports.render(first, { destination: "file" })
  for (const [name, call] of Object.entries(callsOn(report))) {
    const timed = (core: Core): Run => () => {
      const begin = performance.now()
      call(core)
      return performance.now() - begin
    }
    print(`${name}: ${await compare(timed(inside), timed(outside))}`)
  }
}

async function main(): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "retro-bench-" })
  try {
    const modules = await build(folder)
    await measureStart(folder, modules)
    await measureCalls(modules)
  } finally {
    Deno.removeSync(folder, { recursive: true })
  }
}

await main()
