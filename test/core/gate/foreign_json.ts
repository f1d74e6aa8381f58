import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { strictEqual } from "node:assert/strict"

/** Any JSON value, with the field names and words that the gate reads made likely. */
export const foreignJson: Arbitrary.Arbitrary<unknown> = Arbitrary.schema(Schema.Union([
  Schema.Json,
  Schema.Struct({ state: Schema.Json }),
  Schema.Struct({
    state: Schema.Literals(["required", "missing", "none", "complete", "skipped", " Complete ", "constructor"]),
    rest: Schema.Json,
  }),
]))

/** A checkpoint state: one of the four, or anything. */
export const checkpointStates: Arbitrary.Arbitrary<unknown> = Arbitrary.schema(Schema.Union([
  Schema.Literals(["none", "complete", "skipped", "missing"]),
  Schema.Literals(["required", "COMPLETE", ""]),
  Schema.Json,
]))

/** A proposed routing: an object with a route kind, or anything. */
export const proposals: Arbitrary.Arbitrary<unknown> = Arbitrary.schema(Schema.Union([
  Schema.Struct({
    routeKind: Schema.Literals(["route", "wait", "stop", "inspect", "needs_reconcile", "other"]),
    waitSemantics: Schema.optionalKey(Schema.Literals(["default", "auto_healthy_wait"])),
    extra: Schema.optionalKey(Schema.Json),
  }),
  Schema.Json,
]))

/** Fails with the smallest counter-example when the property does not hold. */
export async function holds<A>(
  arbitrary: Arbitrary.Arbitrary<A>,
  property: (value: A) => boolean,
  runs = 300,
): Promise<void> {
  const outcome = await Effect.runPromise(Arbitrary.checkEffect(arbitrary, property, { runs, seed: 7 }))
  strictEqual(Arbitrary.formatCheckFailure(outcome), undefined)
}
