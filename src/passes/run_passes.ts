import { byCodeUnit } from "../core/code_unit_order.ts"
import type { Corpus } from "../core/corpus/corpus.ts"
import { groundPass } from "../core/corpus/ground_pass.ts"
import { redact } from "../core/redact/redact.ts"
import { redactPass } from "../core/redact/redact_findings.ts"
import type { Config } from "../core/schema/config.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import type { Pass } from "./pass.ts"
import { notRun } from "./outcome/pass_outcome.ts"
import { wholeLineEdits } from "./outcome/whole_line_edits.ts"

/** What the passes found, and what had to be left out. */
export interface PassRun {
  readonly results: readonly PassResult[]
  readonly warnings: readonly string[]
}

/**
 * Runs passes over a corpus, in id order. A pass that the configuration switches off, or that `only` does not name,
 * counts as not run: its baseline rows stay unverified. Findings are sorted, their evidence is checked, they lose the secrets
 * that they quote, and their edits take whole lines.
 */
export function runPasses(corpus: Corpus, passes: readonly Pass[], only: readonly string[]): PassRun {
  const warnings: string[] = []
  const results = [...passes].sort((left, right) => byCodeUnit(left.id, right.id)).map((pass) => {
    const aliases = pass.aliases === undefined ? {} : { aliases: pass.aliases }
    const why = skipReason(pass, corpus.config, only)
    if (why !== undefined) return { ...notRun(pass.id, why), ...aliases }
    warnings.push(...(pass.misconfigured?.(corpus) ?? []).map((mistake) => redact(`${pass.id}: ${mistake}`)))
    const grounded = groundPass({ ...pass.look(corpus), ...aliases }, corpus.texts)
    warnings.push(...grounded.warnings.map(redact))
    const findings = [...grounded.result.findings].sort((left, right) =>
      byCodeUnit(left.locator, right.locator) || byCodeUnit(left.key ?? "", right.key ?? "") ||
      byCodeUnit(left.what, right.what)
    )
    return redactPass({ ...grounded.result, findings })
  })
  return { results: wholeLineEdits(results, corpus.texts), warnings }
}

/** The passes that run: what the corpus needs, it needs for them. */
export function passesThatRun(config: Config, passes: readonly Pass[], only: readonly string[]): readonly Pass[] {
  return passes.filter((pass) => skipReason(pass, config, only) === undefined)
}

function skipReason({ id, opt_in = false }: Pass, config: Config, only: readonly string[]): string | undefined {
  if (only.length > 0) return only.includes(id) ? undefined : "not chosen by --pass"
  const settings = config.passes?.[id]
  if (settings === false) return "switched off in the configuration"
  return opt_in && settings === undefined ? `off unless asked for: --pass ${id}, or its settings` : undefined
}
