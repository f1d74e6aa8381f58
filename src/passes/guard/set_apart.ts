import type { Corpus } from "../../core/corpus/corpus.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import { isTemplatePath } from "../../core/decision/decision_path.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { excuse, type Guard } from "./guard.ts"

const templateFolder = /(?:^|[\/._-])templates?\//iu
const templateName = /(?:^|[\/._-])template\.[a-z]+$|(?:^|\/)(?:N{3,}|X{3,})[-_.]/iu
const testData = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|__snapshots__)\//u
const foreign = /(?:^|\/)(?:vendor|third_party|third-party|node_modules|bower_components)\//u
const pastFolder = /(?:^|\/)(?:archived?|attic|legacy|old|obsolete|versioned_docs|history)\//iu
const pastFile =
  /(?:^|\/)(?:(?:changelog|changes|history|news|releases?|release-notes)(?:[-_.]v?\d[^/]*)?(?:\.[a-z]+)?|(?:migrat|upgrad)[^/]*)$/iu
/** Besides those, what tells of a time whose numbers and paths were right then: posts, post-mortems, all that has a date. */
const toldOfThen =
  /(?:^|\/)(?:change-?logs?|changes|history|news|release-?notes?|releases?|upgrad\w*|migrat\w*|post-?mortems?|blog|_posts|archive)(?:[-_.\/]|$)|(?:^|\/)\d{4}-\d{2}-\d{2}[-_]/iu

type Placed = Pick<MarkdownDocument, "path">

const isForm: Guard<string> = {
  why: "template: it is meant for the files that are made from it",
  fires: (path) => isTemplatePath(path) || templateFolder.test(path),
}
const isKept: readonly Guard<string>[] = [
  { why: "test data: it may be wrong on purpose", fires: (path) => testData.test(path) },
  { why: "someone else's file: it is kept here as it came", fires: (path) => foreign.test(path) },
]
const isPast: Guard<string> = {
  why: "the past: it tells what was, or how to leave it behind",
  fires: (path) => pastFolder.test(path) || pastFile.test(path),
}

/** Why what a file says of itself is no claim of the repository that holds it. */
export function setApart(path: string): string | undefined {
  return excuse([isForm, ...isKept], path)
}

/** Why what a file says of other things is no claim about them as they are now. */
export function setApartFromNow(path: string): string | undefined {
  return excuse([isPast, isForm, ...isKept], path)
}

/** Documents whose links and paths are not about the repository that holds them. */
export const ofDocument: readonly Guard<{ readonly document: Placed }>[] = [
  {
    why: "template: its links are meant for the files that are made from it",
    fires: ({ document: { path } }) => templateFolder.test(path) || templateName.test(path),
  },
  { why: "test data: a link in it may be dead on purpose", fires: ({ document }) => testData.test(document.path) },
  { why: "someone else's file: it is kept here as it came", fires: ({ document }) => foreign.test(document.path) },
]

/** Whether a file speaks of another place than the one where it lies: a template, test data, somebody else's file. */
export function isElsewhere(document: Placed): boolean {
  return excuse(ofDocument, { document }) !== undefined
}

/** Whether a file tells of what was, whatever is there now. */
export function tellsOfThePast({ path }: Placed): boolean {
  return toldOfThen.test(path)
}

const recordKinds: ReadonlySet<NodeKind> = new Set<NodeKind>([
  "decision",
  "proposal",
  "memory",
  "recap",
  "spec",
  "plan",
  "vision",
])

/** Kept as long as the corpus: several passes ask. */
const recordsByCorpus = new WeakMap<Corpus, ReadonlySet<string>>()

/** The files that speak of their own day: of what was decided, planned or learned then. */
export function recordsOf(corpus: Corpus): ReadonlySet<string> {
  const known = recordsByCorpus.get(corpus)
  if (known !== undefined) return known
  const records = new Set(nodesOf(corpus).filter(({ kind }) => recordKinds.has(kind)).map(({ path }) => path))
  recordsByCorpus.set(corpus, records)
  return records
}
