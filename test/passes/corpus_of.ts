import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { pathIndex } from "../../src/core/corpus/path_index.ts"
import { isDecisionCandidate, readDecisions } from "../../src/core/decision/read_decisions.ts"
import { parseMarkdown } from "../../src/core/markdown/parse_markdown.ts"

/** What a corpus has besides the files: `also` exist and were not read, `ignored` ones git ignores. */
export type More = Partial<Corpus> & { readonly ignored?: readonly string[]; readonly also?: readonly string[] }

/** A corpus of files by path: what ends in `.md` is parsed, decisions are read. */
export function corpusOf(files: ReadonlyMap<string, string>, more: More = {}): Corpus {
  const { ignored = [], also = [], ...given } = more
  const documents = [...files].filter(([path]) => path.endsWith(".md")).map(([path, text]) => parseMarkdown(path, text))
  const others = [...files].flatMap(([path, text]) => isDecisionCandidate(path) ? [{ path, text }] : [])
  const paths = pathIndex([...files.keys(), ...also], ignored)
  return {
    documents,
    decisions: readDecisions(
      [...documents.map((document) => ({ path: document.path, text: document.text, document })), ...others],
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
