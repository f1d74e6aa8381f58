import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { isMapping } from "../foreign/foreign_value.ts"
import { Policy } from "../schema/policy.ts"
import { parseYaml } from "../yaml/parse_yaml.ts"
import { defaultPolicy } from "./built_in_policies.ts"
import { failedExamples } from "./check_examples.ts"

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
const absent = { allowed: [], wrappers: defaultPolicy.wrappers, resolve: defaultPolicy.resolve }
const decode = Schema.decodeUnknownResult(Policy, { errors: "all", onExcessProperty: "error", reportInput: true })
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Reads the text of a policy file (YAML or JSON) and runs it on its own examples: a rule that misses one of its `match`,
 * or catches one of its `not_match`, makes the file invalid. Left out, `wrappers` and `resolve` are
 * those of the default policy, and `allowed` is empty. `file` is named in errors.
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
  const policy = decode(isMapping(given) ? { ...absent, ...given } : given)
  if (Result.isFailure(policy)) {
    const issue = issuesOf(policy.failure.issue).issues[0]
    const path = (issue?.path ?? []).map((segment) => typeof segment === "object" ? segment.key : segment)
    return invalid(document.lineOfValue(path), `${path.join(".")}: ${issue?.message ?? policy.failure.message}`)
  }
  const [failed] = failedExamples(policy.success)
  return failed === undefined
    ? Result.succeed(policy.success)
    : invalid(document.lineOfValue(failed.path), failed.problem)
}
