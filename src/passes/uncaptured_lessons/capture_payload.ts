import type { Corpus } from "../../core/corpus/corpus.ts"
import { memoryDescriptionOf, memoryNameOf } from "../../core/capture/memory_words.ts"
import { under } from "../../core/corpus/folder_path.ts"
import type { LearnedItem } from "./learned_items.ts"

const longestName = 60

/**
 * What a capture of a lesson is made of: a memory of kind `lesson`, in the folder of lessons of the
 * memories' home, under a name that is free. Which kind it really is, and when it matters, its reader decides.
 */
export function capturePayload(
  { paths }: Pick<Corpus, "paths">,
  { document, text }: Pick<LearnedItem, "document" | "text">,
  home: string | undefined,
): { readonly [field: string]: unknown } {
  const name = memoryNameOf(text)
  const slug = name.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, longestName)
    .replace(/^-+|-+$/gu, "") || "lesson"
  const scope = scopeOf(document)
  return {
    name,
    description: memoryDescriptionOf(text),
    type: "user",
    kind: "lesson",
    scope,
    relevance: scope[0] === "global" ? ["during-planning"] : [`when-touching-${scope[0] ?? ""}`],
    body: text,
    ...(home === undefined ? {} : { path: freePath(paths, under(home, `lessons/${slug}`)) }),
  }
}

function freePath(paths: Corpus["paths"], stem: string): string {
  let path = `${stem}.md`
  for (let next = 2; paths.lookup(path) !== undefined; next++) path = `${stem}-${next}.md`
  return path
}

/** What the session was about; what says nothing is about everything. */
function scopeOf({ front_matter: front }: LearnedItem["document"]): readonly string[] {
  const given = front._tag === "mapping" ? front.values["scope"] : undefined
  const tags = (Array.isArray(given) ? given : [given]).flatMap((tag: unknown) =>
    typeof tag === "string" && tag.trim() !== "" ? [tag.trim()] : []
  )
  return tags.length === 0 ? ["global"] : tags
}
