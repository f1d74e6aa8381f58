import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import { type ExternalRecord, formatRecord, parseRecord, recordName } from "../../core/external/external_record.ts"
import { replaceFile } from "../../engine/durable_file.ts"
import { type IoFailed, ioFailed } from "../../engine/io_failed.ts"
import { makeFolders } from "../../engine/make_folders.ts"

/** An answer, or why there is none. */
export type Given =
  | { readonly _tag: "answer"; readonly record: ExternalRecord }
  | { readonly _tag: "none"; readonly why: string }

/** There is no answer. */
export function none(why: string): Given {
  return { _tag: "none", why }
}

/** Keeps an answer in a folder, in the place of an older one of the same pass. */
export const writeRecord: (
  folder: string,
  record: ExternalRecord,
) => Effect.Effect<void, IoFailed, FileSystem.FileSystem | Path.Path> = Effect.fn("writeRecord")(
  function* (folder, record) {
    yield* makeFolders(folder).pipe(Effect.mapError(ioFailed("create", folder)))
    const file = (yield* Path.Path).join(folder, recordName(record.header.pass))
    yield* replaceFile(file, new TextEncoder().encode(formatRecord(record)))
  },
)

/** The answer of a pass to a request, out of a folder; one that answers another request does not count. */
export const readRecord: (
  folder: string,
  pass: string,
  digest: string,
) => Effect.Effect<Given, IoFailed, FileSystem.FileSystem | Path.Path> = Effect.fn("readRecord")(
  function* (folder, pass, digest) {
    const file = (yield* Path.Path).join(folder, recordName(pass))
    const text = yield* (yield* FileSystem.FileSystem).readFileString(file).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(undefined)),
      Effect.mapError(ioFailed("read", file)),
    )
    if (text === undefined) return none(`there is no record "${file}"; make one with --external --record`)
    const record = parseRecord(text)
    if (Result.isFailure(record)) return none(`cannot use the record "${file}": ${record.failure}`)
    const { header } = record.success
    if (header.pass !== pass) return none(`the record "${file}" is of ${header.pass}`)
    if (header.request !== digest) {
      return none(
        `the record "${file}" does not fit: it answers another request, so that the files, the scope or the configuration ` +
          "changed since; make it anew with --external --record",
      )
    }
    return { _tag: "answer", record: record.success }
  },
)
