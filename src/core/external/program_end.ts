import * as Schema from "effect/Schema"

/** How a program ended. */
export type ProgramEnd =
  | { readonly how: "exit"; readonly code: number }
  | { readonly how: "signal"; readonly signal: string }
  /** It was ended when its time was over. */
  | { readonly how: "timeout"; readonly seconds: number }
  /** It was ended because it printed too much. */
  | { readonly how: "limit"; readonly bytes: number }

/** {@link ProgramEnd} as a schema. */
export const ProgramEnd: Schema.Codec<ProgramEnd> = Schema.Union([
  Schema.Struct({ how: Schema.Literal("exit"), code: Schema.Int }),
  Schema.Struct({ how: Schema.Literal("signal"), signal: Schema.String }),
  Schema.Struct({ how: Schema.Literal("timeout"), seconds: Schema.Finite }),
  Schema.Struct({ how: Schema.Literal("limit"), bytes: Schema.Int }),
])

/** What went wrong with a program, on one line and with the next step; `undefined` when it ended well. */
export function whyFailed(ended: ProgramEnd, lastWords: string | undefined): string | undefined {
  const said = lastWords === undefined ? "" : `; it said last: ${lastWords}`
  switch (ended.how) {
    case "exit":
      return ended.code === 0 ? undefined : `its program ended with code ${ended.code}${said}`
    case "signal":
      return `its program was ended by ${ended.signal}${said}`
    case "timeout":
      return `its program was ended after ${ended.seconds} s; raise "timeout_seconds", or let it look at less${said}`
    case "limit":
      return `its program printed more than ${ended.bytes / 1_000_000} MB and was ended; let it look at less`
  }
}
