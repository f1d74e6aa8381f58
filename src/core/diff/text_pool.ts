import { indexOverlaps, type OverlapIndex } from "./overlap_index.ts"
import { distanceShare, isNear, shareThatMatters } from "./similarity.ts"
import { compareText, type Subject } from "./subject.ts"
import { pieces, wordPairs } from "./text_features.ts"

/** Up to so many texts, all are compared. */
const fewTexts = 16
/** Up to so many texts, an exact bound says which need not be compared. */
const manyTexts = 256
/** Texts compared with one text, the most alike first, where an exact bound orders them, and where shared words do. */
const comparisons = { bounded: 64, ranked: 16 }
/** Postings read for one text when there are more than {@link manyTexts}. */
const postings = 1024

/** Subjects that say the same; those with a key apart from those without. */
export interface Entry<A> {
  readonly text: string
  readonly keyed: boolean
  readonly members: readonly A[]
  /** Not matched yet. */
  alive: boolean
}

/** The most alike texts that a search found. */
export interface Nearest<A> {
  readonly best: Entry<A>
  readonly share: number
  /** The next one; the same entry when several say the best text. */
  readonly second: Entry<A> | undefined
  readonly secondShare: number
  /** A text that was not compared could be as alike: nothing may be concluded from `best`. */
  readonly open: boolean
}

/** What may be compared with what. */
export interface Rules {
  /** The keys are equal on both sides; otherwise two keyed subjects are never the same. */
  readonly sameKey: boolean
  /** Equal texts were settled before. */
  readonly settledEqual: boolean
}

interface Candidate<A> {
  readonly entry: Entry<A>
  /** No distance share is below this. */
  readonly bound: number
}

/** The texts of one side. */
export interface TextPool<A extends Subject> {
  readonly entries: readonly Entry<A>[]
  readonly nearest: (text: string, keyed: boolean) => Nearest<A> | undefined
}

/**
 * A pool to search for the texts most alike.
 *
 * Up to 16 texts all are compared. Up to 256, those of which the shared pieces prove that they are too far, or too far
 * behind the best so far, are left out: no pair is missed. Beyond, texts are found by pairs of neighbouring words, the
 * rarest first: a changed word costs two pairs, and a near-identical sentence of words of five letters, rewritten whole,
 * has at most four words in ten changed, so that it keeps one pair in six; only a sentence with a letter or two changed
 * in every second word is missed. Either way few texts are compared with one text; what that leaves undecided is
 * `open`, never guessed, so that the work grows with the number of texts and not with its square.
 */
export function poolTexts<A extends Subject>(
  subjects: readonly A[],
  textOf: (subject: A) => string,
  rules: Rules,
): TextPool<A> {
  const entries = entriesOf(subjects, textOf)
  const search = searchOf(entries)
  const twins = new Map<string, Entry<A>[]>()
  for (const entry of entries) twins.set(entry.text, [...(twins.get(entry.text) ?? []), entry])
  function nearest(text: string, keyed: boolean): Nearest<A> | undefined {
    const found = new Found<A>(text, rules.sameKey)
    const mayMatch = (entry: Entry<A>): boolean => entry.alive && (rules.sameKey || !keyed || !entry.keyed)
    // Equal texts first: once there is one, little else matters.
    if (!rules.settledEqual) { for (const twin of twins.get(text) ?? []) if (mayMatch(twin)) found.compare(twin) }
    return search(text, (entry) => entry.text !== text && mayMatch(entry), found)
  }
  return { entries, nearest }
}

type Search<A> = (text: string, mayMatch: (entry: Entry<A>) => boolean, found: Found<A>) => Nearest<A> | undefined

function searchOf<A>(entries: readonly Entry<A>[]): Search<A> {
  if (entries.length <= fewTexts) {
    return (text, mayMatch, found) => {
      const all = entries.filter(mayMatch).map((entry) => ({ entry, bound: lengthBound(text, entry.text) }))
      return compareInOrder(all, found)
    }
  }
  if (entries.length <= manyTexts) {
    const index = indexOverlaps(entries.map((entry) => entry.text), pieces)
    return (text, mayMatch, found) =>
      compareInOrder(boundedCandidates(index, entries, text, mayMatch, found.shareThatMatters), found)
  }
  const index = indexOverlaps(entries.map((entry) => entry.text), wordPairs)
  return (text, mayMatch, found) => compareMostShared(index, entries, text, mayMatch, found)
}

function entriesOf<A extends Subject>(subjects: readonly A[], textOf: (subject: A) => string): readonly Entry<A>[] {
  const entries = new Map<string, { text: string; keyed: boolean; members: A[]; alive: boolean }>()
  for (const subject of subjects) {
    const text = textOf(subject)
    const keyed = subject.key !== undefined
    const name = `${keyed ? "keyed" : "bare"}\n${text}`
    const entry = entries.get(name)
    if (entry === undefined) entries.set(name, { text, keyed, members: [subject], alive: true })
    else entry.members.push(subject)
  }
  return [...entries.values()].sort((a, b) => compareText(a.text, b.text) || Number(a.keyed) - Number(b.keyed))
}

function lengthBound(one: string, other: string): number {
  return Math.abs(one.length - other.length) / Math.min(one.length, other.length)
}

/** Pieces read beyond those that a text must share, so that the bound is sharp. */
const spare = 8

/** The texts nearer than a share, by the bound of {@link pieces}. */
function boundedCandidates<A>(
  index: OverlapIndex<number>,
  entries: readonly Entry<A>[],
  text: string,
  mayMatch: (entry: Entry<A>) => boolean,
  shareThatMatters: number,
): Candidate<A>[] {
  const own = pieces(text)
  const closest = Math.ceil(text.length * shareThatMatters) - 1
  // A text so near lacks at most two pieces an edit, so that it has one of any 2 × edits + 1; the rarest are read.
  const effort = {
    features: isNear(shareThatMatters) ? 2 * closest + spare : own.length,
    items: Number.POSITIVE_INFINITY,
  }
  const candidates: Candidate<A>[] = []
  index.visit(own, effort, (item, shared, unfollowed) => {
    const edits = Math.ceil((Math.max(own.length, index.size(item)) - shared - unfollowed) / 2)
    if (edits > closest) return
    const entry = entries[item]
    if (entry === undefined || !mayMatch(entry)) return
    candidates.push({ entry, bound: edits / Math.min(text.length, entry.text.length) })
  })
  return candidates
}

/** Compares candidates, nearest bound first, until no bound matters. */
function compareInOrder<A>(candidates: Candidate<A>[], found: Found<A>): Nearest<A> | undefined {
  let compared = 0
  for (const { entry, bound } of candidates.sort((a, b) => a.bound - b.bound)) {
    if (bound >= found.shareThatMatters) break
    if (compared === comparisons.bounded) return found.nearest(true)
    compared++
    found.compare(entry)
  }
  return found.nearest(false)
}

/** The part of its word pairs that a near text still has: one in six. */
const keptPairs = 6

/**
 * Compares the texts that share most word pairs, until they share less than half as many as the best. What was not read,
 * or comes after the last one compared, must share less than the best; otherwise it could be as near.
 */
function compareMostShared<A>(
  index: OverlapIndex<string>,
  entries: readonly Entry<A>[],
  text: string,
  mayMatch: (entry: Entry<A>) => boolean,
  found: Found<A>,
): Nearest<A> | undefined {
  const own = wordPairs(text)
  const ranks: Entry<A>[][] = []
  const effort = { features: own.length, items: postings }
  const unfollowed = index.visit(own, effort, (item, shared, others) => {
    if ((shared + others) * keptPairs < own.length) return
    const rank = ranks[shared] ??= []
    const entry = entries[item]
    // One more than can be compared shows that there are more.
    if (rank.length <= comparisons.ranked && entry !== undefined && mayMatch(entry)) rank.push(entry)
  })
  // Nothing shares more than a text that says the same.
  let [compared, bestShared] = [0, found.isEqual ? own.length : 0]
  for (let shared = ranks.length - 1; shared * 2 >= bestShared && shared > 0; shared--) {
    for (const entry of ranks[shared] ?? []) {
      if (compared === comparisons.ranked) return found.nearest(Math.max(unfollowed, shared) >= bestShared)
      compared++
      if (found.compare(entry)) bestShared = shared
    }
  }
  return found.nearest(unfollowed >= bestShared)
}

/** The best two of the texts compared so far. */
class Found<A> {
  readonly #text: string
  readonly #anyDistance: boolean
  #best: Entry<A> | undefined
  #second: Entry<A> | undefined
  #share: number = Number.POSITIVE_INFINITY
  #secondShare: number = Number.POSITIVE_INFINITY

  constructor(text: string, anyDistance: boolean) {
    this.#text = text
    this.#anyDistance = anyDistance
  }

  /** A text at this share or beyond decides nothing any more. */
  get shareThatMatters(): number {
    return shareThatMatters(this.#share, this.#anyDistance)
  }

  /** Whether a text that says the same was found. */
  get isEqual(): boolean {
    return this.#share === 0
  }

  /** Compares one more; true when it is the best so far. */
  compare(entry: Entry<A>): boolean {
    const share = distanceShare(this.#text, entry.text)
    if (!this.#anyDistance && !isNear(share)) return false
    if (share < this.#share) {
      this.#second = this.#best
      this.#secondShare = this.#share
      this.#best = entry
      this.#share = share
      return true
    }
    if (share < this.#secondShare) {
      this.#second = entry
      this.#secondShare = share
    }
    return false
  }

  nearest(open: boolean): Nearest<A> | undefined {
    const best = this.#best
    if (best === undefined) return undefined
    if (best.members.length > 1) return { best, share: this.#share, second: best, secondShare: this.#share, open }
    return { best, share: this.#share, second: this.#second, secondShare: this.#secondShare, open }
  }
}
