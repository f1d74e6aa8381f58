import { byCodeUnit } from "../../core/code_unit_order.ts"

/** Two sets by their positions, the first before the second, and how alike they are: 0 to 1. */
export interface SimilarPair {
  readonly left: number
  readonly right: number
  readonly score: number
}

/** The pairs that are alike enough, and how much had to be looked at to know it. */
export interface SimilarPairs {
  readonly pairs: readonly SimilarPair[]
  /** How many pairs share one of their rarest tokens. */
  readonly met: number
  /** How many of these had to be compared. */
  readonly compared: number
}

/** Sums of floating point numbers differ by their order. */
const rounding = 1e-9

/** All pairs of many sets that are alike would be too many to look at, for people, too. */
const mostTold = 40

/** A set as sorted tokens, rarest first, and what bounds its likeness to others. */
interface Vector {
  readonly position: number
  readonly tokens: readonly number[]
  readonly norm: number
  /** How many of its rarest tokens a set must share one of to be alike enough. */
  readonly prefix: number
  /** The norm of its tokens from each one on; 0 behind the last. */
  readonly norms: readonly number[]
}

/**
 * The pairs of token sets whose cosine, with tokens weighted by how rare they are, reaches a threshold. Exact, without
 * comparing all pairs: what stands behind a set's prefix cannot reach the threshold by itself (Cauchy–Schwarz), so a pair
 * that does shares a token of both prefixes; an index of the prefixes finds it, and the same bound drops most of the rest.
 * Equal sets are compared to others once: the first stands for them, and each of the others is a pair with it. Where very
 * many are alike, each is told with those before it that it is most like.
 */
export function similarPairs(sets: readonly ReadonlySet<string>[], threshold: number): SimilarPairs {
  const least = Math.max(threshold, rounding) - rounding
  const { vectors, weights, equal } = vectorsOf(sets, least)
  const pairs: SimilarPair[] = [...equal]
  const postings = new Map<number, number[]>()
  const shared = new Float64Array(vectors.length)
  let [allMet, compared] = [0, 0]
  for (const [index, vector] of vectors.entries()) {
    const met: number[] = []
    for (const token of vector.tokens.slice(0, vector.prefix)) {
      const weight = (weights[token] ?? 0) ** 2
      const holders = postings.get(token)
      for (const other of holders ?? []) {
        if (shared[other] === 0) met.push(other)
        shared[other] = (shared[other] ?? 0) + weight
      }
      if (holders === undefined) postings.set(token, [index])
      else holders.push(index)
    }
    allMet += met.length
    const found: SimilarPair[] = []
    for (const place of met) {
      const other = vectors[place]
      const sum = shared[place] ?? 0
      shared[place] = 0
      if (other === undefined || sum + restOf(vector, other) < least * vector.norm * other.norm) continue
      compared++
      const score = product(vector.tokens, other.tokens, weights) / (vector.norm * other.norm)
      if (score >= least) found.push({ left: other.position, right: vector.position, score: Math.min(1, score) })
    }
    if (found.length > mostTold) found.sort((one, two) => two.score - one.score || one.left - two.left)
    pairs.push(...found.slice(0, mostTold))
  }
  return { pairs: pairs.sort((one, two) => one.left - two.left || one.right - two.right), met: allMet, compared }
}

/** The most that the tokens can add which are not in both prefixes: all of them stand behind the one that ends first. */
function restOf(one: Vector, two: Vector): number {
  const [oneEnd, twoEnd] = [one.tokens[one.prefix], two.tokens[two.prefix]]
  const end = Math.min(oneEnd ?? Infinity, twoEnd ?? Infinity)
  return normFrom(one, end) * normFrom(two, end)
}

/** The norm of the tokens that are as common as this one, or more. */
function normFrom({ tokens, norms }: Vector, token: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle] ?? 0) < token) low = middle + 1
    else high = middle
  }
  return norms[low] ?? 0
}

interface Vectors {
  readonly vectors: readonly Vector[]
  readonly weights: readonly number[]
  readonly equal: readonly SimilarPair[]
}

function vectorsOf(sets: readonly ReadonlySet<string>[], least: number): Vectors {
  const frequencies = new Map<string, number>()
  for (const set of sets) for (const token of set) frequencies.set(token, (frequencies.get(token) ?? 0) + 1)
  const rarestFirst = [...frequencies].sort((one, two) => one[1] - two[1] || byCodeUnit(one[0], two[0]))
  const ranks = new Map(rarestFirst.map(([token], rank) => [token, rank]))
  // What every set has still weighs something: in a small corpus that is all there is.
  const weights = rarestFirst.map(([, frequency]) => Math.log(1 + sets.length / frequency))
  const firsts = new Map<string, number>()
  const vectors: Vector[] = []
  const equal: SimilarPair[] = []
  for (const [position, set] of sets.entries()) {
    if (set.size === 0) continue
    const tokens = [...set].map((token) => ranks.get(token) ?? 0).sort((one, two) => one - two)
    const name = tokens.join()
    const first = firsts.get(name)
    if (first === undefined) {
      firsts.set(name, position)
      vectors.push({ position, tokens, ...boundsOf(tokens, weights, least) })
    } else equal.push({ left: first, right: position, score: 1 })
  }
  return { vectors, weights, equal }
}

/** The norms, and the shortest prefix behind which too little is left to reach the threshold. */
function boundsOf(
  tokens: readonly number[],
  weights: readonly number[],
  least: number,
): Pick<Vector, "norm" | "prefix" | "norms"> {
  const norms: number[] = [0]
  let sum = 0
  for (const token of [...tokens].reverse()) {
    sum += (weights[token] ?? 0) ** 2
    norms.push(Math.sqrt(sum))
  }
  norms.reverse()
  const norm = Math.sqrt(sum)
  const prefix = norms.findIndex((rest) => rest < least * norm)
  return { norm, prefix, norms }
}

/** The inner product of two sorted token lists. */
function product(left: readonly number[], right: readonly number[], weights: readonly number[]): number {
  let [sum, one, two] = [0, 0, 0]
  while (one < left.length && two < right.length) {
    const [token, other] = [left[one] ?? 0, right[two] ?? 0]
    if (token === other) sum += (weights[token] ?? 0) ** 2
    if (token <= other) one++
    if (other <= token) two++
  }
  return sum
}
