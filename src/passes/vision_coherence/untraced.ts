import { type Corpus, isInScope } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import type { Finding, Relation } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import type { Said } from "../outcome/said.ts"
import { naming } from "./naming.ts"
import { clustersOf, type Organ } from "./organ.ts"
import type { Vision } from "./vision.ts"

/** Organs that hang together and lead to nothing that says what they are for. */
interface Untraced {
  readonly organs: readonly Organ[]
  /** Whether most organs of the corpus say nothing of it either. */
  readonly isUsual: boolean
}

const lineage: ReadonlySet<NodeKind> = new Set<NodeKind>(["vision", "spec", "plan", "proposal", "decision"])
const numbered = /\b(?:proposal|spec|vision|decision|ADR|RFC)s?[ -]#?\d+\b/iu
const [library, alias] = [/\blibrary(?:-only)?\b/iu, /\balias (?:for|of)\b/iu]
const mostRelations = 20

const guards: readonly Guard<Untraced>[] = [
  {
    why: "library: other organs call it, wherever they are",
    fires: ({ organs }) => organs.every((organ) => library.test(descriptionOf(organ))),
  },
  {
    why: "alias: it is another name of something",
    fires: ({ organs }) => organs.every((organ) => alias.test(descriptionOf(organ))),
  },
  { why: "convention: most organs do not say what they are for", fires: ({ isUsual }) => isUsual },
]

/** Clusters of organs that name no module of a vision, and lead to no spec, proposal or decision. */
export function untracedClusters(
  pass: string,
  corpus: Corpus,
  visions: readonly Vision[],
  organs: readonly Organ[],
): Said {
  const isTraced = tracing(corpus, visions)
  const clusters = clustersOf(organs)
  const untraced = clusters.filter((cluster) => !cluster.some(isTraced))
  const isUsual = untraced.length * 2 > clusters.length
  const findings: Finding[] = []
  const excused = new Map<string, Organ[][]>()
  for (const cluster of untraced) {
    const inScope = cluster.filter(({ path }) => isInScope(corpus, path))
    if (inScope.length === 0) continue
    const why = excuse(guards, { organs: cluster, isUsual })
    if (why === undefined) findings.push(findingOf(pass, cluster, inScope))
    else excused.set(why, [...(excused.get(why) ?? []), inScope])
  }
  const near_misses = [...excused].flatMap(([why, groups]): readonly NearMiss[] => {
    const first = groups[0]?.[0]
    const more = groups.length === 1 ? "" : `, as ${groups.length - 1} more`
    return first === undefined ? [] : [{
      locator: first.path,
      what: `names no module of the vision, and leads to no spec or proposal${more}`,
      why,
      evidence: evidenceOf(first.document, [namingLine(first)]),
    }]
  })
  return { findings, near_misses }
}

/** Whether an organ says what it is for: by its front matter, by a module's name, by a link, by a number. */
function tracing(corpus: Corpus, visions: readonly Vision[]): (organ: Organ) => boolean {
  const targets = new Set(nodesOf(corpus).filter(({ kind }) => lineage.has(kind)).map(({ path }) => path))
  const modules = visions.flatMap(({ modules }) => modules.map(({ slug }) => naming(slug)))
  return ({ document, links }) => {
    const front = document.front_matter
    const isStated = front._tag === "mapping" &&
      [front.values["serves"], front.values["lineage"]].some((value) => value !== undefined && value !== null)
    return isStated || [...links].some((path) => targets.has(path)) || numbered.test(document.text) ||
      modules.some(({ inText }) => inText(document.text))
  }
}

function findingOf(pass: string, cluster: readonly Organ[], [first, ...others]: readonly Organ[]): Finding {
  const locator = first?.path ?? ""
  const relations = relationsIn(cluster)
  const rest = cluster.length === 1 ? "" : ", nor does anything that it hangs together with"
  return {
    pass,
    locator,
    verdict: "UNTRACED",
    severity: "Low",
    what: `names no module of the vision, and leads to no spec or proposal${rest}`,
    route: "proposal",
    proposed_action: "say in it which module it serves, or let the vision have one for it",
    evidence: [...(first === undefined ? [] : [first]), ...others].slice(0, 5).flatMap((organ) =>
      evidenceOf(organ.document, [namingLine(organ)])
    ),
    key: "untraced",
    structural: true,
    ...(relations.length === 0 ? {} : { relations }),
  }
}

function relationsIn(cluster: readonly Organ[]): readonly Relation[] {
  const paths = new Set(cluster.map(({ path }) => path))
  return cluster.flatMap(({ path, links }) =>
    [...links].filter((to) => to !== path && paths.has(to)).map((to) => ({ from: path, to, kind: "links to" }))
  ).slice(0, mostRelations)
}

function descriptionOf({ document: { front_matter: front } }: Organ): string {
  const description = front._tag === "mapping" ? front.values["description"] : undefined
  return typeof description === "string" ? shown(description) : ""
}

/** The line that says what an organ is. */
function namingLine({ document: { front_matter: front, headings, lines } }: Organ): number {
  const described = front._tag === "mapping" ? front.lines["description"] ?? front.lines["name"] : undefined
  return described ?? headings[0]?.line ?? lines.findIndex((line) => line.trim() !== "") + 1
}
