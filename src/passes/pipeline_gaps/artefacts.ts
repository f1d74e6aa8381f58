import { baseName } from "../../core/corpus/folder_path.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"
import type { Evidence, Finding, Relation } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import type { Said } from "../outcome/said.ts"
import type { ArtefactPlace, PipelineOrgan } from "./organ_texts.ts"
import { pathMentions } from "./path_mentions.ts"
import { placeIndex } from "./place_index.ts"

const pass = "pipeline-gaps"

/** Folders in the working folders of agents: what lies there is made by one organ for another. */
const working = /^\.(?:claude|agents|codex|cursor|gemini|opencode|windsurf|pi|ai)\/[^/*]+\/.+/u
/** Folders that a host reads by itself. */
const ofHost = /^\.[a-z]+\/(?:commands|hooks|skills|agents|rules|plugins|prompts|instructions|output-styles)\//u

/** What the files of organs are compared to. */
export interface ArtefactView {
  readonly places: readonly ArtefactPlace[]
  readonly paths: PathIndex
  /** What the organs and everything else say, by file. */
  readonly texts: ReadonlyMap<string, string>
  readonly isInScope: (path: string) => boolean
}

/** What all organs say of one file. */
interface Artefact {
  readonly path: string
  readonly writes: readonly ArtefactPlace[]
  readonly reads: readonly ArtefactPlace[]
  readonly view: ArtefactView
  /** Whether a text besides some files has a path. */
  readonly isMentioned: (path: string, besides: ReadonlySet<string>) => boolean
}

const isShared = /^(?:index|readme|changelog|backlog|memory|log|history|sessions-active)\.md$/iu

const unreadGuards: readonly Guard<Artefact>[] = [
  { why: "host: it loads what lies in that folder", fires: ({ path }) => ofHost.test(path) },
  { why: "list: whoever looks for a file looks there", fires: ({ path }) => isShared.test(baseName(path)) },
  {
    why: "for people: what it says of the file is that somebody looks at it",
    fires: ({ path, writes }) =>
      /\b(?:report|review|diagram|view|summary|recap|audit|vault|dashboard|html|export)/iu
        .test(path + writes.map(({ text }) => text).join(" ")),
  },
  { why: "configuration: programs read it", fires: ({ path }) => /\.(?:json|jsonc|ya?ml|toml|env|ini)$/u.test(path) },
  { why: "state: the organ keeps it for its own next run", fires: ({ writes, reads }) => isOwn(writes, reads) },
  {
    why: "named elsewhere: another file of the repository knows it",
    fires: (artefact) => namedElsewhere(artefact, artefact.writes),
  },
]

const unwrittenGuards: readonly Guard<Artefact>[] = [
  { why: "host: people write what it loads from that folder", fires: ({ path }) => ofHost.test(path) },
  { why: "list: whoever makes a file adds it there", fires: ({ path }) => isShared.test(baseName(path)) },
  { why: "kept here: the file is in the repository", fires: ({ path, view }) => isKept(path, view.paths) },
  { why: "configuration: a person writes it", fires: ({ path }) => /\.(?:json|jsonc|ya?ml|toml|env|ini)$/u.test(path) },
  {
    why: "conditional: it is read where it exists",
    fires: ({ reads }) =>
      reads.every(({ text }) =>
        /\b(?:if|when|where|optional(?:ly)?|present|exists?|fallback|legacy|else|e\.g\.|example)\b/iu.test(text)
      ),
  },
  {
    why: "named elsewhere: another file of the repository knows it",
    fires: (artefact) => namedElsewhere(artefact, artefact.reads),
  },
]

const sharedGuards: readonly Guard<Artefact>[] = [
  {
    why: "shared: each organ adds its own lines",
    fires: ({ path, writes }) => isShared.test(baseName(path)) || adds(writes),
  },
  { why: "stated: one of the organs names the other", fires: ({ writes }) => namesAnother(writes) },
  {
    why: "a file each: what differs in its name tells them apart",
    fires: ({ path }) => /\*\.\w+$/u.test(path) && !/\bv\*\.\w+$/u.test(path),
  },
]

/** Files that one organ writes and none reads, that one reads and none writes, and that two write. */
export function artefactGaps(
  view: ArtefactView,
): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  const inFolder = view.places.filter(({ path }) => working.test(path))
  const placesFor = placeIndex(inFolder)
  const isMentioned = pathMentions(view.texts)
  for (const [path, places] of Map.groupBy(inFolder, (place) => place.path)) {
    // A folder says where files lie, not which.
    if (path.endsWith("/")) continue
    const near = placesFor(path)
    const artefact = {
      path,
      view,
      isMentioned,
      writes: places.filter(({ use }) => use === "writes"),
      reads: near.filter(({ use }) => use === "reads"),
    }
    const [verdict, guards, told] = verdictOf(artefact, near)
    const [first] = told
    if (verdict === undefined || first === undefined || !view.isInScope(first.organ.path)) continue
    const why = excuse(guards, artefact)
    const what = says[verdict](shown(path), organsOf(told))
    const evidence = told.flatMap(({ document, line }) => evidenceOf(document, [line], path)).slice(0, 6)
    if (why !== undefined) near_misses.push({ locator: first.organ.path, what, why, evidence })
    else findings.push(findingOf(verdict, path, what, organsOf(told), evidence))
  }
  return { findings, near_misses }
}

type ArtefactVerdict = "ORPHAN-OUTPUT" | "DANGLING-READ" | "REDUNDANT"

const says: Readonly<Record<ArtefactVerdict, (path: string, organs: readonly PipelineOrgan[]) => string>> = {
  "ORPHAN-OUTPUT": (path) => `writes ${path}, which no organ reads`,
  "DANGLING-READ": (path) => `reads ${path}, which no organ writes`,
  REDUNDANT: (path, organs) =>
    `writes ${path}, as ${organs.slice(1).map((organ) => organ.path).join(" and ")} ${
      organs.length > 2 ? "do" : "does"
    }`,
}

const actions: Readonly<Record<ArtefactVerdict, string>> = {
  "ORPHAN-OUTPUT": "name the organ that reads the file, or stop writing it",
  "DANGLING-READ": "name the organ that writes the file, or stop reading it",
  REDUNDANT: "say which of them writes the file, and have the others ask it to",
}

function verdictOf(
  artefact: Artefact,
  near: readonly ArtefactPlace[],
): readonly [ArtefactVerdict | undefined, readonly Guard<Artefact>[], readonly ArtefactPlace[]] {
  const { writes, reads } = artefact
  const writers = organsOf(writes)
  if (writers.length > 1) return ["REDUNDANT", sharedGuards, writes]
  const [writer] = writers
  if (writer !== undefined && !reads.some(({ organ }) => organ !== writer)) {
    return ["ORPHAN-OUTPUT", unreadGuards, writes]
  }
  if (writers.length === 0 && !near.some(({ use }) => use === "writes")) {
    return ["DANGLING-READ", unwrittenGuards, reads]
  }
  return [undefined, [], []]
}

function organsOf(places: readonly ArtefactPlace[]): readonly PipelineOrgan[] {
  return [...new Set(places.map(({ organ }) => organ))]
}

function findingOf(
  verdict: ArtefactVerdict,
  path: string,
  what: string,
  organs: readonly PipelineOrgan[],
  evidence: readonly Evidence[],
): Finding {
  const [first] = organs
  const kind = verdict === "DANGLING-READ" ? "reads" : "writes"
  const relations: readonly Relation[] = organs.map((organ) => ({ from: organ.path, to: shown(path), kind }))
  return {
    pass,
    locator: first?.path ?? path,
    verdict,
    severity: "Medium",
    what,
    route: "proposal",
    proposed_action: actions[verdict],
    evidence,
    key: `${verdict.toLowerCase()} ${shown(path)}`,
    structural: true,
    relations,
  }
}

function isOwn(writes: readonly ArtefactPlace[], reads: readonly ArtefactPlace[]): boolean {
  const [writer] = organsOf(writes)
  return reads.some(({ organ }) => organ === writer)
}

/** Whether a file that is none of the organ's own holds the path, up to what is to be filled in. */
function namedElsewhere({ path, isMentioned }: Artefact, places: readonly ArtefactPlace[]): boolean {
  const fixed = path.slice(0, path.includes("*") ? path.indexOf("*") : path.length)
  const own = new Set(organsOf(places).flatMap(({ documents }) => documents.map((document) => document.path)))
  return fixed.split("/").length > 2 && isMentioned(fixed, own)
}

function isKept(path: string, paths: PathIndex): boolean {
  if (!path.includes("*")) return paths.lookup(path) === "file"
  const folder = path.slice(0, path.lastIndexOf("/", path.indexOf("*")))
  return paths.lookup(folder) === "directory"
}

function adds(writes: readonly ArtefactPlace[]): boolean {
  return writes.some(({ text }) => /\b(?:append|record|add|log)(?:s|ed|ing)?\b/iu.test(text))
}

function namesAnother(writes: readonly ArtefactPlace[]): boolean {
  const organs = organsOf(writes)
  return organs.some((organ) =>
    organs.some((other) =>
      organ !== other &&
      organ.documents.some(({ text }) =>
        [`/${other.name}`, `\`${other.name}\``, `**${other.name}**`].some((form) => text.includes(form))
      )
    )
  )
}
