import { byCodeUnit } from "../../core/code_unit_order.ts"

/** What a text says from the name of a working folder on. */
interface Mention {
  readonly said: string
  readonly file: string
}

const workingFolder = /\.(?:claude|agents|codex|cursor|gemini|opencode|windsurf|pi|ai)\//gu
/** No longer paths are looked for. */
const longest = 200

/** Tells whether a text besides some files has a path into a working folder, however many are asked for. */
export function pathMentions(
  texts: ReadonlyMap<string, string>,
): (path: string, besides: ReadonlySet<string>) => boolean {
  const mentions = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(workingFolder)].map(({ index }): Mention => ({ said: text.slice(index, index + longest), file }))
  ).sort((left, right) => byCodeUnit(left.said, right.said))
  return (path, besides) => {
    const wanted = path.slice(0, longest)
    for (let at = firstFrom(mentions, wanted); at < mentions.length; at++) {
      const mention = mentions[at]
      if (mention === undefined || !mention.said.startsWith(wanted)) return false
      if (!besides.has(mention.file)) return true
    }
    return false
  }
}

/** The position of the first mention that is not before a text. */
function firstFrom(mentions: readonly Mention[], text: string): number {
  let [low, high] = [0, mentions.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (byCodeUnit(mentions[middle]?.said ?? "", text) < 0) low = middle + 1
    else high = middle
  }
  return low
}
