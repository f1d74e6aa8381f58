const longest = 60

/** A text as a part of a file name: lower case, one hyphen between words, cut between words when it is long. */
export function slugOf(text: string): string {
  const slug = text.normalize("NFC").toLowerCase().replace(/['’]/gu, "").replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/gu, "")
  if (slug.length <= longest) return slug
  const cut = slug.slice(0, longest + 1).replace(/-[^-]*$/u, "")
  return cut.length <= longest ? cut : [...slug].slice(0, longest / 2).join("")
}
