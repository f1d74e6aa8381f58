import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { decodeAt } from "../core/diff/decode_at.ts"
import { oneLine } from "../core/report/markdown_text.ts"
import { type IoFailed, ioFailed } from "../engine/io_failed.ts"

/** A file or the standard input does not hold what the command needs. */
export class InputInvalid extends Data.Error<{ readonly source: string; readonly problem: string }> {
  readonly _tag = "InputInvalid"
  override readonly name = "InputInvalid"
  override get message(): string {
    return `Cannot read ${this.source}: ${this.problem}`
  }
}

/** Flags or arguments that do not go together. */
export class UsageInvalid extends Data.Error<{ readonly problem: string }> {
  readonly _tag = "UsageInvalid"
  override readonly name = "UsageInvalid"
  override get message(): string {
    return this.problem
  }
}

/** How a source is called in messages. */
function nameOf(source: string): string {
  return source === "-" ? "the standard input" : `"${source}"`
}

/** The text of a file, or of the standard input for `-`. A file that is not there is bad input, one that cannot be read is not. */
export const readInput: (
  source: string,
) => Effect.Effect<string, InputInvalid | IoFailed, FileSystem.FileSystem | Stdio.Stdio> = Effect.fn("readInput")(
  function* (source) {
    const read = source === "-"
      ? Stream.mkString(Stream.decodeText((yield* Stdio.Stdio).stdin))
      : (yield* FileSystem.FileSystem).readFileString(source)
    return yield* read.pipe(
      Effect.mapError((error) =>
        error.reason._tag === "NotFound"
          ? new InputInvalid({ source: nameOf(source), problem: "there is no such file; name another" })
          : ioFailed("read", source)(error)
      ),
    )
  },
)

/** The JSON value of a file or of the standard input, not yet checked. */
export const readJson: (
  source: string,
) => Effect.Effect<unknown, InputInvalid | IoFailed, FileSystem.FileSystem | Stdio.Stdio> = Effect.fn("readJson")(
  function* (source) {
    const text = yield* readInput(source)
    const value = Result.try({
      try: (): unknown => JSON.parse(text.replace(/^\uFEFF/u, "")),
      catch: (error) =>
        new InputInvalid({
          source: nameOf(source),
          problem: isMarkdown(text)
            ? "it is Markdown and not JSON, such as a run that was kept; name what was printed with --json"
            : `it is not JSON (${wordsOf(error)}); correct it and run again`,
        }),
    })
    return yield* Effect.fromResult(value)
  },
)

/** The value of a file or of the standard input, checked against a schema; the error names the first wrong field, or says what `refuse` says. */
export function readDecoded<A, I>(
  source: string,
  schema: Schema.Codec<A, I>,
  prepare: (value: unknown) => unknown = (value) => value,
  refuse: (value: unknown) => string | undefined = () => undefined,
): Effect.Effect<A, InputInvalid | IoFailed, FileSystem.FileSystem | Stdio.Stdio> {
  const decode = Schema.decodeUnknownResult(schema, { reportInput: true })
  return Effect.flatMap(
    readJson(source),
    (value) => {
      const invalid = (problem: string): InputInvalid =>
        new InputInvalid({ source: nameOf(source), problem: `${problem}; correct it and run again` })
      const refused = refuse(value)
      if (refused !== undefined) return Effect.fail(invalid(refused))
      return Effect.fromResult(Result.mapError(
        decodeAt(decode, prepare(value), ""),
        ({ field, expected }) => invalid(field === "" ? expected : `${field}: ${expected}`),
      ))
    },
  )
}

function isMarkdown(text: string): boolean {
  return /^\uFEFF?(?:---\r?\n|#{1,6} )/u.test(text)
}

/** What the parser says quotes the text, which may have several lines. */
function wordsOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error))
}
