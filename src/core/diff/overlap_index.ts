/** How much of an index one search reads. */
export interface Effort {
  readonly features: number
  readonly items: number
}

/** Takes an item, and how many of the followed and of the other features it shares: at most `unfollowed` of the latter. */
export type Found = (item: number, shared: number, unfollowed: number) => void

/** An inverted index: from a feature to the items that have it. */
export interface OverlapIndex<F> {
  /** How many features an item has. */
  readonly size: (item: number) => number
  /**
   * Visits, in no order, the items that share features, with the number of the followed ones that they share. Rare features
   * are followed first; of the feature that exceeds the effort the first items are read, and none of the features after it.
   * Returns how many features were not, or not to the end, followed.
   */
  readonly visit: (features: ArrayLike<F>, effort: Effort, found: Found) => number
}

/** Indexes texts by their features; no feature may occur twice in a text. */
export function indexOverlaps<F>(
  texts: readonly string[],
  featuresOf: (text: string) => ArrayLike<F>,
): OverlapIndex<F> {
  const postings = new Map<F, number[]>()
  const sizes = texts.map((text, item) => {
    const features = featuresOf(text)
    for (let index = 0; index < features.length; index++) {
      const feature = features[index]
      if (feature === undefined) continue
      const posting = postings.get(feature)
      if (posting === undefined) postings.set(feature, [item])
      else posting.push(item)
    }
    return features.length
  })
  const shared = new Uint32Array(texts.length)
  function visit(features: ArrayLike<F>, effort: Effort, found: Found): number {
    const lists = shortestFirst(postings, features)
    // A feature that no item has is the rarest, and followed.
    const follow = Math.min(lists.length, effort.features - (features.length - lists.length))
    const touched: number[] = []
    let [left, followed] = [effort.items, 0]
    for (let rank = 0; rank < follow && left > 0; rank++) {
      const list = lists[rank] ?? []
      const end = Math.min(list.length, left)
      left -= end
      if (end === list.length) followed++
      for (let index = 0; index < end; index++) {
        const item = list[index] ?? 0
        const count = shared[item] ?? 0
        if (count === 0) touched.push(item)
        shared[item] = count + 1
      }
    }
    const unfollowed = lists.length - followed
    for (const item of touched) {
      const count = shared[item] ?? 0
      shared[item] = 0
      found(item, count, unfollowed)
    }
    return unfollowed
  }
  return { size: (item) => sizes[item] ?? 0, visit }
}

/** More than any text has features. */
const mostFeatures = 2 ** 24

/** The items of each feature that has some. Numbers that hold length and place are sorted many times faster than lists. */
function shortestFirst<F>(
  postings: ReadonlyMap<F, readonly number[]>,
  features: ArrayLike<F>,
): readonly (readonly number[])[] {
  const lists: (readonly number[])[] = []
  const order = new Float64Array(features.length)
  for (let index = 0; index < features.length; index++) {
    const feature = features[index]
    const list = feature === undefined ? undefined : postings.get(feature)
    if (list === undefined) continue
    order[lists.length] = list.length * mostFeatures + lists.length
    lists.push(list)
  }
  const sorted: (readonly number[])[] = []
  for (const place of order.subarray(0, lists.length).sort()) sorted.push(lists[place % mostFeatures] ?? [])
  return sorted
}
