import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { isMapping } from "../foreign/foreign_value.ts"
import { Policy, type PolicyWrapper } from "../schema/policy.ts"
import { parseYaml } from "../yaml/parse_yaml.ts"
import { defaultPolicy } from "./built_in_policies.ts"
import { failedExamples } from "./check_examples.ts"
import { policyProblem, wrongNames } from "./policy_problem.ts"

/**
 * A policy file cannot be used: at `line` (1-based) of `file`, `problem`.
 *
 * @example
 * ```ts
 * import { PolicyInvalid } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new PolicyInvalid({ file: "policy.yaml", line: 2, problem: "rules: expected an array" }).message,
 *   "Cannot use the policy policy.yaml, line 2: rules: expected an array",
 * )
 * ```
 */
export class PolicyInvalid
  extends Data.Error<{ readonly file: string; readonly line: number; readonly problem: string }> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "PolicyInvalid"
  /** What a log calls the error. */
  override readonly name = "PolicyInvalid"
  /** What failed, why, and the next step. */
  override get message(): string {
    return `Cannot use the policy ${this.file}, line ${this.line}: ${this.problem}`
  }
}

/** What holds for the keys that a file leaves out. */
const absent = { allowed: [], wrappers: [], resolve: defaultPolicy.resolve }
const decode = Schema.decodeUnknownResult(Policy, { errors: "all", onExcessProperty: "error", reportInput: true })
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Reads the text of a policy file (YAML or JSON) and runs it on its own examples: a rule that misses one of its `match`,
 * or catches one of its `not_match`, makes the file invalid. `wrappers` are added to those of the default policy; one of
 * the same name replaces it. Left out, `resolve` is that of the default policy, and `allowed` is empty. `file` is named in
 * errors.
 *
 * @example
 * ```ts
 * import { analyzeTranscript, parsePolicy } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { deepStrictEqual } from "node:assert/strict"
 * const policy = Result.getOrThrow(parsePolicy(`
 * rules:
 *   - { id: raw-aws, label: aws, commands: [aws], match: [aws s3 ls], not_match: [aws-vault list] }
 * `, "policy.yaml"))
 * deepStrictEqual(analyzeTranscript("sudo -u me aws s3 ls", policy).violations, ["aws: sudo -u me aws s3 ls"])
 * ```
 */
export function parsePolicy(text: string, file: string): Result.Result<Policy, PolicyInvalid> {
  const document = parseYaml(text)
  const invalid = (line: number, problem: string): Result.Result<Policy, PolicyInvalid> =>
    Result.fail(new PolicyInvalid({ file, line, problem }))
  if (document._tag === "invalid") return invalid(document.line, document.problem)
  const given = document.value
  if (!isMapping(given)) return invalid(1, "it holds no policy; write its rules in a list below the key rules")
  const decoded = decode({ ...absent, ...given })
  if (Result.isFailure(decoded)) {
    const issue = issuesOf(decoded.failure.issue).issues[0]
    const path = (issue?.path ?? []).map((segment) => typeof segment === "object" ? segment.key : segment)
    return invalid(document.lineOfValue(path), policyProblem(path, issue?.message ?? decoded.failure.message))
  }
  const policy = { ...decoded.success, wrappers: withBuiltIn(decoded.success.wrappers) }
  const [wrong] = [...wrongNames(policy), ...failedExamples(policy)]
  return wrong === undefined ? Result.succeed(policy) : invalid(document.lineOfValue(wrong.path), wrong.problem)
}

/** The wrappers of the default policy, some of them replaced, and the others behind them. */
function withBuiltIn(given: readonly PolicyWrapper[]): readonly PolicyWrapper[] {
  const own = new Map(given.map((wrapper) => [wrapper.name, wrapper]))
  const builtIn = new Set(defaultPolicy.wrappers.map(({ name }) => name))
  return [
    ...defaultPolicy.wrappers.map((wrapper) => own.get(wrapper.name) ?? wrapper),
    ...given.filter(({ name }) => !builtIn.has(name)),
  ]
}
