import { folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import { readTarget } from "../../core/markdown/link_target.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"

const bows =
  /\bauthorit|\bcanonical|\bsource of (?:truth|record)|\bsingle source|\bdefined (?:in|by)\b|\brule-of-record|\bowns?\b|\bcompanion to\b|\bmatch(?:es|ing)\b|\bas (?:given|listed|specified) in\b/iu

/** The files that a file names, and those among them that it calls the authority. */
export interface NamedFiles {
  readonly named: ReadonlySet<string>
  readonly authorities: ReadonlySet<string>
}

const known = new WeakMap<MarkdownDocument, NamedFiles>()

/** Which files a file names by links. */
export function namedFiles(document: MarkdownDocument): NamedFiles {
  const before = known.get(document)
  if (before !== undefined) return before
  const named = new Set<string>()
  const authorities = new Set<string>()
  for (const { target, line } of document.links) {
    const path = readTarget(target)?.path ?? ""
    const to = path === "" ? undefined : joinPath(folderOf(document.path), path)
    if (to === undefined || to === document.path) continue
    named.add(to)
    if (bows.test(document.lines[line - 1] ?? "")) authorities.add(to)
  }
  const result = { named, authorities }
  known.set(document, result)
  return result
}
