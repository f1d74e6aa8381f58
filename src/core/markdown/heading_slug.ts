const dropped = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/**
 * The anchor of a heading by GitHub's rule: lower case; letters, marks, digits, `_`, `-` kept, spaces as `-`, all else gone.
 *
 * @example
 * ```ts
 * import { headingSlug } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(headingSlug("What's new & shiny?"), "whats-new--shiny")
 * ```
 */
export function headingSlug(text: string): string {
  return text.toLowerCase().replace(dropped, "").replaceAll(" ", "-")
}

/** Gives out slugs of one file: the second equal one gets `-1`, the third `-2`. */
export function uniqueSlugs(): (slug: string) => string {
  const counts = new Map<string, number>()
  return (slug) => {
    let unique = slug
    while (counts.has(unique)) {
      const count = (counts.get(slug) ?? 0) + 1
      counts.set(slug, count)
      unique = `${slug}-${count}`
    }
    counts.set(unique, 0)
    return unique
  }
}
