import type { Corpus } from "../../core/corpus/corpus.ts"
import { matchesGlobs } from "../../core/corpus/path_globs.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { type Architecture, architectureOf, architecturePath } from "../architecture/architecture.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { type ModuleFacts, type ModuleFile, moduleFiles } from "../modules/module_facts.ts"
import { nothing, onePerKey, type Said } from "../outcome/said.ts"
import { moduleGraph } from "../source/module_graph.ts"
import { isTest } from "../source/source_file.ts"
import type { SourceImport } from "../source/source_module.ts"

const pass = "module-drift"

/** Imports that the architecture forbids, and modules that it does not know. */
export function boundaries(corpus: Corpus, facts: ModuleFacts): Said {
  const architecture = architectureOf(corpus)
  if (architecture === undefined) return nothing
  const graph = moduleGraph(corpus, facts.read)
  const files = moduleFiles(corpus, facts.modules)
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const file of files) {
    for (const one of graph.module(file.path)?.imports ?? []) {
      const target = graph.target(file.path, one.specifier)
      const path = target?.file ?? target?.path
      const boundary = path === undefined
        ? undefined
        : architecture.boundaries.find(({ holds, forbids }) => holds(file.path) && forbids(path))
      if (boundary === undefined || path === undefined) continue
      if (isTest(file.path)) {
        nearMisses.push({
          locator: file.path,
          what: `imports ${shown(path)}: ${shown(boundary.from)} must not import from ${shown(boundary.to)}`,
          why: "test: tests reach for what they check with",
          evidence: evidenceOf(file, [one.line], one.specifier),
        })
        continue
      }
      findings.push(findingOf(architecture, file, one, { ...boundary, path }))
    }
  }
  return { findings: [...onePerKey(findings), ...unmapped(architecture, files)], near_misses: nearMisses }
}

interface Crossing {
  readonly from: string
  readonly to: string
  readonly line: number
  readonly path: string
}

function findingOf({ document }: Architecture, file: ModuleFile, one: SourceImport, crossing: Crossing): Finding {
  const { from, to, line, path } = crossing
  return {
    pass,
    locator: file.path,
    verdict: "CONTRADICTED",
    severity: one.type_only ? "Low" : "High",
    what: `imports ${shown(path)}${one.type_only ? " for its types" : ""}: ${shown(from)} must not import from ${
      shown(to)
    }`,
    route: "proposal",
    proposed_action: `take the import of ${shown(path)} out of ${
      shown(file.path)
    }, or change the boundary in ${architecturePath}`,
    evidence: [...evidenceOf(file, [one.line], one.specifier), ...evidenceOf(document, [line], from)],
    key: shown(`boundary:${from}:${to}:${path}`),
    relations: [{ from: file.path, to: path, kind: "imports" }],
    structural: true,
  }
}

/** Modules with source code that the section "Module map" names neither whole nor in part. */
function unmapped({ document, modules: mapped }: Architecture, files: readonly ModuleFile[]): readonly Finding[] {
  if (mapped.length === 0) return []
  const isMapped = matchesGlobs(mapped)
  const heading = document.headings.find(({ text }) => /^module map\b/iu.test(text))
  return [...Map.groupBy(files, ({ module }) => module)].flatMap(([module, own]): readonly Finding[] => {
    const [first] = own
    if (first === undefined || isMapped(module) || own.some(({ path }) => isMapped(path))) return []
    return [{
      pass,
      locator: first.path,
      verdict: "UNMAPPED",
      severity: "Low",
      what: `${shown(module)} is no module of the map in ${architecturePath}`,
      route: "proposal",
      proposed_action: `say in ${architecturePath} what ${shown(module)} is for`,
      evidence: evidenceOf(document, heading === undefined ? [] : [heading.line]),
      key: shown(`map:${module}`),
      structural: true,
    }]
  })
}
