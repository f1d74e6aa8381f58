import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { builtInPasses } from "../../src/passes/built_in.ts"
import { scopedPasses } from "../../src/passes/scoped_passes.ts"
import { projectRoot, retro } from "../services/program.ts"
import type { TemporaryRepository } from "../services/temporary_repository.ts"
import { changeOf, commitChange, everyVerdictRepository, today } from "./every_verdict_repository.ts"

const decodeReport = Schema.decodeUnknownSync(Report)

type Verdicts = Readonly<Record<string, readonly string[]>>

/** Every verdict of every pass over a corpus. */
const ofCorpus: Verdicts = {
  "consolidation": ["DONE-ROW", "DUPLICATE-ID", "OVERTAKEN", "STALE"],
  "count-claim": ["STALE"],
  "dead-config": ["DEAD", "DEAD-candidate", "DRIFTED", "GAP", "GAP-candidate", "STALE"],
  "decision-integrity": ["CONTRADICTED", "STALE", "SUPERSEDED-unmarked"],
  "enum-drift": ["CONTRADICTED"],
  "format-contract": ["CONTRADICTED", "STALE"],
  "frontmatter": ["DEAD", "GAP", "STALE"],
  "index-drift": ["STALE"],
  "intent-vs-shipped": ["DRIFTED"],
  "link-integrity": ["DEAD"],
  "path-config": ["CONTRADICTED"],
  "path-reference": ["STALE"],
  "pipeline-gaps": ["DANGLING-READ", "GAP", "ORPHAN-OUTPUT", "REDUNDANT"],
  "responsibility-overlap": ["OVERLAP"],
  "review-due": ["STALE"],
  "uncaptured-lessons": ["UNCAPTURED"],
  "vision-coherence": ["STALE", "UNSERVED-MODULE", "UNTRACED"],
}

const ofModules: Verdicts = {
  "integration-fit": ["CONTRADICTED", "CYCLE", "DEAD", "DUPLICATE-SEAM", "UNUSED"],
  "module-drift": ["CONTRADICTED", "DRIFTED", "EXTRA", "UNMAPPED"],
  "uncaptured-lessons": ["UNCAPTURED"],
}

/** Of the pass that looks at changes alone; the others tell what is new. */
const ofChange: Verdicts = {
  "change-fit": ["CONTRADICTED", "DEAD", "DUPLICATE", "EXTRA", "LARGE", "STALE", "UNTRACKED"],
}

/** What is met is no finding. */
const ofFeature: Verdicts = {
  "slug-conformance": ["CHANGED", "DROPPED", "EXTRA", "MISSING", "PARTIAL", "STALE", "UNPROVEN"],
}

/** A dry run over the repository, compared to the report that is kept; gives it as data. */
function golden(repository: TemporaryRepository, name: string, ...args: readonly string[]): Report {
  const run = (...more: readonly string[]): string => {
    const outcome = retro(["checkpoint", ...args, "--today", today, "--dry-run", ...more], {
      cwd: repository.directory,
    })
    strictEqual(outcome.code, 0, outcome.stderr)
    return outcome.stdout
  }
  const file = join(projectRoot, "fixtures", `${name}.report.md`)
  const text = run()
  if (process.env["RETRO_WRITE_GOLDEN"] === "1") writeFileSync(file, text)
  strictEqual(text, readFileSync(file, "utf8"), `${file} differs; RETRO_WRITE_GOLDEN=1 writes it anew`)
  return decodeReport(JSON.parse(run("--json")))
}

/** The verdicts of a report, by pass. */
function verdictsOf({ findings }: Report, only: Verdicts): Verdicts {
  const pairs = Object.keys(only).map((pass) => {
    const own = findings.filter((finding) => finding.pass === pass).map(({ verdict }) => verdict)
    return [pass, [...new Set(own)].sort()] as const
  })
  return Object.fromEntries(pairs)
}

Deno.test("the golden report of the corpus has every verdict of every pass, and something that each calls fine", () => {
  using repository = everyVerdictRepository()
  const report = golden(repository, "every-verdict")
  deepStrictEqual(verdictsOf(report, ofCorpus), ofCorpus)
  deepStrictEqual(report.passes.filter(({ state }) => state !== "complete"), [])
  deepStrictEqual([...new Set(report.near_misses.map(({ pass }) => pass))].sort(), Object.keys(ofCorpus))
})

Deno.test("the golden report of two modules that are being built has every verdict of the passes of modules", () => {
  using repository = everyVerdictRepository()
  changeOf(repository)
  const report = golden(repository, "every-verdict.module", "--scope", "module", "light/dim", "light/radio")
  deepStrictEqual(verdictsOf(report, ofModules), ofModules)
})

Deno.test("the golden report of a change has every verdict of the pass of changes, and no finding that was there before", () => {
  using repository = everyVerdictRepository()
  changeOf(repository)
  commitChange(repository)
  const report = golden(repository, "every-verdict.change", "--since", "main")
  deepStrictEqual(verdictsOf(report, ofChange), ofChange)
  deepStrictEqual([...new Set(report.findings.map(({ tag }) => tag))], ["NEW"])
})

Deno.test("the golden report of a feature has every verdict about its criteria and steps", () => {
  using repository = everyVerdictRepository()
  changeOf(repository)
  commitChange(repository)
  const report = golden(repository, "every-verdict.feature", "dimming")
  deepStrictEqual(verdictsOf(report, ofFeature), ofFeature)
  strictEqual(report.near_misses.some(({ why }) => why.startsWith("met: ")), true)
})

/** The files of a pass: its own, and those of its folder. */
function sourcesOf(pass: string): string {
  const name = pass.replaceAll("-", "_")
  const folder = join(projectRoot, "src/passes")
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path === `${name}.ts` || path.startsWith(`${name}/`))
    .map((path) => readFileSync(join(folder, path), "utf8")).join("\n")
}

Deno.test("the tables of verdicts name every pass, and every verdict that its source has", () => {
  const tables = { ...ofCorpus, ...ofModules, ...ofChange, ...ofFeature }
  deepStrictEqual(Object.keys(ofCorpus), builtInPasses.map(({ id }) => id).sort())
  deepStrictEqual(
    Object.keys(tables).filter((pass) => !(pass in ofCorpus)).sort(),
    [...scopedPasses.keys()].sort(),
  )
  const known = new Set(Object.values(tables).flat())
  for (const [pass, verdicts] of Object.entries(tables)) {
    const source = sourcesOf(pass)
    const assigned = [...source.matchAll(/\bverdict\??: [^\n,;}]*/gu)].map(([line]) => line).join("\n")
    const words = (text: string): readonly string[] =>
      [...text.matchAll(/"([A-Z][A-Z-]+(?:-[a-z]+)?)"/gu)].map(([, word = ""]) => word)
    const said = new Set([...words(source).filter((word) => known.has(word)), ...words(assigned)])
    said.delete("MET")
    deepStrictEqual([...said].sort(), verdicts, pass)
  }
})
