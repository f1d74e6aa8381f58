import { nodeOf } from "../schema/locator.ts"

/** Anything but single spaces between printable ASCII: most sentences need nothing but lower case. */
const needsWork = /[^ -~]| {2}|^ | $/u

/** A sentence as it is compared: NFC, one space between words, trimmed, lower case. */
export function normaliseText(text: string): string {
  if (!needsWork.test(text)) return text.toLowerCase()
  return text.normalize("NFC").replace(/\s+/gu, " ").trim().toLowerCase()
}

/** What a masked name becomes: one character that no `Line` may hold, so that it cannot collide with text. */
const mask = "\u0000"

/**
 * The sentence without the names of the place that it is about, so that it reads the same once the place was renamed:
 * the locator, its node, every segment of the path, and the base name without its extension.
 * Only whole names are masked: the segment `agent` does not touch `agents` or `new-agent`.
 */
export function maskPlace(text: string, locator: string): string {
  const sentence = normaliseText(text)
  const place = normaliseText(locator)
  const node = nodeOf(place)
  const segments = node.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..")
  const base = segments.at(-1) ?? ""
  const extension = base.lastIndexOf(".")
  const names = [place, node, ...segments, ...(extension > 0 ? [base.slice(0, extension)] : [])]
  const said = names.filter((name) => name !== "" && sentence.includes(name))
  return said.sort((a, b) => b.length - a.length).reduce(maskName, sentence)
}

const partOfName = /[\p{L}\p{N}_-]/u

/** Masks a name where it stands alone. A search and two looks: a pattern for each place costs many times that. */
function maskName(sentence: string, name: string): string {
  let [masked, from] = ["", 0]
  for (let at = sentence.indexOf(name); at !== -1; at = sentence.indexOf(name, at + 1)) {
    const end = at + name.length
    if (at < from || partOfName.test(sentence.charAt(at - 1)) || partOfName.test(sentence.charAt(end))) continue
    masked += sentence.slice(from, at) + mask
    from = end
  }
  return from === 0 ? sentence : masked + sentence.slice(from)
}
