import { closest, distance } from "fastest-levenshtein"

/** A word of which more than this share is wrong is no slip of the fingers. */
const slip = 0.34
/** A shorter beginning says too little. */
const fewest = 4

/**
 * The names that somebody may have meant by a word that is none: those that begin with it, else the nearest if it is near,
 * else those with its first part. None: whatever is nearest, it is a guess.
 */
export function meantNames(named: string, names: readonly string[]): readonly string[] {
  const word = named.toLowerCase()
  const begun = word === "" ? [] : names.filter((name) => name.startsWith(word))
  if (begun.length > 0 || names.length === 0) return begun
  const nearest = closest(word, [...names])
  if (distance(word, nearest) <= slip * word.length) return [nearest]
  const [first = ""] = word.split(/[-_]/u)
  return names.filter((name) => {
    const [part = ""] = name.split(/[-_]/u)
    return part === first || part.length >= fewest && first.startsWith(part)
  })
}
