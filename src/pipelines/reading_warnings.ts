import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import { type CorpusReading, unreadableName } from "../engine/corpus_reader.ts"

/** How many files the header names of each kind. */
const named = 5

/** What a reader of the report must know of files that were not read, or not wholly, and of paths without any. */
export function readingWarnings({ corpus, unreadable_names }: CorpusReading): readonly string[] {
  const frontMatters = corpus.documents.flatMap(({ path, front_matter: block }) =>
    block._tag === "invalid" ? [`left out the front matter of ${path}, line ${block.line}: ${block.problem}`] : []
  )
  const others = unreadable_names - corpus.unreadable.filter(({ why }) => why === unreadableName).length
  return [
    ...emptyPaths(corpus).map((path) =>
      `nothing of the corpus lies in "${path}": nothing was looked at there; it is empty, git ignores it, or "ignore" in ` +
      ".retro.yaml leaves it out"
    ),
    ...few(corpus.unreadable.map(({ path, why }) => `could not read ${path} (${why})`), "could not read"),
    ...few(frontMatters, "left out the front matter of"),
    ...(others > 0
      ? [
        `could not read ${others} other ${others === 1 ? "file" : "files"} by name: not UTF-8, or written like another`,
      ]
      : []),
  ]
}

/** The paths that narrow the run to nothing: it looks as clean as one that looked at something. */
function emptyPaths({ scope, paths, unreadable }: Corpus): readonly string[] {
  const files = [...paths.files, ...unreadable.map(({ path }) => path)]
  return scope.filter((path) => !files.some((file) => isInScope({ scope: [path] }, file)))
}

function few(warnings: readonly string[], what: string): readonly string[] {
  const more = warnings.length - named
  return more <= 0 ? warnings : [...warnings.slice(0, named), `${what} ${more} more ${more === 1 ? "file" : "files"}`]
}
