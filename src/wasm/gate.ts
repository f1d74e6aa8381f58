import { type DevLoopConfigError, loadDevLoopConfig as loadConfig } from "../core/config/dev_loop_config.ts"
import { retrospectiveKey } from "../core/config/retrospective_key.ts"
import { isQualifyingAsyncCompletion as isQualifying } from "../core/gate/qualifying_completion.ts"
import { checkRetrospectiveGate, type GateVerdict } from "../core/gate/check_gate.ts"
import type { RetrospectiveCheckpointState } from "../core/gate/checkpoint_state.ts"
import { evaluateRetrospectiveGate } from "../core/gate/evaluate_gate.ts"
import { isMapping } from "../core/foreign/foreign_value.ts"
import { answer, wellFormed } from "./answer.ts"
import { type CheckpointFile, readingOf } from "./checkpoint.ts"
import { readJson } from "./json_text.ts"

/** The operation `gate.is-qualifying-async-completion`. */
export function isQualifyingAsyncCompletion(routingResult: string): boolean {
  return isQualifying(answer(readJson("routing-result", routingResult)))
}

/** The record `config-file`. */
export interface ConfigFile {
  readonly path: string
  readonly text: string
}

/** The record `loaded-config`. */
export interface LoadedConfig {
  readonly config: string
  readonly requireRetrospective: boolean
  readonly errors: readonly DevLoopConfigError[]
  readonly warnings: readonly string[]
}

/** The operation `gate.load-dev-loop-config`. */
export function loadDevLoopConfig(files: readonly ConfigFile[]): LoadedConfig {
  const { config, requireRetrospective, errors, warnings } = loadConfig(textsOf(files))
  return {
    config: JSON.stringify(config),
    requireRetrospective,
    errors: errors.map(({ path, message, layer }) => ({ path, message: wellFormed(message), layer })),
    warnings: warnings.map(wellFormed),
  }
}

function textsOf(files: readonly ConfigFile[]): { readonly [path: string]: string } {
  return Object.fromEntries(files.map(({ path, text }) => [path, text]))
}

/** The operation `gate.evaluate`. */
export function evaluate(input: string): string {
  const read = answer(readJson("input", input))
  return JSON.stringify(evaluateRetrospectiveGate(isMapping(read) ? read : null))
}

/** The verdicts as the world writes them. */
const verdicts = {
  open: "open",
  closed: "closed",
  "not enforced": "not-enforced",
  "cannot evaluate": "cannot-evaluate",
} as const satisfies { readonly [verdict in GateVerdict]: string }

/** The record `check-result`. */
export interface CheckResult {
  readonly verdict: typeof verdicts[GateVerdict]
  readonly checkpointState: RetrospectiveCheckpointState
  readonly routing: string
  readonly text: string
}

/** The operation `gate.check`. */
export function check(
  checkpoint: CheckpointFile,
  files: readonly ConfigFile[],
  proposedRouting: string,
): CheckResult {
  const texts = textsOf(files)
  const { verdict, checkpointState, routing, text } = checkRetrospectiveGate({
    checkpoint: readingOf(checkpoint),
    config: { ...loadConfig(texts), ...retrospectiveKey(texts) },
    proposedRouting: answer(readJson("proposed-routing", proposedRouting)),
  })
  return { verdict: verdicts[verdict], checkpointState, routing: JSON.stringify(routing), text: wellFormed(text) }
}
