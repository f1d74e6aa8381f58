import type { Corpus } from "../../core/corpus/corpus.ts"
import { matchesGlobs } from "../../core/corpus/path_globs.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type Section, sectionAt, sectionsOf } from "../../core/markdown/section.ts"

/** Where a repository says how its modules hang together. */
export const architecturePath = ".claude/architecture.md"

/** A line of the section "Boundaries": what some files must not import. */
export interface Boundary {
  /** As written, for messages: `/src/ui/`. */
  readonly from: string
  readonly to: string
  /** 1-based. */
  readonly line: number
  readonly holds: (path: string) => boolean
  readonly forbids: (path: string) => boolean
}

/** What the architecture file says. */
export interface Architecture {
  readonly document: MarkdownDocument
  readonly boundaries: readonly Boundary[]
  /** The folders of the section "Module map"; none: it has no such section. */
  readonly modules: readonly string[]
}

/** The architecture file of a corpus; `undefined`: there is none. */
export function architectureOf(corpus: Corpus): Architecture | undefined {
  const document = corpus.documents.find(({ path }) => path === architecturePath)
  if (document === undefined) return undefined
  const sections = sectionsOf(document)
  const items = document.blocks.lists.flatMap((list) => list.items)
  const itemsIn = (title: RegExp) => items.filter(({ line }) => isIn(sections, line, title))
  return {
    document,
    boundaries: itemsIn(/^boundaries\b/iu).flatMap(({ text, line }) => boundariesOf(text, line)),
    modules: itemsIn(/^module map\b/iu).flatMap(({ text }) => spansOf(text).slice(0, 1)).map(plain),
  }
}

function isIn(sections: readonly Section[], line: number, title: RegExp): boolean {
  const heading = sectionAt(sections, line)?.heading
  return heading !== undefined && title.test(heading.text)
}

/** `` `/a/` → must not import from `/b/` ``, with several folders on each side, or "anything outside `/b/`". */
function boundariesOf(text: string, line: number): readonly Boundary[] {
  const rule = /^(.*?)(?:→|->|=>|:|—)?\s*must (?:not|never) import\b(.*)$/isu.exec(text)
  if (rule === null) return []
  const [, left = "", right = ""] = rule
  const forbidden = right.replace(/\([^()]*\)/gu, "")
  const isOutside = /\b(?:anything|everything) (?:outside|except|but|other than)\b/iu.test(forbidden)
  const targets = spansOf(forbidden)
  return spansOf(left).flatMap((from): readonly Boundary[] => {
    const holds = inFolder(from)
    if (isOutside) {
      const allowed = targets.map(inFolder)
      return targets.length === 0 ? [] : [{
        from,
        to: `anything outside ${targets.join(", ")}`,
        line,
        holds,
        forbids: (path) => !allowed.some((isAllowed) => isAllowed(path)) && !holds(path),
      }]
    }
    return targets.map((to) => {
      const forbids = inFolder(to)
      return { from, to, line, holds, forbids: (path) => forbids(path) && !holds(path) }
    })
  })
}

function spansOf(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/gu)].map(([, span = ""]) => span.trim()).filter((span) => span !== "")
}

function plain(folder: string): string {
  return folder.replace(/^(?:\.?\/)+/u, "").replace(/\/+$/u, "")
}

function inFolder(folder: string): (path: string) => boolean {
  return matchesGlobs([plain(folder) || "."])
}
