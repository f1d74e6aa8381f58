import {
  evaluatePublicDevLoopRouting,
  evaluateRetrospectiveGate,
  type RoutingInput,
  type RoutingResult,
} from "@retro/cli/core"
import { readGate } from "./read_gate.ts"

/** Option B: the caller routes, then asks the gate, and goes by what the gate says. */
export function nextStep(input: RoutingInput, root: string, main: string): RoutingResult {
  const proposedRouting = evaluatePublicDevLoopRouting(input)
  const { enforced, checkpointState } = readGate(root, main)
  return enforced ? evaluateRetrospectiveGate({ checkpointState, proposedRouting }) : proposedRouting
}
