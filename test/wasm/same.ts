import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { deepStrictEqual, ok } from "node:assert/strict"
import * as native from "../../src/wasm/mod.ts"
import type { Component } from "./component.ts"

/** What an operation did: its value, or the failure that it threw. */
type Outcome = { readonly value: unknown } | { readonly failure: unknown }

/** The outcome of an operation. What is no failure of the world, such as the end of the component, is thrown on. */
function outcomeOf(operation: () => unknown): Outcome {
  try {
    return { value: plain(operation()) }
  } catch (error) {
    // The module that is made of a component throws an error that carries the failure.
    const failure = error instanceof Error && "payload" in error ? error.payload : error
    if (failure instanceof Error) throw failure
    return { failure: plain(failure) }
  }
}

/** A value without fields that are undefined, and with numbers for the big integers that hosts are given. */
function plain(value: unknown): unknown {
  const small = (_: string, field: unknown): unknown => typeof field === "bigint" ? Number(field) : field
  const text: string | undefined = JSON.stringify(value, small)
  return text === undefined ? undefined : JSON.parse(text)
}

/**
 * Fails unless an operation of the component gives what the program inside gives: the same value or failure, each text to the
 * last character. Tells which of the two it gave.
 */
export function same(component: Component, operation: (core: Component) => unknown): "value" | "failure" {
  const outcome = outcomeOf(() => operation(component))
  deepStrictEqual(outcome, outcomeOf(() => operation(native)))
  return "value" in outcome ? "value" : "failure"
}

/** The same for generated values, of which most must give what is expected: otherwise little is compared. */
export async function sameForAll<A>(
  component: Component,
  values: Arbitrary.Arbitrary<A>,
  operation: (core: Component, value: A) => unknown,
  { count = 40, expected = "value" }: { readonly count?: number; readonly expected?: "value" | "failure" } = {},
): Promise<void> {
  const samples = await Effect.runPromise(Arbitrary.sampleEffect(values, { count, seed: 11, size: 30 }))
  const outcomes = samples.map((value) => same(component, (core) => operation(core, value)))
  ok(outcomes.filter((outcome) => outcome === expected).length > count / 2, `of ${count}, most must give a ${expected}`)
}
