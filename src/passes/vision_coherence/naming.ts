import { escapedPattern } from "../../core/escaped_pattern.ts"

/** How a text or a path names something by its slug: as a word, with hyphens, underscores or spaces. */
export function naming(
  slug: string,
): { readonly inText: (text: string) => boolean; readonly inPath: (path: string) => boolean } {
  const words = slug.split(/[-_ ]+/u).map(escapedPattern).join("[-_ ]?")
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}])${words}(?![\p{L}\p{N}])`, "iu")
  return { inText: (text) => word.test(text), inPath: (path) => word.test(path) }
}
