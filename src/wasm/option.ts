/** What may be left out, as engines pass an `option` of the world: none is one or the other. */
export type Option<A> = A | null | undefined

/** Whether it was not left out. */
export function isThere<A>(value: Option<A>): value is A {
  return value !== null && value !== undefined
}
