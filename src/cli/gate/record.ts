import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { RetrospectiveCheckpoint } from "../../core/schema/retrospective_checkpoint.ts"
import type { FileServices } from "../../engine/durable_file.ts"
import { findGatePlace, type GatePlaceFailure } from "../../engine/gate_place.ts"
import type { Git } from "../../engine/git.ts"
import {
  readRetrospective,
  type StoredRetrospective,
  writeRetrospective,
  type WrittenRetrospective,
} from "../../engine/retrospective_file.ts"
import { timeNow } from "../date.ts"
import { printJson, printNote, printResult } from "../output.ts"

/** The record as it is, of the main work tree that the working directory belongs to. */
export const storedRecord: Effect.Effect<StoredRetrospective, GatePlaceFailure, Git | FileServices> = Effect.flatMap(
  findGatePlace,
  ({ main }) => readRetrospective(main),
)

/** Writes a record in place of the old one, and says on the standard error what became of one that was not understood. */
export const replaceRecord = Effect.fn("replaceRecord")(
  function* (before: StoredRetrospective, record: RetrospectiveCheckpoint) {
    const written = yield* writeRetrospective(before, record)
    const join = (yield* Path.Path).join
    if (before.link !== undefined) {
      yield* printNote(
        `retro: the record was a symbolic link to "${before.link}"; it is a file now, and what it led to is as it was`,
      )
    }
    if (written.moved_aside !== undefined) {
      const aside = join(before.root, written.moved_aside)
      yield* printNote(`retro: the old checkpoint was no record (${before.problem}); it is kept as "${aside}"`)
    } else if (before.problem !== null) {
      yield* printNote(`retro: the old record was not understood (${before.problem}); its other fields are kept`)
    }
    return written
  },
)

/** Replaces the record by the one that is made of it and of the time, and prints that. */
export const record = Effect.fn("record")(
  function* <E>(
    make: (old: unknown, at: string) => Effect.Effect<RetrospectiveCheckpoint, E>,
    options: { readonly json: boolean },
  ) {
    const before = yield* storedRecord
    const written = yield* replaceRecord(before, yield* make(before.record ?? undefined, yield* timeNow))
    yield* printWritten(written, before.root, options.json)
  },
)

const printWritten = Effect.fnUntraced(function* (written: WrittenRetrospective, root: string, json: boolean) {
  if (json) return yield* printJson(written)
  yield* printResult(`retrospective ${written.record.state}: ${(yield* Path.Path).join(root, written.file)}`)
})
