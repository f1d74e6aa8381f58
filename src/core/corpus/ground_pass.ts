import type { Evidence, Finding } from "../schema/finding.ts"
import type { PassResult } from "../schema/pass_result.ts"

/**
 * Keeps the findings of a pass whose evidence stands where it says. A finding that quotes what is not there is left out,
 * the pass counts as incomplete, and a warning names it: an ungrounded claim is neither shown nor allowed to close others.
 * Evidence is checked here, once, where findings enter; evidence of a file that was not read cannot be checked and fails.
 */
export function groundPass(
  result: PassResult,
  texts: ReadonlyMap<string, string>,
): { readonly result: PassResult; readonly warnings: readonly string[] } {
  const wrong = new Map<Finding, Evidence>()
  for (const finding of result.findings) {
    const unfounded = finding.evidence?.find((evidence) => !isAt(evidence, texts.get(evidence.path)))
    if (unfounded !== undefined) wrong.set(finding, unfounded)
  }
  if (wrong.size === 0) return { result, warnings: [] }
  return {
    result: { ...result, complete: false, findings: result.findings.filter((finding) => !wrong.has(finding)) },
    warnings: [...wrong].map(([finding, { path, line, quote }]) =>
      `${result.pass}: left out a finding about ${finding.locator}: "${quote}" is not at ${path}:${line}`
    ),
  }
}

function isAt(evidence: Evidence, text: string | undefined): boolean {
  // Every line holds the empty text: quoting nothing grounds nothing.
  if (text === undefined || evidence.quote.trim() === "") return false
  const lines = linesBetween(text, evidence.line, evidence.end_line ?? evidence.line)
  return lines.includes(evidence.quote.trim())
}

/** Lines `first` to `last`, 1-based and inclusive, without splitting the rest of the text. */
function linesBetween(text: string, first: number, last: number): string {
  let start = 0
  for (let line = 1; line < first; line++) {
    const end = text.indexOf("\n", start)
    if (end < 0) return ""
    start = end + 1
  }
  let end = start
  for (let line = first; line <= last; line++) {
    const next = text.indexOf("\n", end)
    if (next < 0) return text.slice(start)
    end = next + 1
  }
  return text.slice(start, end)
}
