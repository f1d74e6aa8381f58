import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import { readStatus } from "../../core/decision/status.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type Section, sectionsOf } from "../../core/markdown/section.ts"

/** A vision in force, and the modules that it divides its project into. */
export interface Vision {
  readonly document: MarkdownDocument
  /** As its front matter lists them; `undefined`: it has no such list. */
  readonly listed: readonly Module[] | undefined
  /** As its headings have them. */
  readonly headed: readonly Module[]
  /** The list, or else the headings; each once. */
  readonly modules: readonly Module[]
}

/** A module of a vision. */
export interface Module {
  readonly slug: string
  readonly line: number
  /** What the vision says of it; absent: nothing under a heading of its own. */
  readonly section?: Section
}

/** The visions in force that state modules, path ascending: of the versions of one, the newest that is not superseded. */
export function visionsOf(corpus: Corpus): readonly Vision[] {
  const paths = new Set(nodesOf(corpus).filter(({ kind }) => kind === "vision").map(({ path }) => path))
  const documents = corpus.documents.filter(({ path }) => paths.has(path))
  const subjects = Map.groupBy(documents, ({ path }) => versionIn(path) === undefined ? path : folderOf(path))
  return [...subjects.values()].flatMap((versions) => {
    const [newest] = versions.filter(isInForce).sort((one, two) =>
      (versionIn(two.path) ?? 0) - (versionIn(one.path) ?? 0)
    )
    const vision = newest === undefined ? undefined : visionOf(newest)
    return vision === undefined || vision.modules.length === 0 ? [] : [vision]
  })
}

function versionIn(path: string): number | undefined {
  const digits = /^v(\d{1,6})\.md$/u.exec(baseName(path))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A vision that says nothing of its status is in force. */
function isInForce({ front_matter: front }: MarkdownDocument): boolean {
  const status = front._tag === "mapping" ? front.values["status"] : undefined
  return typeof status !== "string" || readStatus(status, 1).class === "live"
}

function visionOf(document: MarkdownDocument): Vision {
  const headed = headedModules(document)
  const listed = listedModules(document)
  const sections = new Map(headed.map(({ slug, section }) => [slug, section]))
  const named = (listed ?? headed).map((module): Module => {
    const section = sections.get(module.slug)
    return section === undefined ? module : { ...module, section }
  })
  return { document, listed, headed, modules: [...new Map(named.map((module) => [module.slug, module])).values()] }
}

function headedModules(document: MarkdownDocument): readonly Module[] {
  const sections = sectionsOf(document)
  const holder = sections.find(({ heading }) => /^modules\W*$/iu.test(heading.text))
  if (holder === undefined) return []
  const inside = sections.filter(({ line }) => holder.line < line && line <= holder.end_line)
  const level = Math.min(...inside.map(({ heading }) => heading.level))
  return inside.filter(({ heading }) => heading.level === level).map((section) => ({
    slug: slugOf(section.heading.text),
    line: section.line,
    section,
  })).filter(({ slug }) => slug !== "")
}

function listedModules({ front_matter: front, lines }: MarkdownDocument): readonly Module[] | undefined {
  const list = front._tag === "mapping" ? front.values["modules"] : undefined
  const first = front._tag === "mapping" ? front.lines["modules"] ?? 1 : 1
  if (front._tag !== "mapping" || !Array.isArray(list)) return undefined
  let line = first
  return list.flatMap((value: unknown): readonly Module[] => {
    if (typeof value !== "string" || slugOf(value) === "") return []
    const next = lines.findIndex((text, index) => index >= line && index < front.end_line && text.includes(value)) + 1
    line = next === 0 ? line : next
    return [{ slug: slugOf(value), line }]
  })
}

/** The name that stands before an explanation: `engine — the core` is `engine`. */
function slugOf(text: string): string {
  return (text.split(/(?<!\s)\s+[—–-]\s+|:\s|\s\(/u)[0] ?? "").replace(/^[\d.]+[.)]\s+/u, "").replace(/[`*]/gu, "")
    .trim()
    .toLowerCase().replace(/\s+/gu, "-")
}
