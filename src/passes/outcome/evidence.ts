import { corpusPath } from "../../core/corpus/corpus_path.ts"
import type { Evidence } from "../../core/schema/finding.ts"

/** As much of a subject or a line as a reader needs. */
const maxShown = 200
/** How much of a long line is quoted before the subject. */
const maxBefore = 60
const maxEvidence = 20

/** A subject as a message or a key has it, on one line; a text longer than anybody reads is cut. */
export function shown(text: string): string {
  const line = corpusPath(text)
  return line.length <= maxShown ? line : `${cut(line, 0, maxShown)}…`
}

/**
 * Lines of a file as evidence, ascending, each once; the first ones when there are many. Of a long line the part with the
 * subject is quoted. Blank lines show nothing and are left out.
 */
export function evidenceOf(
  file: { readonly path: string; readonly lines: readonly string[] },
  lines: Iterable<number>,
  subject = "",
): readonly Evidence[] {
  return [...new Set(lines)].sort((left, right) => left - right).flatMap((line): readonly Evidence[] => {
    const text = (file.lines[line - 1] ?? "").trim()
    const at = Math.max(0, text.indexOf(subject))
    const start = text.length <= maxShown || at + subject.length <= maxShown ? 0 : Math.max(0, at - maxBefore)
    const quote = cut(text, start, start + maxShown).trim()
    return quote === "" ? [] : [{ path: file.path, line, quote }]
  }).slice(0, maxEvidence)
}

/** The first line of a file that holds something, for what is true of the file as a whole. */
export function firstEvidence(file: { readonly path: string; readonly lines: readonly string[] }): readonly Evidence[] {
  const line = file.lines.findIndex((text) => text.trim() !== "") + 1
  return line === 0 ? [] : evidenceOf(file, [line])
}

/** A part of a text that splits no character. */
function cut(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/gu, "")
}
