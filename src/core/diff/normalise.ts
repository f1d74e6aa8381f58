import { nodeOf } from "../schema/locator.ts"

/** A sentence as it is compared: NFC, one space between words, trimmed, lower case. */
export function normaliseText(text: string): string {
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
  const names = new Set([place, node, ...segments, ...(extension > 0 ? [base.slice(0, extension)] : [])])
  // Most sentences name nothing of their place: a plain search is far cheaper than a pattern.
  const found = [...names].filter((name) => name !== "" && sentence.includes(name))
  if (found.length === 0) return sentence
  const longestFirst = found.sort((a, b) => b.length - a.length).map((name) =>
    name.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&")
  )
  return sentence.replace(
    new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}_-])`, "gu"),
    mask,
  )
}
