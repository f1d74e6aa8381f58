import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { LineRange, ListItem } from "../../core/markdown/markdown_blocks.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { namedParts } from "../prose/named_parts.ts"

/** A decision that says by what it will be judged. */
export interface Judged {
  readonly node: DecisionNode
  /** The text that says so: the decision's own, or the page beside it. */
  readonly document: MarkdownDocument
  /** Where its criteria stand. */
  readonly criteria: readonly LineRange[]
  /** Criteria with a box. */
  readonly boxes: readonly (ListItem & { readonly task: "open" | "done" })[]
}

const criteriaName =
  /^(?:[\d.]+[.)]?\s+)?(?:definition of done|done when|acceptance|(?:done|acceptance|verification|success|exit|completion)[- ](?:criteri(?:a|on)|checklist))\b|^(?:[\d.]+[.)]?\s+)?(?:done|verification)\s*$/iu

/** What a document says it will be judged by; `undefined` when it says nothing of it. */
export function judgedBy(node: DecisionNode, document: MarkdownDocument): Judged | undefined {
  const criteria = [...namedParts(document, (name) => criteriaName.test(name)), ...inFrontMatter(document)]
  if (criteria.length === 0) return undefined
  const boxes = document.blocks.lists.filter(({ quoted }) => !quoted).flatMap(({ items }) => items).flatMap((item) => {
    const { task } = item
    return task !== undefined && criteria.some((part) => part.line <= item.line && item.line <= part.end_line)
      ? [{ ...item, task }]
      : []
  })
  return { node, document, criteria, boxes: boxes.sort((one, two) => one.line - two.line) }
}

/** The lines of `done_criteria`, up to the next key. */
function inFrontMatter({ front_matter: front }: MarkdownDocument): readonly LineRange[] {
  const line = front._tag === "mapping" ? front.lines["done_criteria"] : undefined
  if (front._tag !== "mapping" || line === undefined) return []
  const next = Object.values(front.lines).filter((other) => other > line)
  return [{ line, end_line: Math.min(front.end_line, ...next) - 1 }]
}
