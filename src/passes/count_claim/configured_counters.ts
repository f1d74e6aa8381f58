import type { Corpus, UnreadableFile } from "../../core/corpus/corpus.ts"
import { matchesGlobs } from "../../core/corpus/path_globs.ts"
import { isForeignObject } from "../../core/foreign/foreign_value.ts"
import { plainText } from "../../core/decision/status.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionsOf } from "../../core/markdown/section.ts"
import { settingsOf } from "../../core/schema/pass_settings.ts"
import type { Counter } from "../../core/schema/settings/count_claim.ts"

/** A noun of the configuration, counted. */
export interface CountedNoun {
  readonly noun: string
  readonly count: number
  /** What was counted, for a message. */
  readonly of: string
  /** Where it was counted: the file, or the folders before the first wildcard of the glob. */
  readonly home: string
  /** The file itself; absent for a glob. */
  readonly file?: string
}

/** A noun that could not be counted, and why. */
export interface UncountedNoun {
  readonly noun: string
  readonly file: string
  readonly why: string
}

/** The nouns of the configuration. */
export interface ConfiguredNouns {
  readonly counted: readonly CountedNoun[]
  readonly uncounted: readonly UncountedNoun[]
  readonly missed: readonly UnreadableFile[]
}

/** Counts what the nouns of the configuration stand for. */
export function countConfiguredNouns(corpus: Corpus): ConfiguredNouns {
  const counted: CountedNoun[] = []
  const uncounted: UncountedNoun[] = []
  const missed: UnreadableFile[] = []
  for (const [written, counter] of Object.entries(settingsOf(corpus.config.passes?.["count-claim"]).nouns ?? {})) {
    const noun = written.trim().toLowerCase().replace(/\s+/gu, " ")
    if (counter.glob !== undefined) {
      counted.push({ noun, ...countGlob(corpus, counter.glob) })
      continue
    }
    const file = (counter.file ?? "").replace(/^\.\//u, "")
    const text = corpus.texts.get(file)
    const unread = corpus.unreadable.find(({ path }) => path === file)
    if (text === undefined && unread !== undefined) missed.push(unread)
    else if (text === undefined) uncounted.push({ noun, file, why: "there is no such file" })
    else {
      const count = countIn(counter, text, corpus.documents.find((document) => document.path === file))
      if (typeof count === "string") uncounted.push({ noun, file, why: count })
      else counted.push({ noun, count, of: `${ways(counter)} of ${file}`, home: file, file })
    }
  }
  return { counted, uncounted, missed: [...new Set(missed)] }
}

function countGlob(corpus: Corpus, glob: string): Omit<CountedNoun, "noun"> {
  const matches = matchesGlobs([glob])
  const segments = glob.replace(/^\.\//u, "").split("/")
  const wild = segments.findIndex((segment) => /[*?[{]/u.test(segment))
  return {
    count: corpus.paths.files.filter(matches).length,
    of: glob,
    home: segments.slice(0, wild < 0 ? -1 : wild).join("/"),
  }
}

function ways({ heading, json_path, pattern }: Counter): string {
  if (heading !== undefined) return `the section "${heading}"`
  return json_path === undefined ? `the matches of "${pattern ?? ""}"` : json_path
}

/** A number, or why there is none. */
function countIn(counter: Counter, text: string, document: MarkdownDocument | undefined): number | string {
  if (counter.pattern !== undefined) {
    return [...text.matchAll(new RegExp(counter.pattern, "gmu"))].length
  }
  if (counter.json_path !== undefined) return countJson(text, counter.json_path)
  const heading = counter.heading ?? ""
  if (document === undefined) return "it is no Markdown file, so it has no headings"
  return countSection(document, heading) ?? `it has no heading "${heading}"`
}

/** How many headings stand one level below a heading or, where there are none, how many items its first list has. */
function countSection(document: MarkdownDocument, text: string): number | undefined {
  const wanted = text.replace(/^#+\s*/u, "").trim().toLowerCase()
  const section = sectionsOf(document).find(({ heading }) => plainText(heading.text).trim().toLowerCase() === wanted)
  if (section === undefined) return undefined
  const inside = (line: number): boolean => line > section.line && line <= section.end_line
  const below = document.headings.filter(({ line }) => inside(line))
  const level = below.reduce((least, heading) => Math.min(least, heading.level), Infinity)
  if (below.length > 0) return below.filter((heading) => heading.level === level).length
  return document.blocks.lists.find(({ line }) => inside(line))?.items.length ?? 0
}

function countJson(text: string, path: string): number | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return "it is not JSON"
  }
  for (const key of path.split(".").filter((part) => part !== "")) {
    if (!isForeignObject(value) || !Object.hasOwn(value, key)) return `it has nothing at ${path}`
    value = value[key]
  }
  if (Array.isArray(value)) return value.length
  return isForeignObject(value) ? Object.keys(value).length : `what it has at ${path} has no elements`
}
