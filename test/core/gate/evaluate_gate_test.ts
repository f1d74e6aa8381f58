import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { evaluateRetrospectiveGate } from "../../../src/core/gate/evaluate_gate.ts"
import { resolveCheckpointStateFromArtifact } from "../../../src/core/gate/checkpoint_artifact.ts"
import { isMapping } from "../../../src/core/foreign/foreign_value.ts"
import { RetrospectiveFindings } from "../../../src/core/schema/retrospective_findings.ts"
import { checkpointStates, holds, proposals } from "./foreign_json.ts"

const route = { routeKind: "route", selectedGate: "issue_intake", selectedStrategy: "issue_intake", nextAction: "go" }

Deno.test("evaluateRetrospectiveGate passes the same object where nothing is required or nothing starts", () => {
  const passes: readonly (readonly [unknown, string])[] = [
    ["none", "route"],
    ["complete", "wait"],
    ["skipped", "route"],
    ["missing", "stop"],
    ["missing", "inspect"],
    ["missing", "needs_reconcile"],
    ["whatever", "stop"],
    [undefined, "inspect"],
  ]
  for (const [checkpointState, routeKind] of passes) {
    const proposedRouting = { ...route, routeKind }
    strictEqual(evaluateRetrospectiveGate({ checkpointState, proposedRouting }), proposedRouting)
  }
})

Deno.test("evaluateRetrospectiveGate closes on a missing checkpoint and on a state that it does not know", () => {
  const closes: readonly (readonly [unknown, string, RegExp])[] = [
    ["missing", "route", /is missing/u],
    ["missing", "wait", /is missing/u],
    ["missing", "something", /is missing/u],
    ["required", "route", /unrecognized: "required"/u],
    ["Complete", "route", /unrecognized: "Complete"/u],
    [undefined, "route", /unrecognized: undefined/u],
    [null, "wait", /unrecognized: null/u],
    [Object.create(null), "route", /unrecognized: a value of type object/u],
    [Symbol("none"), "route", /unrecognized: a value of type symbol/u],
    [["none"], "route", /unrecognized: an array/u],
  ]
  for (const [checkpointState, routeKind, reason] of closes) {
    const proposedRouting = { ...route, routeKind, canonicalState: { kept: true }, other: 1 }
    const result: Record<string, unknown> = { ...evaluateRetrospectiveGate({ checkpointState, proposedRouting }) }
    match(String(result["reason"]), reason)
    match(String(result["nextAction"]), /retrospective/u)
    deepStrictEqual({ ...result, reason: "", nextAction: "" }, {
      ...proposedRouting,
      routeKind: "needs_reconcile",
      selectedGate: "fail_closed_reconcile",
      selectedStrategy: null,
      waitSemantics: "default",
      issueAssignmentSeam: "not_applicable",
      reason: "",
      nextAction: "",
    })
  }
})

Deno.test("evaluateRetrospectiveGate keeps the wait semantics and the assignment seam of the proposal", () => {
  const proposedRouting = { ...route, waitSemantics: "auto_healthy_wait", issueAssignmentSeam: "ready_assign_now" }
  const result = evaluateRetrospectiveGate({ checkpointState: "missing", proposedRouting })
  deepStrictEqual({ ...result, nextAction: "", reason: "" }, {
    ...proposedRouting,
    routeKind: "needs_reconcile",
    selectedGate: "fail_closed_reconcile",
    selectedStrategy: null,
    nextAction: "",
    reason: "",
  })
})

Deno.test("evaluateRetrospectiveGate closes with a whole result when there is no proposal", () => {
  for (const proposedRouting of [undefined, null, "route", 0, false, [], [route]]) {
    const { nextAction: _, reason, ...result }: Record<string, unknown> = {
      ...evaluateRetrospectiveGate({ checkpointState: "complete", proposedRouting }),
    }
    match(String(reason), /routing is missing/u)
    deepStrictEqual(result, {
      publicEntrypoint: "dev-loop",
      routeKind: "needs_reconcile",
      selectedGate: "fail_closed_reconcile",
      selectedStrategy: null,
      executionMode: "bounded_handoff",
      waitSemantics: "default",
      canonicalState: null,
      issueAssignmentSeam: "not_applicable",
    })
  }
  strictEqual(evaluateRetrospectiveGate().routeKind, "needs_reconcile")
  strictEqual(evaluateRetrospectiveGate(null).routeKind, "needs_reconcile")
})

Deno.test("evaluateRetrospectiveGate is total and evaluating it again changes nothing", async () => {
  await holds(Arbitrary.all([checkpointStates, checkpointStates, proposals]), ([state, later, proposedRouting]) => {
    const once = evaluateRetrospectiveGate({ checkpointState: state, proposedRouting })
    const again = evaluateRetrospectiveGate({ checkpointState: state, proposedRouting: once })
    const closed = once.routeKind === "needs_reconcile"
    // What is closed stays closed, whatever the state becomes; what passes is the proposal itself.
    const reopened = evaluateRetrospectiveGate({ checkpointState: later, proposedRouting: once })
    return again === once && (closed ? reopened === once : once === proposedRouting)
  }, 600)
})

Deno.test("evaluateRetrospectiveGate never lets a start pass unless the state is discharged", async () => {
  await holds(Arbitrary.all([checkpointStates, proposals]), ([checkpointState, proposedRouting]) => {
    const { routeKind } = evaluateRetrospectiveGate({ checkpointState, proposedRouting })
    return ["stop", "inspect", "needs_reconcile"].some((kind) => kind === routeKind) ||
      ["none", "complete", "skipped"].some((state) => state === checkpointState)
  }, 600)
})

Deno.test("evaluateRetrospectiveGate changes no proposal that it is given", async () => {
  await holds(Arbitrary.all([checkpointStates, proposals]), ([checkpointState, proposedRouting]) => {
    const before = JSON.stringify(proposedRouting)
    evaluateRetrospectiveGate({ checkpointState, proposedRouting })
    return JSON.stringify(proposedRouting) === before
  })
})

Deno.test("findings of a retrospective change no answer of the gate, wherever they are put", async () => {
  const findings = Arbitrary.schema(RetrospectiveFindings)
  const records = Arbitrary.schema(
    Schema.Struct({ state: Schema.Literals(["required", "complete", "skipped", "odd"]) }),
  )
  await holds(Arbitrary.all([records, findings, proposals]), ([record, found, proposedRouting]) => {
    const noisy = { ...record, ...found, retrospectiveFindings: found, behavioralReview: found }
    const checkpointState = resolveCheckpointStateFromArtifact(noisy)
    if (checkpointState !== resolveCheckpointStateFromArtifact(record)) return false
    const plain = evaluateRetrospectiveGate({ checkpointState, proposedRouting })
    const carrying = isMapping(proposedRouting) ? { ...proposedRouting, retrospectiveFindings: found } : proposedRouting
    const gated = evaluateRetrospectiveGate({ checkpointState, proposedRouting: carrying })
    return plain.routeKind === gated.routeKind && plain["reason"] === gated["reason"]
  }, 600)
})
