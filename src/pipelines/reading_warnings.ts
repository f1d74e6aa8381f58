import { type CorpusReading, unreadableName } from "../engine/corpus_reader.ts"

/** How many files the header names of each kind. */
const named = 5

/** What a reader of the report must know of files that were not read, or not wholly. */
export function readingWarnings({ corpus, unreadable_names }: CorpusReading): readonly string[] {
  const frontMatters = corpus.documents.flatMap(({ path, front_matter: block }) =>
    block._tag === "invalid" ? [`left out the front matter of ${path}, line ${block.line}: ${block.problem}`] : []
  )
  const others = unreadable_names - corpus.unreadable.filter(({ why }) => why === unreadableName).length
  return [
    ...few(corpus.unreadable.map(({ path, why }) => `could not read ${path} (${why})`), "could not read"),
    ...few(frontMatters, "left out the front matter of"),
    ...(others > 0
      ? [
        `could not read ${others} other ${others === 1 ? "file" : "files"} by name: not UTF-8, or written like another`,
      ]
      : []),
  ]
}

function few(warnings: readonly string[], what: string): readonly string[] {
  const more = warnings.length - named
  return more <= 0 ? warnings : [...warnings.slice(0, named), `${what} ${more} more ${more === 1 ? "file" : "files"}`]
}
