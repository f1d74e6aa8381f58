import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName, folderOf, foldersAround } from "../../core/corpus/folder_path.ts"
import { lineIn } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { artefactMentions, type ArtefactUse } from "../prose/artefact_path.ts"

/** A skill with its command and the pages of its folder, or an agent or command of its own. */
export interface PipelineOrgan {
  readonly name: string
  /** The file that speaks for it. */
  readonly path: string
  readonly documents: readonly MarkdownDocument[]
}

/** A place where an organ says what it does with a file. */
export interface ArtefactPlace {
  readonly organ: PipelineOrgan
  readonly document: MarkdownDocument
  readonly line: number
  /** As a pattern, from the project. */
  readonly path: string
  readonly use: ArtefactUse
  /** The text around it. */
  readonly text: string
}

/** The organs of a corpus by name, name ascending: a skill before an agent before a command of one name. */
export function pipelineOrgans(corpus: Corpus): readonly PipelineOrgan[] {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  // Translations and copies lie deeper than what they are of.
  const nodes = [...nodesOf(corpus)].sort((left, right) => left.path.split("/").length - right.path.split("/").length)
  const skillFolders = new Map<string, MarkdownDocument[]>(
    nodes.filter(({ kind }) => kind === "skill").map(({ path }) => [folderOf(path), []]),
  )
  for (const document of corpus.documents) {
    const folder = foldersAround(folderOf(document.path)).find((around) => skillFolders.has(around))
    if (folder !== undefined) skillFolders.get(folder)?.push(document)
  }
  const organs = new Map<string, { name: string; path: string; documents: MarkdownDocument[] }>()
  for (const wanted of ["skill", "agent", "command"] as const) {
    for (const { path, kind } of nodes) {
      const document = documents.get(path)
      if (kind !== wanted || document === undefined) continue
      const name = kind === "skill" ? baseName(folderOf(path)) : baseName(path).replace(/(?:\.\w+)?\.md$/u, "")
      const own = kind === "skill" ? skillFolders.get(folderOf(path)) ?? [document] : [document]
      const known = organs.get(name)
      if (known === undefined) organs.set(name, { name, path, documents: [...own] })
      else known.documents.push(...own)
    }
  }
  return [...organs.values()].sort((left, right) => left.name < right.name ? -1 : 1)
}

/** Where an organ says that it writes or reads files of the project, in the order of its text. */
export function artefactPlaces(organ: PipelineOrgan): readonly ArtefactPlace[] {
  return organ.documents.flatMap((document) =>
    document.blocks.texts.flatMap((block): readonly ArtefactPlace[] =>
      block.kind === "heading" || block.quoted || !block.text.includes("/") ? [] : artefactMentions(block).map(
        ({ path, use, start }) => ({
          organ,
          document,
          line: lineIn(block, start),
          path: projectPath(path),
          use,
          text: block.text,
        }),
      )
    )
  )
}

/** A pattern seen from the project: without what stands for its root, and with every version as one. */
export function projectPath(path: string): string {
  return path.replace(/^\.\//u, "").replace(/^(?:\*|cwd|project|root|repo)\/(?=\.\w)/u, "").replace(
    /\bv\d+(?=[./]|$)/gu,
    "v*",
  )
}

/** Whether two patterns may stand for one file: equal but for what is to be filled in, or the folder of one holds the other. */
export function meets(one: string, two: string): boolean {
  if (one === two) return true
  const [left, right] = [one.split("/"), two.split("/")]
  const folders = [left, right].filter((segments) => segments.at(-1) === "").map((segments) => segments.length - 1)
  if (folders.length === 0 && left.length !== right.length) return false
  const compared = folders.length === 0 ? left.length : Math.min(...folders)
  if (Math.min(left.length, right.length) < compared) return false
  return left.slice(0, compared).every((segment, index) => alike(segment, right[index] ?? ""))
}

/** Whether two segments are equal, or what is fixed at both ends of one with a wildcard fits the other. */
export function alike(one: string, two: string): boolean {
  if (one === two) return true
  const [open, other] = one.includes("*") ? [one, two] : [two, one]
  if (!open.includes("*")) return false
  const head = open.slice(0, open.indexOf("*"))
  const tail = open.slice(open.lastIndexOf("*") + 1)
  const bare = other.includes("*") ? other.slice(0, other.indexOf("*")) : other
  const end = other.includes("*") ? other.slice(other.lastIndexOf("*") + 1) : other
  return (bare.startsWith(head) || other.includes("*") && head.startsWith(bare)) &&
    (end.endsWith(tail) || other.includes("*") && tail.endsWith(end))
}
