import type { Evidence, Finding } from "../schema/finding.ts"
import type { PassResult } from "../schema/pass_result.ts"
import { linesOf } from "../text_lines.ts"

const longestShown = 200

/**
 * Keeps the findings of a pass whose evidence stands where it says. A finding that quotes what is not there is left out,
 * the pass counts as incomplete, and a warning names it: an ungrounded claim is neither shown nor allowed to close others.
 * Evidence is checked here, once, where findings enter; evidence of a file that was not read cannot be checked and fails.
 * `shownAs` gives the text that whoever quotes a file may have in its stead.
 */
export function groundPass(
  result: PassResult,
  texts: ReadonlyMap<string, string>,
  shownAs?: (text: string) => string,
): { readonly result: PassResult; readonly warnings: readonly string[] } {
  const asRead = linesOfFiles((path) => texts.get(path))
  const asShown = shownAs === undefined ? asRead : linesOfFiles((path) => {
    const text = texts.get(path)
    return text === undefined ? undefined : shownAs(text)
  })
  const isFounded = (evidence: Evidence): boolean =>
    isAt(evidence, asRead(evidence.path)) || shownAs !== undefined && isAt(evidence, asShown(evidence.path))
  const wrong = new Map<Finding, Evidence>()
  for (const finding of result.findings) {
    const unfounded = finding.evidence?.find((evidence) => !isFounded(evidence))
    if (unfounded !== undefined) wrong.set(finding, unfounded)
  }
  if (wrong.size === 0) return { result, warnings: [] }
  return {
    result: { ...result, complete: false, findings: result.findings.filter((finding) => !wrong.has(finding)) },
    warnings: [...wrong].map(([finding, { path, line, quote }]) =>
      `${result.pass}: left out a finding about ${finding.locator} (evidence_mismatch): "${
        shortened(quote)
      }" is not at ${path}:${line}`
    ),
  }
}

/** As much of a quote as a reader needs to know it again. */
function shortened(quote: string): string {
  return quote.length <= longestShown ? quote : `${quote.slice(0, longestShown).toWellFormed()}…`
}

/** The lines of files, split once. */
function linesOfFiles(textOf: (path: string) => string | undefined): (path: string) => readonly string[] | undefined {
  const split = new Map<string, readonly string[] | undefined>()
  return (path) => {
    if (!split.has(path)) {
      const text = textOf(path)
      split.set(path, text === undefined ? undefined : linesOf(text))
    }
    return split.get(path)
  }
}

function isAt({ line, end_line = line, quote }: Evidence, lines: readonly string[] | undefined): boolean {
  // Every line holds the empty text: quoting nothing grounds nothing.
  if (lines === undefined || quote.trim() === "") return false
  return lines.slice(line - 1, end_line).join("\n").includes(quote.trim())
}
