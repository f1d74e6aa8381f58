import { under } from "../corpus/folder_path.ts"
import { slugOf } from "../corpus/slug.ts"
import type { CapturePayload, MemoryKind, MemoryType } from "./capture_payload.ts"

/** The folders of the types that have one of their own; what has none lies where its kind says. */
const typeFolders: { readonly [type in MemoryType]: string | undefined } = {
  "user": undefined,
  "feedback": "feedback",
  "project": "project",
  "reference": "reference",
  "session-recap": "sessions",
}

const kindFolders: { readonly [kind in MemoryKind]: string } = {
  "lesson": "lessons",
  "decision": "decisions",
  "preference": "preferences",
  "warning": "warnings",
  "architectural-rule": "architectural-rules",
}

/** The folders of a tree of memories that hold memories. */
export const memoryFolders: readonly string[] = [
  ...Object.values(typeFolders).filter((folder) => folder !== undefined),
  ...Object.values(kindFolders),
]

/** Whether a memory is a rule of the project's own tier: those lie outside the tree of memories, and in no index. */
export function isRule({ type, kind }: Pick<CapturePayload, "type" | "kind">): boolean {
  return kind === "architectural-rule" && typeFolders[type] === undefined
}

/** Whether the index lists a memory: recaps are found by their folder, rules by theirs. */
export function isListed(payload: Pick<CapturePayload, "type" | "kind">): boolean {
  return payload.type !== "session-recap" && !isRule(payload)
}

/** Where a memory is kept, without its extension; `root` is the folder of the memories. */
export function memoryStem(payload: CapturePayload, root: string, date: string): string {
  const { type, kind, name, scope } = payload
  const slug = slugOf(name) || kind
  if (isRule(payload)) return `.claude/rules/${slugOf(scope[0] ?? "") || "global"}/${slug}`
  const dated = type === "session-recap" && !/^\d{4}-\d{2}-\d{2}-/u.test(slug) ? `${date}-${slug}` : slug
  return under(root, `${typeFolders[type] ?? kindFolders[kind]}/${dated}`)
}
