import { byCodeUnit } from "../../core/code_unit_order.ts"
import { groundPass } from "../../core/corpus/ground_pass.ts"
import { type ProgramEnd, whyFailed } from "../../core/external/program_end.ts"
import type { ExternalAnswer } from "../../core/external/read_answer.ts"
import { redact } from "../../core/redact/redact.ts"
import { redactPass } from "../../core/redact/redact_findings.ts"
import { oneLine } from "../../core/report/markdown_text.ts"
import type { PassResult } from "../../core/schema/pass_result.ts"
import { lookedAt } from "../outcome/pass_outcome.ts"

/** A pass that was asked, and what has to be said of it. */
export interface ExternalResult {
  readonly result: PassResult
  /** For the report's header. */
  readonly warnings: readonly string[]
}

/** How many refused parts of an answer the header names. */
const named = 5

/** The result of a pass whose program gave no answer. */
export function unanswered(pass: string, why: string): ExternalResult {
  const none = {
    pass,
    ran: true,
    complete: false,
    scanned: [],
    clean: 0,
    findings: [],
    skip_reason: oneLine(redact(why)),
  }
  return { result: none, warnings: [whyIncomplete(pass, none.skip_reason)] }
}

/**
 * The result of a pass from its program's answer. What is not as the protocol says, or quotes what is not there, is left
 * out; then, as when the program failed or did not say what it looked at, the pass is incomplete and resolves nothing.
 */
export function answered(
  pass: string,
  answer: ExternalAnswer,
  program: { readonly ended: ProgramEnd; readonly last_words?: string },
  texts: ReadonlyMap<string, string>,
): ExternalResult {
  const { findings, near_misses, coverage, refused } = answer
  const scanned = coverage.flatMap((line) => line.scanned)
  const grounded = groundPass(lookedAt(pass, { scanned, findings, near_misses }), texts, redact)
  const why = whyFailed(program.ended, program.last_words) ?? whyRefused(refused) ??
    whyUngrounded(grounded.warnings.length) ?? whyUncovered(answer)
  const warnings = [...few(pass, refused), ...grounded.warnings]
  const result = redactPass({
    ...grounded.result,
    findings: [...grounded.result.findings].sort((left, right) =>
      byCodeUnit(left.locator, right.locator) || byCodeUnit(left.key ?? "", right.key ?? "") ||
      byCodeUnit(left.what, right.what)
    ),
    complete: why === undefined,
    ...(why === undefined ? {} : { skip_reason: oneLine(why) }),
  })
  return {
    result,
    warnings: [
      ...(result.skip_reason === undefined ? [] : [whyIncomplete(pass, result.skip_reason)]),
      ...warnings.map(redact),
    ],
  }
}

/** What the header says of a pass that is not complete. */
function whyIncomplete(pass: string, why: string): string {
  return `${pass} is incomplete: ${why}`
}

function whyRefused(refused: readonly string[]): string | undefined {
  const [first, ...more] = refused
  return first === undefined ? undefined : `left out ${first}${more.length === 0 ? "" : ` and ${more.length} more`}`
}

function whyUngrounded(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1
    ? "evidence_mismatch: one of its findings quotes what is not there, and was left out"
    : `evidence_mismatch: ${count} of its findings quote what is not there, and were left out`
}

function whyUncovered({ coverage }: ExternalAnswer): string | undefined {
  if (coverage.length === 0) return "its answer has no coverage line, so that nothing says what it looked at"
  const partial = coverage.find((line) => !line.complete)
  if (partial === undefined) return undefined
  return partial.why ?? "it says that it did not look at everything"
}

/** The first is told as the reason already. */
function few(pass: string, refused: readonly string[]): readonly string[] {
  const more = refused.length - named
  return [
    ...refused.slice(1, named).map((problem) => `${pass}: left out ${problem}`),
    ...(more > 0 ? [`${pass}: left out ${more} more of its answer`] : []),
  ]
}
