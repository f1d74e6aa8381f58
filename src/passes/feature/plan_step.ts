import { corpusPath } from "../../core/corpus/corpus_path.ts"
import { joinPath } from "../../core/corpus/folder_path.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionsOf } from "../../core/markdown/section.ts"

/** A step of a plan. */
export interface PlanStep {
  readonly number: number
  readonly goal: string
  /** 1-based, of its heading. */
  readonly line: number
  /** Paths from the root; one that ends in `/` or holds `*` stands for many. */
  readonly files: readonly string[]
  /** 1-based; of the heading when no line names files. */
  readonly files_line: number
  /** The numbers of the criteria that it serves; absent: it says none. */
  readonly serves?: readonly number[]
  readonly serves_line: number
  /** How it is checked; absent: it does not say. */
  readonly verification?: string
}

/** `## Step 2: Write the reader` and its list `- Files: …`, `- Outcome: …`, `- Serves criteria: [1, 3]`. */
export function planSteps(document: MarkdownDocument): readonly PlanStep[] {
  const items = document.blocks.lists.flatMap((list) => list.items)
  return sectionsOf(document).flatMap((section): readonly PlanStep[] => {
    const title = /^Step\s+(\d+)\b\s*[:.)–—-]*\s*(.*)$/isu.exec(section.heading.text)
    if (title === null) return []
    const own = items.filter(({ line }) => line > section.line && line <= section.end_line)
      .sort((left, right) => left.line - right.line)
    const fields = fieldsOf(own)
    const files = fields.get("files")
    const serves = fields.get("serves criteria") ?? fields.get("serves")
    const verification = fields.get("verification")?.text.trim()
    return [{
      number: Number(title[1]),
      goal: (title[2] ?? "").trim(),
      line: section.line,
      files: pathsIn(files?.text ?? ""),
      files_line: files?.line ?? section.line,
      ...(serves === undefined ? {} : { serves: [...serves.text.matchAll(/\d+/gu)].map(([digits]) => Number(digits)) }),
      serves_line: serves?.line ?? section.line,
      ...(verification === undefined || verification === "" ? {} : { verification }),
    }]
  })
}

interface Field {
  readonly text: string
  readonly line: number
}

/** Labelled items; what follows one without a label belongs to it. */
function fieldsOf(items: readonly Field[]): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  let label: string | undefined
  for (const { text, line } of items) {
    const labelled = /^[*_]*([A-Z][A-Za-z -]{2,30}?)[*_]*:[*_]*\s*(.*)$/su.exec(text)
    if (labelled !== null) {
      label = labelled[1]?.trim().toLowerCase()
      if (label !== undefined && !fields.has(label)) fields.set(label, { text: labelled[2] ?? "", line })
      continue
    }
    const known = label === undefined ? undefined : fields.get(label)
    if (label !== undefined && known !== undefined) {
      fields.set(label, { text: `${known.text}\n${text}`, line: known.line })
    }
  }
  return fields
}

/** The paths of a line: in code, else the words that look like paths. */
function pathsIn(text: string): readonly string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, span = ""]) => span)
  const words = spans.length > 0 ? spans : text.replace(/\([^()]*\)/gu, " ").split(/[\s,;]+/u)
  return [
    ...new Set(words.flatMap((word): readonly string[] => {
      const bare = word.replace(/^["']|(?<!["'.])["'.]+$/gu, "").replace(/:\d+(?:-\d+)?$/u, "")
      if (!/[/.]/u.test(bare) || /[<>{}$\s]|^\.+$|^[a-z]+:\/\//u.test(bare)) return []
      const path = joinPath("", bare)
      return path === undefined || path === "" ? [] : [corpusPath(bare.endsWith("/") ? `${path}/` : path)]
    })),
  ]
}
