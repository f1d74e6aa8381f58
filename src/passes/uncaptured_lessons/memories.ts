import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName } from "../../core/corpus/folder_path.ts"
import type { TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { singularWords } from "../prose/words.ts"

/** How much of a lesson one memory says already: 0 to 1. */
export interface BestMemory {
  readonly path: string
  readonly score: number
}

/** What is remembered: memories and rules, whether something superseded them or not, and what the agents' own files say. */
export interface Memories {
  readonly paths: ReadonlySet<string>
  /** The memory that says the most of these words; ties: the first by path. */
  readonly best: (words: ReadonlySet<string>) => BestMemory | undefined
}

const agentFile = /^(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md$/u

/** Indexes the memories of a corpus by the words of their name, description and first paragraph. */
export function memoriesOf(corpus: Corpus): Memories {
  const kinds = new Map(nodesOf(corpus).map(({ path, kind }) => [path, kind]))
  const holders: string[] = []
  const byWord = new Map<string, number[]>()
  const add = (path: string, text: string): void => {
    const place = holders.push(path) - 1
    for (const word of singularWords(text)) {
      const known = byWord.get(word)
      if (known === undefined) byWord.set(word, [place])
      else known.push(place)
    }
  }
  for (const document of [...corpus.documents].sort((one, two) => byCodeUnit(one.path, two.path))) {
    const kind = kinds.get(document.path)
    if (kind === "memory" || kind === "rule") add(document.path, memoryText(document))
    else if (agentFile.test(baseName(document.path))) {
      for (const { text } of document.blocks.texts.filter(isParagraph)) add(document.path, text)
    }
  }
  return { paths: new Set(holders), best: bestHolder(holders, byWord) }
}

/** Finds the holder of most of some words; the counters are kept, since lessons are many. */
function bestHolder(
  holders: readonly string[],
  byWord: ReadonlyMap<string, readonly number[]>,
): Memories["best"] {
  const counts = new Int32Array(holders.length)
  return (words) => {
    let place = -1
    let most = 0
    const known = [...words].map((word) => byWord.get(word) ?? [])
    for (const places of known) {
      for (const holder of places) {
        const count = (counts[holder] ?? 0) + 1
        counts[holder] = count
        if (count < most || count === most && holder > place) continue
        place = holder
        most = count
      }
    }
    for (const places of known) for (const holder of places) counts[holder] = 0
    const path = holders[place]
    return path === undefined ? undefined : { path, score: most / words.size }
  }
}

function memoryText(document: MarkdownDocument): string {
  const { front_matter: front, headings, blocks } = document
  const field = (key: string): string => {
    const value = front._tag === "mapping" ? front.values[key] : undefined
    return typeof value === "string" ? value : ""
  }
  const name = field("name") || (headings[0]?.text ?? "")
  return [name, field("description"), blocks.texts.find(isParagraph)?.text ?? ""].join(" ")
}

function isParagraph({ kind }: TextBlock): boolean {
  return kind === "paragraph"
}
