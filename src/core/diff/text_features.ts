let scratch = new Float64Array(256)

/**
 * The two-character pieces of a text, a start mark in front, as numbers; a piece that comes again counts anew.
 * One edit changes at most two of them, so that two texts of which the longer has n pieces and which share s are at
 * least (n - s) / 2 edits apart: an exact bound. The result is overwritten by the next call: there are tens of thousands
 * of texts, and each is read at once.
 */
export function pieces(text: string): ArrayLike<number> {
  if (text.length > scratch.length) scratch = new Float64Array(text.length * 2)
  const found = scratch.subarray(0, text.length)
  let before = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    found[index] = before < 128 && unit < 128 ? before * 128 + unit : 2 ** 31 + before * 65_536 + unit
    before = unit
  }
  found.sort()
  let [last, again] = [-1, 0]
  for (let index = 0; index < found.length; index++) {
    const piece = found[index] ?? 0
    again = piece === last ? again + 1 : 0
    last = piece
    // Small numbers stay small: they are what most texts consist of, and the cheapest to look up.
    if (again > 0) found[index] = piece + again * (piece < 2 ** 31 ? 2 ** 14 : 2 ** 33)
  }
  return found
}

/** The longest word that counts as one; longer ones, as in scripts without spaces, are cut into overlapping parts. */
const longestWord = 16

/** The neighbouring words of a text, a start mark in front; a pair that comes again counts anew. */
export function wordPairs(text: string): readonly string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "").flatMap(cut)
  const seen = new Map<string, number>()
  return words.map((word, index) => {
    const pair = `${words[index - 1] ?? ""} ${word}`
    const count = (seen.get(pair) ?? 0) + 1
    seen.set(pair, count)
    return count === 1 ? pair : `${pair}\n${count}`
  })
}

function cut(word: string): readonly string[] {
  if (word.length <= longestWord) return [word]
  return Array.from({ length: word.length - 3 }, (_, index) => word.slice(index, index + 4))
}
