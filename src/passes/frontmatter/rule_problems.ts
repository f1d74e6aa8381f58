import { matchesGlobs } from "../../core/corpus/path_globs.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { FrontmatterRule } from "../../core/schema/settings/frontmatter.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { firstTextLine } from "./organ_problems.ts"
import { gap, type Problem, stale } from "./problem.ts"
import { isFilled, mappingOf, scalarsOf } from "./scalar.ts"

/** What the rules of the configuration say against a file. */
export function ruleProblems(rules: readonly FrontmatterRule[]): (document: MarkdownDocument) => readonly Problem[] {
  const compiled = rules.map((rule) => ({ rule, holdsFor: matchesGlobs([rule.glob]) }))
  return (document) =>
    document.front_matter._tag === "invalid"
      ? []
      : compiled.flatMap(({ rule, holdsFor }) => holdsFor(document.path) ? brokenBy(document, rule) : [])
}

function brokenBy(
  document: MarkdownDocument,
  { glob, required = [], values = {} }: FrontmatterRule,
): readonly Problem[] {
  const front = mappingOf(document)
  const problems: Problem[] = required.filter((key) => !isFilled(front?.values[key])).map((key) => ({
    ...gap,
    key: shown(key),
    what: `"${shown(key)}" is missing; the configuration asks for it in ${shown(glob)}`,
    proposed_action: `give it a "${shown(key)}"`,
    evidence: evidenceOf(document, [front?.lines[key] ?? firstTextLine(document)]),
  }))
  for (const [key, allowed] of Object.entries(values)) {
    const wrong = scalarsOf(front?.values[key]).find((one) => !allowed.includes(one))
    if (wrong === undefined) continue
    const text = allowed.length === 1 ? `"${shown(allowed[0] ?? "")}"` : `one of ${shown(allowed.join(", "))}`
    problems.push({
      ...stale,
      key: shown(key),
      what: `"${shown(key)}" is "${shown(wrong)}"; the configuration allows ${text} in ${shown(glob)}`,
      proposed_action: `change "${shown(key)}" to ${text}`,
      evidence: evidenceOf(document, [front?.lines[key] ?? 1], wrong),
    })
  }
  return problems
}
