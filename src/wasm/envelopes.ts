import * as Result from "effect/Result"
import { buildDevLoopHandoffEnvelope, EnvelopeNotBuilt, type EnvelopeOptions } from "../core/envelope/build_envelope.ts"
import { normalizeRetrospectiveFindings } from "../core/envelope/findings.ts"
import { validateHandoffEnvelope } from "../core/envelope/validate_envelope.ts"
import type { RetrospectiveFindings } from "../core/schema/retrospective_findings.ts"
import { answer, wellFormed } from "./answer.ts"
import { type Failure, refusal } from "./failure.ts"
import { readJson, readOptionalJson } from "./json_text.ts"
import { isThere, type Option } from "./option.ts"

/** The record `validation`. */
export interface Validation {
  readonly ok: boolean
  readonly errors: readonly { readonly field: string; readonly reason: string; readonly got: string }[]
  readonly warnings: readonly { readonly field: string; readonly reason: string }[]
}

/** The operation `envelopes.validate`. */
export function validate(envelope: string, requireFindings: boolean): Validation {
  const { ok, errors, warnings } = validateHandoffEnvelope(answer(readJson("envelope", envelope)), { requireFindings })
  return { ok, errors: errors.map((error) => ({ ...error, got: JSON.stringify(error.got) })), warnings }
}

/** The record `build-options`. */
export interface BuildOptions {
  readonly repo?: Option<string>
  readonly requiredReads?: Option<readonly string[]>
  readonly maxCopilotRounds?: Option<number>
  readonly cwd?: Option<string>
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly retrospectiveFindings?: Option<string>
  readonly gateConfig?: Option<string>
  readonly overrides?: Option<string>
  readonly sanctionedCommands?: Option<string>
  readonly specSource?: Option<string>
}

/** The operation `envelopes.build`. */
export function build(
  resolverOutput: string,
  settings: Option<string>,
  gateState: Option<string>,
  options: BuildOptions,
  now: Option<string>,
): string {
  return answer(Result.flatMap(
    Result.all({
      output: readJson("resolver-output", resolverOutput),
      settings: readOptionalJson("settings", settings),
      gateState: readOptionalJson("gate-state", gateState),
      options: readOptions(options),
    }),
    (read) =>
      Result.try({
        try: () =>
          JSON.stringify(
            buildDevLoopHandoffEnvelope(read.output, read.settings, read.gateState, read.options, now ?? null),
          ),
        catch: notBuilt,
      }),
  ))
}

function readOptions(options: BuildOptions): Result.Result<EnvelopeOptions, Failure> {
  const { repo, requiredReads, maxCopilotRounds, cwd, env, specSource } = options
  return Result.map(
    Result.all({
      retrospectiveFindings: readOptionalJson("retrospective-findings", options.retrospectiveFindings),
      gateConfig: readOptionalJson("gate-config", options.gateConfig),
      overrides: readOptionalJson("overrides", options.overrides),
      sanctionedCommands: readOptionalJson("sanctioned-commands", options.sanctionedCommands),
    }),
    (open) => ({
      ...open,
      ...(isThere(repo) ? { repo } : undefined),
      ...(isThere(requiredReads) ? { requiredReads } : undefined),
      ...(isThere(maxCopilotRounds) ? { maxCopilotRounds } : undefined),
      ...(isThere(cwd) ? { cwd } : undefined),
      ...(isThere(specSource) ? { specSource } : undefined),
      env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
    }),
  )
}

/** What cannot be built says which field; everything else is a defect. */
function notBuilt(error: unknown): Failure {
  if (!(error instanceof EnvelopeNotBuilt)) throw error
  return refusal("resolver-output", error.field, error.message)
}

/** The operation `envelopes.normalize-findings`. */
export function normalizeFindings(findings: string): RetrospectiveFindings | undefined {
  const found = normalizeRetrospectiveFindings(answer(readJson("findings", findings)))
  return found === null ? undefined : {
    internalToolingOnly: found.internalToolingOnly,
    rawCallViolations: found.rawCallViolations.map(wellFormed),
    allowedWriteOps: found.allowedWriteOps.map(wellFormed),
  }
}
