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
  const split = new Map<string, readonly string[]>()
  const lines = (path: string): readonly string[] | undefined => {
    const text = texts.get(path)
    if (text === undefined) return undefined
    const known = split.get(path) ?? linesOf(text)
    split.set(path, known)
    return known
  }
  const wrong = new Map<Finding, Evidence>()
  for (const finding of result.findings) {
    const unfounded = finding.evidence?.find((evidence) => !isAt(evidence, lines(evidence.path)))
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

function isAt({ line, end_line = line, quote }: Evidence, lines: readonly string[] | undefined): boolean {
  // Every line holds the empty text: quoting nothing grounds nothing.
  if (lines === undefined || quote.trim() === "") return false
  return lines.slice(line - 1, end_line).join("\n").includes(quote.trim())
}

/** The lines of a text as Markdown counts them: a carriage return alone ends one, too. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/u)
}
