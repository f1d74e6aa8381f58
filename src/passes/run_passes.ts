import { byCodeUnit } from "../core/code_unit_order.ts"
import type { Corpus } from "../core/corpus/corpus.ts"
import { groundPass } from "../core/corpus/ground_pass.ts"
import { redact } from "../core/redact/redact.ts"
import { redactPass } from "../core/redact/redact_findings.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import type { Pass } from "./pass.ts"

/** What the passes found, and what had to be left out. */
export interface PassRun {
  readonly results: readonly PassResult[]
  readonly warnings: readonly string[]
}

/**
 * Runs passes over a corpus, in id order. A pass that the configuration switches off, or that `only` does not name,
 * counts as not run: its baseline rows stay unverified. Findings are sorted, their evidence is checked, and then they lose
 * the secrets that they quote.
 */
export function runPasses(corpus: Corpus, passes: readonly Pass[], only: readonly string[]): PassRun {
  const warnings: string[] = []
  const results = [...passes].sort((left, right) => byCodeUnit(left.id, right.id)).map((pass) => {
    const why = skipReason(pass, corpus, only)
    if (why !== undefined) return notRun(pass, why)
    const grounded = groundPass(pass.look(corpus), corpus.texts)
    warnings.push(...grounded.warnings.map(redact))
    const findings = [...grounded.result.findings].sort((left, right) =>
      byCodeUnit(left.locator, right.locator) || byCodeUnit(left.key ?? "", right.key ?? "") ||
      byCodeUnit(left.what, right.what)
    )
    return redactPass({ ...grounded.result, findings })
  })
  return { results, warnings }
}

function skipReason(pass: Pass, corpus: Corpus, only: readonly string[]): string | undefined {
  if (only.length > 0) return only.includes(pass.id) ? undefined : "not chosen by --pass"
  return corpus.config.passes?.[pass.id] === false ? "switched off in the configuration" : undefined
}

function notRun(pass: Pass, skip_reason: string): PassResult {
  const aliases = pass.aliases === undefined ? {} : { aliases: pass.aliases }
  return { pass: pass.id, ...aliases, ran: false, complete: false, scanned: [], clean: 0, findings: [], skip_reason }
}
