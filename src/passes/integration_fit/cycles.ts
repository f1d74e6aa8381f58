import type { Finding } from "../../core/schema/finding.ts"
import { stronglyConnected } from "../../core/strongly_connected.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import type { ModuleFile } from "../modules/module_facts.ts"
import type { Said } from "../outcome/said.ts"
import type { ModuleGraph } from "../source/module_graph.ts"
import { isTest } from "../source/source_file.ts"

interface Edge {
  readonly from: ModuleFile
  readonly to: ModuleFile
  readonly line: number
  readonly specifier: string
  readonly type_only: boolean
}

/** How many members of a cycle are named. */
const mostNamed = 6

/** Modules that import each other in a ring, and files of one module that do. */
export function cycles(graph: ModuleGraph, files: readonly ModuleFile[]): Said {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const edges = files.filter(({ path }) => !isTest(path)).flatMap((from): readonly Edge[] =>
    (graph.module(from.path)?.imports ?? []).flatMap(({ specifier, line, type_only }): readonly Edge[] => {
      const to = byPath.get(graph.target(from.path, specifier)?.file ?? "")
      return to === undefined || to === from ? [] : [{ from, to, line, specifier, type_only }]
    })
  )
  const byModule = (file: ModuleFile): string => file.module
  const byFile = (file: ModuleFile): string => file.path
  const between = edges.filter(({ from, to }) => from.module !== to.module)
  const inside = edges.filter(({ from, to }) => from.module === to.module)
  return {
    findings: [
      ...rings(between, byModule, { high: "High", subject: "modules" }),
      ...rings(inside, byFile, { high: "Low", subject: "files" }),
    ],
    near_misses: [],
  }
}

interface Ring {
  readonly high: "High" | "Low"
  readonly subject: "modules" | "files"
}

/** Types alone form no ring that runs. */
function rings(edges: readonly Edge[], nameOf: (file: ModuleFile) => string, ring: Ring): readonly Finding[] {
  const runtime = ringsOf(edges.filter(({ type_only }) => !type_only), nameOf)
  const seen = new Set(runtime.flat())
  const ofTypes = ring.subject === "modules"
    ? ringsOf(edges, nameOf).filter((members) => !members.some((one) => seen.has(one)))
    : []
  return [
    ...runtime.map((members) => findingOf(members, edges.filter(({ type_only }) => !type_only), nameOf, ring)),
    ...ofTypes.map((members) => findingOf(members, edges, nameOf, { ...ring, high: "Low" }, " by types")),
  ]
}

function ringsOf(edges: readonly Edge[], nameOf: (file: ModuleFile) => string): readonly (readonly string[])[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(nameOf(from), [...next.get(nameOf(from)) ?? [], nameOf(to)])
  return stronglyConnected(next).map((members) => [...members].sort())
}

function findingOf(
  members: readonly string[],
  edges: readonly Edge[],
  nameOf: (file: ModuleFile) => string,
  { high, subject }: Ring,
  how = "",
): Finding {
  const own = new Set(members)
  const ring = edges.filter(({ from, to }) => own.has(nameOf(from)) && own.has(nameOf(to)))
  const pairs = new Map(ring.map((edge) => [`${nameOf(edge.from)}\0${nameOf(edge.to)}`, edge]))
  const [first] = ring
  const named = members.slice(0, mostNamed).map(shown).join(", ")
  return {
    pass: "integration-fit",
    locator: first?.from.path ?? members[0] ?? ".",
    verdict: "CYCLE",
    severity: high,
    what: `the ${subject} ${named}${members.length > mostNamed ? " and more" : ""} import each other in a ring${how}`,
    route: "proposal",
    proposed_action: `move what they share to a place that imports none of them`,
    evidence: [...pairs.values()].slice(0, 10).flatMap(({ from, line, specifier }) =>
      evidenceOf(from, [line], specifier)
    ),
    // Rings share no member: the first one names it, whatever joins it later.
    key: shown(`cycle:${members[0] ?? ""}`),
    relations: [...pairs.values()].map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to), kind: "imports" })),
    structural: true,
  }
}
