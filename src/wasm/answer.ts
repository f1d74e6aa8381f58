import * as Result from "effect/Result"
import type { Failure } from "./failure.ts"
import { isThere } from "./option.ts"

/** The value of an operation as a component gives it. Its failure is thrown: the world's `result` asks for that. */
export function answer<A>(result: Result.Result<A, Failure>): A {
  if (Result.isSuccess(result)) return result.success
  const { field, message } = result.failure
  throw {
    ...result.failure,
    ...(isThere(field) ? { field: wellFormed(field) } : undefined),
    message: wellFormed(message),
  } satisfies Failure
}

/** A text as a component can give it: JSON may name half a surrogate pair, which ends a component that gives it. */
export function wellFormed(text: string): string {
  return text.toWellFormed()
}
