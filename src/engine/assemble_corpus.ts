import { byCodeUnit } from "../core/code_unit_order.ts"
import type { Corpus, UnreadableFile } from "../core/corpus/corpus.ts"
import type { CorpusFileRole } from "../core/corpus/corpus_file.ts"
import { matchesGlobs } from "../core/corpus/path_globs.ts"
import type { PathIndex } from "../core/corpus/path_index.ts"
import { readDecisions } from "../core/decision/read_decisions.ts"
import { parseMarkdown } from "../core/markdown/parse_markdown.ts"
import type { Config } from "../core/schema/config.ts"
import { isNeverRead } from "./corpus_files.ts"
import type { FileText } from "./file_texts.ts"

/** What a corpus is made of, wherever it was read. */
export interface CorpusParts {
  readonly texts: readonly FileText[]
  readonly paths: PathIndex
  readonly roles: (path: string) => CorpusFileRole | undefined
  readonly unreadable: readonly UnreadableFile[]
  /** As it was given. */
  readonly scope: readonly string[]
  readonly config: Config
  readonly today: string
}

/** Parses each file once. */
export function assembleCorpus({ texts, paths, roles, unreadable, scope, config, today }: CorpusParts): Corpus {
  const documents = texts.filter((file) => roles(file.path) === "markdown").map((file) =>
    parseMarkdown(file.path, file.text)
  )
  const documentOf = new Map(documents.map((document) => [document.path, document]))
  const decisions = readDecisions(
    texts.flatMap(({ path, text }) => {
      const document = documentOf.get(path)
      if (document !== undefined) return [{ path, text, document }]
      return roles(path) === "decision" ? [{ path, text }] : []
    }),
    paths,
  )
  return {
    documents,
    decisions,
    texts: new Map(texts.map((file) => [file.path, file.text])),
    paths,
    unreadable: [...unreadable].sort((left, right) => byCodeUnit(left.path, right.path)),
    scope: normalScope(scope),
    config,
    today,
  }
}

function normalScope(scope: readonly string[]): readonly string[] {
  const paths = scope.map((path) => path.normalize("NFC").replace(/^(?:\.\/)+/u, "").replace(/\/+$/u, ""))
  return paths.some((path) => path === "" || path === ".") ? [] : paths
}

/** The files that a run looks at, and what it leaves out of those that exist. */
export interface Kept {
  readonly files: readonly string[]
  readonly leftOut: readonly string[]
  readonly isLeftOut: (path: string) => boolean
}

/** Takes out reports, folders that are never read and what the configuration ignores: they exist, and are not the corpus. */
export function leaveOut(files: readonly string[], config: Config, reports: readonly string[]): Kept {
  const isIgnored = matchesGlobs(config.ignore ?? [])
  const isReport = (path: string): boolean => reports.some((folder) => path.startsWith(`${folder}/`))
  const isLeftOut = (path: string): boolean => isReport(path) || isNeverRead(path) || isIgnored(path)
  return {
    files: files.filter((path) => !isLeftOut(path)),
    leftOut: [
      ...files.filter((path) => !isReport(path) && isLeftOut(path)),
      ...reports.filter((folder) => files.some((path) => path.startsWith(`${folder}/`)))
        .map((folder) => `${folder}/`),
    ],
    isLeftOut,
  }
}
