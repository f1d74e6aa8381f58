import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { pathIndex } from "../../src/core/corpus/path_index.ts"
import { isDecisionCandidate, readDecisions } from "../../src/core/decision/read_decisions.ts"
import { parseMarkdown } from "../../src/core/markdown/parse_markdown.ts"

/** A corpus of files given as text by path. */
export function decisionCorpus(texts: ReadonlyMap<string, string>, overrides: Partial<Corpus> = {}): Corpus {
  const paths = pathIndex([...texts.keys()], [])
  const documents = [...texts].flatMap(([path, text]) => path.endsWith(".md") ? [parseMarkdown(path, text)] : [])
  const others = [...texts].flatMap(([path, text]) => isDecisionCandidate(path) ? [{ path, text }] : [])
  const files = [...documents.map((document) => ({ path: document.path, text: document.text, document })), ...others]
  return {
    documents,
    decisions: readDecisions(files, paths),
    texts,
    paths,
    unreadable: [],
    scope: [],
    config: {},
    today: "2026-06-01",
    ...overrides,
  }
}

/** The files of a folder of `fixtures/decisions`, by path. */
export function fixtureTexts(convention: string): ReadonlyMap<string, string> {
  const root = new URL(`../../fixtures/decisions/${convention}/`, import.meta.url)
  const texts = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const entry of Deno.readDirSync(new URL(folder, root))) {
      if (entry.isDirectory) walk(`${folder}${entry.name}/`)
      else texts.set(`${folder}${entry.name}`, Deno.readTextFileSync(new URL(`${folder}${entry.name}`, root)))
    }
  }
  walk("./")
  return new Map([...texts].map(([path, text]) => [path.replace(/^\.\//u, ""), text]))
}
