import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { pathIndex } from "../../src/core/corpus/path_index.ts"
import { parseMarkdown } from "../../src/core/markdown/parse_markdown.ts"

/** A corpus of files by path; what ends in `.md` is parsed. `also` names files that exist and were not read. */
export function corpusOf(
  files: ReadonlyMap<string, string>,
  more: Partial<Pick<Corpus, "scope" | "unreadable">> & {
    readonly ignored?: readonly string[]
    readonly also?: readonly string[]
  } = {},
): Corpus {
  const documents = [...files].filter(([path]) => path.endsWith(".md")).map(([path, text]) => parseMarkdown(path, text))
  return {
    documents,
    decisions: [],
    texts: files,
    paths: pathIndex([...files.keys(), ...(more.also ?? [])], more.ignored ?? []),
    unreadable: more.unreadable ?? [],
    scope: more.scope ?? [],
    config: {},
    today: "2026-01-31",
  }
}
