import * as Schema from "effect/Schema"

/**
 * A path that a user gives. An empty one would stand for the working directory, and so for everything in it: it comes from
 * a caller's variable that is not set.
 */
export const GivenPath: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/./su, { message: "must be a path and is empty; set the variable that it comes from, or write ." }),
)
