import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import type { IoFailed } from "../engine/io_failed.ts"
import { type PathInvalid, pathsInRoot } from "../engine/run_root.ts"
import { runsIn, scopedPasses } from "../passes/scoped_passes.ts"
import type { CheckpointScope } from "../pipelines/checkpoint_scope.ts"
import { UsageInvalid } from "./input.ts"

/** What a user may say of the scope. */
export const scopeFlags = {
  words: Argument.String("path").pipe(
    Argument.withDescription("Only what lies in these files and folders (default: the whole corpus)"),
    Argument.variadic(),
  ),
  scope: Flag.Literals("scope", ["corpus", "module", "diff"]).pipe(
    Flag.withDescription("What to look at, when the other arguments do not say it (default: corpus)"),
    Flag.optional,
  ),
  since: Flag.String("since").pipe(
    Flag.withMetavar("REF"),
    Flag.withDescription("Only what changed since this branch, tag or commit; kept only on a branch (--scope diff)"),
    Flag.optional,
  ),
}

/** What a user said of the scope. */
export interface GivenScope {
  readonly words: readonly string[]
  readonly scope: Option.Option<"corpus" | "module" | "diff">
  readonly since: Option.Option<string>
}

/** The scope of a run, and the paths that narrow it. */
export interface ChosenScope {
  readonly scope: CheckpointScope
  readonly paths: readonly string[]
}

/** The scope that a user means; two that contradict each other are refused. */
export const chooseScope: (
  root: string,
  given: GivenScope,
) => Effect.Effect<ChosenScope, UsageInvalid | PathInvalid | IoFailed, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "chooseScope",
)(function* (root, { words, scope: named, since }) {
  const scope = Option.getOrUndefined(named) ?? (Option.isSome(since) ? "diff" : "corpus")
  if (Option.isSome(since) && scope !== "diff") {
    return yield* new UsageInvalid({
      problem: `--since looks at a change, and --scope ${scope} does not; leave one out`,
    })
  }
  const paths = yield* pathsInRoot(root, words)
  if (scope !== "diff") return { scope: { _tag: scope }, paths }
  if (Option.isNone(since)) {
    return yield* new UsageInvalid({ problem: "--scope diff needs the start of the change; name it with --since REF" })
  }
  return { scope: { _tag: "diff", since: since.value }, paths }
})

/** A pass that no run of the scope has is refused: nothing would run. */
export function checkPasses(passes: readonly string[], scope: CheckpointScope): Effect.Effect<void, UsageInvalid> {
  const wrong = passes.find((pass) => !runsIn(pass, scope._tag))
  if (wrong === undefined) return Effect.void
  const own = scopedPasses.get(wrong)
  const where = own === undefined ? "a run of the corpus, or with --since REF" : own.how
  return Effect.fail(
    new UsageInvalid({ problem: `--pass ${wrong} looks at nothing in this scope; it runs in ${where}` }),
  )
}
