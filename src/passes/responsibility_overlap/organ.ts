import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import type { TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { artefactMentions } from "../prose/artefact_path.ts"
import { shown } from "../outcome/evidence.ts"
import { type NamesByClass, qualifyingNames } from "./qualifier.ts"
import { type Triggers, triggersOf } from "./trigger.ts"

/** A skill or an agent that says what it is for. */
export interface Organ {
  readonly path: string
  readonly kind: "skill" | "agent"
  readonly name: string
  /** The name that its path gives it: a translation has that of what it translates. */
  readonly fileName: string
  readonly description: string
  /** The line of the file that its description starts on. */
  readonly line: number
  readonly document: MarkdownDocument
  /** The words of name and description. */
  readonly words: ReadonlySet<string>
  /** The names in both that tell jobs apart. */
  readonly qualifiers: NamesByClass
  readonly triggers: Triggers
  /** The files that its description says it writes. */
  readonly outputs: ReadonlySet<string>
}

/** The skills and agents of a corpus that have a description, whatever the scope; path ascending. */
export function organsOf(corpus: Corpus): readonly Organ[] {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  return nodesOf(corpus).flatMap(({ path, kind }): readonly Organ[] => {
    const document = kind === "skill" || kind === "agent" ? documents.get(path) : undefined
    const organ = document === undefined || kind !== "skill" && kind !== "agent" ? undefined : organOf(document, kind)
    return organ === undefined ? [] : [organ]
  })
}

function organOf(document: MarkdownDocument, kind: Organ["kind"]): Organ | undefined {
  const front = document.front_matter
  if (front._tag !== "mapping") return undefined
  const { name: given, description } = front.values
  if (typeof description !== "string" || description.trim() === "") return undefined
  const { path } = document
  const fileName = nameByPath(path, kind)
  const name = typeof given === "string" && given.trim() !== "" ? shown(given) : fileName
  const block = blockOf(description)
  return {
    path,
    kind,
    name,
    fileName,
    description,
    line: descriptionLine(document, front.lines["description"] ?? 1),
    document,
    words: wordsOf(`${name} ${description}`),
    qualifiers: qualifyingNames(`${name}: ${description}`),
    triggers: triggersOf(block),
    outputs: new Set(artefactMentions(block).flatMap((mention) => mention.use === "writes" ? [mention.path] : [])),
  }
}

function nameByPath(path: string, kind: Organ["kind"]): string {
  return kind === "skill" ? baseName(folderOf(path)) : baseName(path).replace(/(?:\.chatmode|\.agent)?\.md$/u, "")
}

/** A block scalar starts on the line below its key. */
function descriptionLine(document: MarkdownDocument, line: number): number {
  return /^description:\s*[>|][+\d-]*\s*$/u.test(document.lines[line - 1] ?? "") ? line + 1 : line
}

function blockOf(text: string): TextBlock {
  return { kind: "paragraph", text, line: 1, end_line: 1, quoted: false, depth: 0 }
}

/** Words that say nothing of a job. */
const stopWords: ReadonlySet<string> = new Set(
  ("about after all also and any are before being both but can each else every for from has have how into its just " +
    "like more most must need needs never not only other over per shall should some such than that the their them then " +
    "there these they this those through until use used user uses using via was were what when where which while who " +
    "will with without you your always agent skill proactively asks").split(" "),
)

/** The words of a text that may say what a job is: lower case, three characters or more. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.normalize("NFC").toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
  return new Set(words.filter((word) => word.length >= 3 && !stopWords.has(word)))
}
