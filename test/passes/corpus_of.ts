import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { pathIndex } from "../../src/core/corpus/path_index.ts"
import { readDecisions } from "../../src/core/decision/read_decisions.ts"
import { parseMarkdown } from "../../src/core/markdown/parse_markdown.ts"

/**
 * A corpus of files by path; what ends in `.md` is parsed, decisions are read. `also` names files that exist and were
 * not read.
 */
export function corpusOf(
  files: ReadonlyMap<string, string>,
  more: Partial<Pick<Corpus, "scope" | "unreadable" | "config" | "history" | "today">> & {
    readonly ignored?: readonly string[]
    readonly also?: readonly string[]
  } = {},
): Corpus {
  const { ignored = [], also = [], ...given } = more
  const documents = [...files].filter(([path]) => path.endsWith(".md")).map(([path, text]) => parseMarkdown(path, text))
  const paths = pathIndex([...files.keys(), ...also], ignored)
  return {
    documents,
    decisions: readDecisions(
      documents.map((document) => ({ path: document.path, text: document.text, document })),
      paths,
    ),
    texts: files,
    paths,
    unreadable: [],
    scope: [],
    config: {},
    today: "2026-01-31",
    ...given,
  }
}
