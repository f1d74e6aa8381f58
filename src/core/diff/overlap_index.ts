/** An item that shares features with a query. */
export interface Overlap {
  readonly item: number
  readonly shared: number
}

/** The items that share features with a query, in no order, and how many features were too common to follow. */
export interface Overlaps {
  readonly items: readonly Overlap[]
  readonly unfollowed: number
}

/** An inverted index: from a feature to the items that have it. */
export interface OverlapIndex {
  /** How many features an item has. */
  readonly size: (item: number) => number
  /**
   * The items that share a feature with a text; rare features are followed first. Of the feature that exceeds `budget`
   * the first items are read, and the features after it are not followed.
   */
  readonly overlaps: (features: readonly string[], budget: number) => Overlaps
}

/** Indexes items, given as their features; no feature may occur twice in an item. */
export function indexOverlaps(items: readonly (readonly string[])[]): OverlapIndex {
  const postings = new Map<string, number[]>()
  items.forEach((features, item) => {
    for (const feature of features) {
      const posting = postings.get(feature)
      if (posting === undefined) postings.set(feature, [item])
      else posting.push(item)
    }
  })
  const shared = new Uint32Array(items.length)
  function overlaps(features: readonly string[], budget: number): Overlaps {
    const lists = features.map((feature) => postings.get(feature)).filter((list) => list !== undefined)
    lists.sort((a, b) => a.length - b.length)
    const touched: number[] = []
    let [left, followed] = [budget, 0]
    for (const list of lists) {
      if (left <= 0) break
      const whole = list.length <= left
      if (whole) followed++
      const part = whole ? list : list.slice(0, left)
      left = whole ? left - list.length : 0
      for (const item of part) {
        const count = shared[item] ?? 0
        if (count === 0) touched.push(item)
        shared[item] = count + 1
      }
    }
    const found = touched.map((item) => ({ item, shared: shared[item] ?? 0 }))
    for (const item of touched) shared[item] = 0
    return { items: found, unfollowed: lists.length - followed }
  }
  return { size: (item) => items[item]?.length ?? 0, overlaps }
}

/**
 * The two-character pieces of a text, a start mark in front; a piece that comes again counts anew.
 * One edit changes at most two of them, so that two texts of which the longer has n pieces and which share s are at
 * least (n - s) / 2 edits apart: an exact bound.
 */
export function pieces(text: string): readonly string[] {
  return numbered(
    Array.from({ length: text.length }, (_, index) => index === 0 ? `\n${text[0]}` : text.slice(index - 1, index + 1)),
  )
}

/** Longest word that counts as one; longer ones, as in scripts without spaces, are cut into overlapping parts. */
const longestWord = 16

/** The neighbouring words of a text, a start mark in front. */
export function wordPairs(text: string): readonly string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "").flatMap(cut)
  return numbered(words.map((word, index) => `${words[index - 1] ?? ""} ${word}`))
}

function cut(word: string): readonly string[] {
  if (word.length <= longestWord) return [word]
  return Array.from({ length: word.length - 3 }, (_, index) => word.slice(index, index + 4))
}

function numbered(features: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return features.map((feature) => {
    const count = (seen.get(feature) ?? 0) + 1
    seen.set(feature, count)
    return count === 1 ? feature : `${feature}\n${count}`
  })
}
