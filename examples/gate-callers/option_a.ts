import { evaluatePublicDevLoopRouting, type RoutingInput, type RoutingResult } from "@retro/cli/core"
import { readGate } from "./read_gate.ts"

/** Option A: the routing function applies the gate itself. */
export function nextStep(input: RoutingInput, root: string, main: string): RoutingResult {
  const { enforced, checkpointState } = readGate(root, main)
  return evaluatePublicDevLoopRouting(
    enforced ? { ...input, retrospectiveCheckpointState: checkpointState } : input,
  )
}
