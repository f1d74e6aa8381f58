import type { Policy } from "../schema/policy.ts"
import { compilePolicy } from "./compiled_policy.ts"
import { readTranscript } from "./read_transcript.ts"
import type { ToolingUse } from "./tooling_use.ts"

/** An example of a policy that the policy does not meet. */
export interface FailedExample {
  /** Where it stands: `["rules", 0, "match", 1]`. */
  readonly path: readonly (string | number)[]
  readonly problem: string
}

/** Runs the policy on the examples of its own rules and allowed operations. */
export function failedExamples(policy: Policy): readonly FailedExample[] {
  return [
    ...policy.rules.flatMap((rule, index) =>
      failuresOf(policy, ["rules", index], rule, (use) => use.rule === rule.id, `the rule "${rule.id}"`)
    ),
    ...policy.allowed.flatMap((entry, index) => {
      const words = entry.words.join(" ")
      return failuresOf(policy, ["allowed", index], entry, (use) => use.allowed === words, `the entry "${words}"`)
    }),
  ]
}

function failuresOf(
  policy: Policy,
  path: readonly (string | number)[],
  examples: { readonly match: readonly string[]; readonly not_match: readonly string[] },
  isCaught: (use: ToolingUse) => boolean,
  what: string,
): readonly FailedExample[] {
  const compiled = compilePolicy(policy)
  const catches = (example: string): boolean => readTranscript(example, compiled).uses.some(isCaught)
  return [
    ...examples.match.flatMap((example, index) =>
      catches(example)
        ? []
        : [{ path: [...path, "match", index], problem: `${what} does not catch ${quoted(example)}` }]
    ),
    ...examples.not_match.flatMap((example, index) =>
      catches(example) ? [{ path: [...path, "not_match", index], problem: `${what} catches ${quoted(example)}` }] : []
    ),
  ]
}

function quoted(example: string): string {
  return JSON.stringify(example)
}
