import { folderOf } from "../../core/corpus/folder_path.ts"
import { ofDocument } from "../guard/set_apart.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { type Organ, wordsOf } from "./organ.ts"
import { qualifiersOf } from "./qualifier.ts"
import { toFillIn } from "./trigger.ts"

/** Two organs that seem to do one job; which line of each names the other. */
export interface Overlap {
  readonly left: Organ
  readonly right: Organ
  /** How alike their descriptions are, 0 to 1. */
  readonly score: number
  readonly leftNames: number | undefined
  readonly rightNames: number | undefined
  /** Whether nothing but their likeness speaks for an overlap. */
  readonly likenessAlone: boolean
  /** The phrases that start them, where nothing else speaks for an overlap. */
  readonly phrases: readonly [string, string] | undefined
}

/** The fewest words that two descriptions must share. */
const fewestShared = 4
/** How many words two descriptions of different jobs share when they are written in one form. */
const mostInForm = 5
const scaffolding = /^(?:new|create|scaffold|init|add|generate|make)-/u
const scaffolds = /^(?:scaffold|bootstrap|generate a new|create a new|set up a new)\b/iu
const running =
  /\b(?:runs?|invokes?|alias (?:for|of)|wraps?|calls?|loads?|uses?|delegates? to|wrapper (?:for|around))\b/iu
const retired = /\b(?:deprecated|superseded by|replaced by|renamed to|obsolete)\b/iu
const retiredFolder = /(?:^|\/)(?:deprecated|archived?|legacy|obsolete|attic)\//u

/** Why two organs that seem to do one job do not; the first that fires speaks. */
const guards: readonly Guard<Overlap>[] = [
  {
    why: "sample: one of the two is a template, test data or someone else's file",
    fires: ({ left, right }) => [left, right].some((organ) => excuse(ofDocument, organ) !== undefined),
  },
  {
    why: ({ left }) => `entry: an agent and a skill are both "${left.name}", and one runs the other`,
    fires: ({ left, right, leftNames, rightNames }) =>
      left.kind !== right.kind && left.name === right.name &&
      (runsAt(left, leftNames) || runsAt(right, rightNames)),
  },
  {
    why: "thin: the descriptions say too little to compare",
    fires: ({ left, right, likenessAlone, score }) =>
      likenessAlone && score < 1 &&
      [...left.words].filter((word) => right.words.has(word)).length < fewestShared,
  },
  {
    why: "retired: one of the two gave way",
    fires: ({ left, right }) =>
      [left, right].some(({ description, path }) => retired.test(description) || retiredFolder.test(path)),
  },
  {
    why: "part: one of the two is a part of the other",
    fires: ({ left, right }) => isWithin(left, right) || isWithin(right, left),
  },
  {
    why: ({ left, right }) => `boundary: "${left.name}" and "${right.name}" name each other`,
    fires: ({ leftNames, rightNames }) => leftNames !== undefined && rightNames !== undefined,
  },
  {
    why: "argument: one of the phrases names what it is about",
    fires: ({ phrases = [] }) => phrases.filter((phrase) => toFillIn.test(phrase)).length === 1,
  },
  {
    why: "scaffold: one of the two makes what the other works on",
    fires: ({ left, right }) => makesFor(left, right) || makesFor(right, left),
  },
  {
    why: ({ left, right }) => `series: "${ownWord(left, right)}" and "${ownWord(right, left)}" tell them apart`,
    fires: ({ left, right, likenessAlone }) =>
      likenessAlone && ownWord(left, right) !== undefined && ownWord(right, left) !== undefined,
  },
  {
    why: "subject: few words are shared, and each description has the subject of its own name",
    fires: ({ left, right, likenessAlone }) =>
      likenessAlone && sharedWords(left, right) <= mostInForm && hasOwnSubject(left, right) &&
      hasOwnSubject(right, left),
  },
  {
    why: ({ left, right }) => {
      const qualifiers = qualifiersOf(left.qualifiers, right.qualifiers)
      return `qualifier: the ${qualifiers?.what ?? "subject"} differs, ${qualifiers?.left} and ${qualifiers?.right}`
    },
    fires: ({ left, right }) => qualifiersOf(left.qualifiers, right.qualifiers) !== undefined,
  },
]

/** Why two organs that seem to do one job are fine; `undefined`: they are not. */
export function excuseOverlap(overlap: Overlap): string | undefined {
  return excuse(guards, overlap)
}

function runsAt({ document, description }: Organ, line: number | undefined): boolean {
  return line !== undefined && (running.test(document.lines[line - 1] ?? "") || running.test(description))
}

/** Whether one makes what the other is about: `new-x`, or a description that starts with scaffolding. */
function makesFor(maker: Organ, worker: Organ): boolean {
  const isMaker = ({ name, description }: Organ): boolean => scaffolding.test(name) || scaffolds.test(description)
  const subject = new Set(maker.name.replace(scaffolding, "").split(/[-_ ]/u))
  return isMaker(maker) && !isMaker(worker) && worker.name.split(/[-_ ]/u).some((word) => subject.has(word))
}

function sharedWords(left: Organ, right: Organ): number {
  return [...left.words].filter((word) => right.words.has(word)).length
}

/** Whether a description says a word of its organ's name, when the names have none in common. */
function hasOwnSubject(organ: Organ, other: Organ): boolean {
  const [names, others] = [wordsOf(organ.name), wordsOf(other.name)]
  const said = wordsOf(organ.description)
  return [...names].every((word) => !others.has(word)) &&
    [...names].some((word) => said.has(word) && !other.words.has(word))
}

function isWithin(inner: Organ, outer: Organ): boolean {
  return inner.kind === "skill" && outer.kind === "skill" && inner.path.startsWith(`${folderOf(outer.path)}/`)
}

/** The fewest words of a name that is one of a series. */
const fewestInSeries = 3

/** The only word in which a long name differs from another, if the own description has it and the other has not. */
function ownWord(organ: Organ, other: Organ): string | undefined {
  const [words, others] = [organ.name, other.name].map((name) => name.toLowerCase().split(/[-_ ]+/u))
  if (words === undefined || others === undefined) return undefined
  const differing = words.filter((word, index) => word !== others[index])
  const [word] = differing
  const isSeries = words.length === others.length && words.length >= fewestInSeries && differing.length === 1
  const said = wordsOf(organ.description)
  return isSeries && word !== undefined && said.has(word) && !other.words.has(word) ? word : undefined
}
