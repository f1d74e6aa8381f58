import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"

/** Whether a line is an entry of a list for one destination and nothing else: taking it out leaves nothing behind. */
export function isEntryFor({ lines, links }: MarkdownDocument, line: number, target: string): boolean {
  const isItem = /^\s*[-*+]\s+\S/u.test(lines[line - 1] ?? "")
  const goesOn = /^\s+(?![-*+]\s)\S/u.test(lines[line] ?? "") || depthOf(lines[line]) > depthOf(lines[line - 1])
  return isItem && !goesOn && links.every((link) => link.line !== line || link.target === target)
}

function depthOf(line = ""): number {
  return line.trim() === "" ? 0 : line.length - line.trimStart().length
}
