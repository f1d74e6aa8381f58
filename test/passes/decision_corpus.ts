import type { Corpus } from "../../src/core/corpus/corpus.ts"
import { corpusOf } from "./corpus_of.ts"

/** A corpus of decisions given as text by path, a good while after they were written. */
export function decisionCorpus(texts: ReadonlyMap<string, string>, overrides: Partial<Corpus> = {}): Corpus {
  return corpusOf(texts, { today: "2026-06-01", ...overrides })
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
