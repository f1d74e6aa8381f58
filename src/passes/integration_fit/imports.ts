import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import type { ModuleFile } from "../modules/module_facts.ts"
import { onePerKey, type Said } from "../outcome/said.ts"
import type { ImportTarget, ModuleGraph } from "../source/module_graph.ts"
import { isTest } from "../source/source_file.ts"
import type { SourceImport } from "../source/source_module.ts"

interface Unresolved {
  readonly file: ModuleFile
  readonly target: ImportTarget
}

const guards: readonly Guard<Unresolved>[] = [
  {
    why: "not known: git ignores what is there, or it lies outside the repository",
    fires: ({ target }) => target.unknown,
  },
  {
    why: "fixture: data of a test may import what is made for it",
    fires: ({ file }) => /(?:^|\/)(?:fixtures?|testdata|__fixtures__)\//u.test(file.path) && isTest(file.path),
  },
]

/** Imports of modules of a repository that are not there, and of names that they do not export. */
export function imports(graph: ModuleGraph, files: readonly ModuleFile[]): Said {
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const file of files) {
    for (const one of graph.module(file.path)?.imports ?? []) {
      const target = graph.target(file.path, one.specifier)
      if (target === undefined) continue
      const finding = target.file === undefined
        ? unresolved(file, one, target, nearMisses)
        : notExported(graph, file, one, target.file)
      if (finding !== undefined) findings.push(finding)
    }
  }
  return { findings: onePerKey(findings), near_misses: nearMisses }
}

function unresolved(
  file: ModuleFile,
  one: SourceImport,
  target: ImportTarget,
  nearMisses: NearMiss[],
): Finding | undefined {
  const evidence = evidenceOf(file, [one.line], one.specifier)
  const what = `imports "${shown(one.specifier)}", which is not there`
  const why = excuse(guards, { file, target })
  if (why !== undefined) {
    nearMisses.push({ locator: file.path, what, why, evidence })
    return undefined
  }
  return {
    pass: "integration-fit",
    locator: file.path,
    verdict: "DEAD",
    severity: "High",
    what,
    route: "proposal",
    proposed_action: `write ${shown(target.path)}, or import what is there`,
    evidence,
    key: shown(`module:${target.path}`),
  }
}

function notExported(graph: ModuleGraph, file: ModuleFile, one: SourceImport, target: string): Finding | undefined {
  const { names, open } = graph.surface(target)
  const missing = open ? [] : one.names.filter((name) => name !== "*" && !names.has(name))
  if (missing.length === 0) return undefined
  const list = missing.map((name) => `"${shown(name)}"`).join(", ")
  return {
    pass: "integration-fit",
    locator: file.path,
    verdict: "DEAD",
    severity: "High",
    what: `imports ${list} from ${shown(target)}, which does not export ${missing.length === 1 ? "it" : "them"}`,
    route: "proposal",
    proposed_action: `export ${list} from ${shown(target)}, or import what it has`,
    evidence: evidenceOf(file, [one.line], one.specifier),
    key: shown(`export:${target}:${missing.join(",")}`),
    relations: [{ from: file.path, to: target, kind: "imports" }],
  }
}
