import type { Corpus } from "../../core/corpus/corpus.ts"
import { folderOf, under } from "../../core/corpus/folder_path.ts"
import type { LearnedItem } from "./learned_items.ts"

const [mostNameWords, longestDescription, longestName] = [7, 150, 60]

/**
 * What a capture of a lesson is made of: a memory of kind `lesson`, in the folder of lessons beside the sessions, under a
 * name that is free. Which kind it really is, and when it matters, its reader decides.
 */
export function capturePayload(
  { config, paths }: Pick<Corpus, "config" | "paths">,
  { document, text }: LearnedItem,
): { readonly [field: string]: unknown } {
  const root = config.memory?.root ?? folderOf(folderOf(document.path))
  const name = text.split(/\s+/u).slice(0, mostNameWords).join(" ").replace(/[\s.,:;!?—–-]+$/u, "")
  const slug = name.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, longestName)
    .replace(/^-+|-+$/gu, "") || "lesson"
  const scope = scopeOf(document)
  const place = (suffix: string): string => under(root, `lessons/${slug}${suffix}.md`)
  let path = place("")
  for (let next = 2; paths.lookup(path) !== undefined; next++) path = place(`-${next}`)
  return {
    name,
    description: text.length <= longestDescription
      ? text
      : `${text.slice(0, longestDescription).replace(/\s\S*$/u, "")}…`,
    type: "user",
    kind: "lesson",
    scope,
    relevance: scope[0] === "global" ? ["during-planning"] : [`when-touching-${scope[0] ?? ""}`],
    body: text,
    path,
  }
}

/** What the session was about; what says nothing is about everything. */
function scopeOf({ front_matter: front }: LearnedItem["document"]): readonly string[] {
  const given = front._tag === "mapping" ? front.values["scope"] : undefined
  const tags = (Array.isArray(given) ? given : [given]).flatMap((tag: unknown) =>
    typeof tag === "string" && tag.trim() !== "" ? [tag.trim()] : []
  )
  return tags.length === 0 ? ["global"] : tags
}
