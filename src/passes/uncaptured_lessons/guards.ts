import { baseName } from "../../core/corpus/folder_path.ts"
import { findSecrets } from "../../core/redact/find_secrets.ts"
import { excuse, type Guard, wherever } from "../guard/guard.ts"
import { setApart } from "../guard/set_apart.ts"
import type { LearnedItem } from "./learned_items.ts"
import type { BestMemory, Memories } from "./memories.ts"

/** A lesson that no memory says as a whole. */
export interface Lesson {
  readonly item: LearnedItem
  readonly words: ReadonlySet<string>
  readonly memories: Memories
  readonly best: BestMemory | undefined
}

/** From which share of its words on a memory may say the same, and how many words a lesson needs to be compared. */
const [nearly, fewestWords] = [0.4, 5]
const promoted = /\bpromoted\s*(?::|→|->|to\s+[`[])|[[(✓]\s*(?:promoted|captured)\b/iu

const guards: readonly Guard<Lesson>[] = [
  wherever(({ item }) => setApart(item.document.path)),
  {
    why: "secret: it holds one, and what holds one is not captured; take it out of the notes first",
    fires: ({ item }) => findSecrets(item.raw).length > 0,
  },
  { why: "promoted: the notes say that it was captured", fires: ({ item }) => promoted.test(item.raw) },
  {
    why: ({ item, memories }) => `named: it refers to ${namedMemory(item, memories) ?? ""}`,
    fires: ({ item, memories }) => namedMemory(item, memories) !== undefined,
  },
  { why: "short: it has too few words to be compared", fires: ({ words }) => words.size < fewestWords },
  {
    why: ({ best }) => `nearly: ${best?.path ?? ""} may say the same in other words`,
    fires: ({ best }) => best !== undefined && best.score >= nearly,
  },
]

/** Why a lesson that no memory says as a whole is fine; `undefined`: it is lost. */
export function excuseLesson(lesson: Lesson): string | undefined {
  return excuse(guards, lesson)
}

/** The memory whose path, or the end of it, a text names. */
function namedMemory({ raw }: LearnedItem, { paths }: Memories): string | undefined {
  const named = raw.match(/(?<![\w./-])[\w./-]+\.md\b/gu) ?? []
  if (named.length === 0) return undefined
  const ends = named.map((path) => path.replace(/^(?:\.{1,2}\/)+|^\//u, ""))
  return [...paths].find((path) =>
    ends.some((end) => path === end || path.endsWith(`/${end}`)) &&
    !/^(?:README|MEMORY|SKILL)\.md$/u.test(baseName(path))
  )
}
