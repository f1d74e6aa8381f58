import * as Result from "effect/Result"
import { evaluatePublicDevLoopRouting } from "../core/routing/evaluate_routing.ts"
import { resolveAuthoritativeDevLoopStatus } from "../core/routing/loop_status.ts"
import { resolveAuthoritativeStartupResumeBundle } from "../core/routing/startup_bundle.ts"
import { answer } from "./answer.ts"
import { readJson } from "./json_text.ts"

function decided(input: string, decide: (input: unknown) => unknown): string {
  return answer(Result.map(readJson("input", input), (read) => JSON.stringify(decide(read))))
}

/** The operation `routing.evaluate`. */
export function evaluate(input: string): string {
  return decided(input, evaluatePublicDevLoopRouting)
}

/** The operation `routing.startup-resume-bundle`. */
export function startupResumeBundle(input: string): string {
  return decided(input, resolveAuthoritativeStartupResumeBundle)
}

/** The operation `routing.status`. */
export function status(input: string): string {
  return decided(input, resolveAuthoritativeDevLoopStatus)
}
