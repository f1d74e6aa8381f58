import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { IoFailed } from "../engine/io_failed.ts"
import { isThere } from "../engine/is_there.ts"
import { type PathInvalid, pathsInRoot } from "../engine/run_root.ts"
import { featureFolders, slugGrammar } from "../passes/feature/feature_chain.ts"
import { runsIn, scopedPasses } from "../passes/scoped_passes.ts"
import type { CheckpointScope } from "../pipelines/checkpoint_scope.ts"
import { GivenPath } from "./given_path.ts"
import { UsageInvalid } from "./input.ts"

/** The scopes, by the word of `--scope`. */
const scopes = ["corpus", "module", "diff", "conformance"] as const

/** What a user may say of the scope. */
export const scopeFlags = {
  words: Argument.String("path").pipe(
    Argument.withSchema(GivenPath),
    Argument.withDescription(
      "Only what lies in these files and folders (default: the whole corpus); or one slug: the feature with this slug, " +
        "from its spec to what was done. What is both is refused: write ./docs for the folder, or --scope conformance",
    ),
    Argument.variadic(),
  ),
  scope: Flag.Literals("scope", scopes).pipe(
    Flag.withDescription(
      "What to look at, when the other arguments do not say it: the corpus; module, the named folders or those that " +
        "changed since the last commit; diff, with --since; conformance, with a slug",
    ),
    Flag.optional,
  ),
  since: Flag.String("since").pipe(
    Flag.withMetavar("REF"),
    Flag.withDescription(
      "Only what is new since the commit that HEAD and this branch, tag or commit share, uncommitted changes included; " +
        "the run is kept only on a branch",
    ),
    Flag.optional,
  ),
}

/** What a user said of the scope. */
export interface GivenScope {
  readonly words: readonly string[]
  readonly scope: Option.Option<(typeof scopes)[number]>
  readonly since: Option.Option<string>
}

/** The scope of a run, and the paths that narrow it. */
export interface ChosenScope {
  readonly scope: CheckpointScope
  readonly paths: readonly string[]
}

type Failure = UsageInvalid | PathInvalid | IoFailed

/** The scope that a user means; two that contradict each other are refused. */
export const chooseScope: (
  root: string,
  given: GivenScope,
) => Effect.Effect<ChosenScope, Failure, FileSystem.FileSystem | Path.Path> = Effect.fn("chooseScope")(
  function* (root, { words, scope: named, since }) {
    const scope = Option.getOrUndefined(named) ?? (Option.isSome(since) ? "diff" : yield* scopeOfWords(root, words))
    if (Option.isSome(since) && scope !== "diff") {
      const problem = `--since looks at a change, and --scope ${scope} does not; leave one out`
      return yield* new UsageInvalid({ problem })
    }
    switch (scope) {
      case "conformance":
        return { scope: { _tag: scope, slug: yield* slugOf(words) }, paths: [] }
      case "diff":
        return { scope: { _tag: scope, since: yield* sinceOf(since) }, paths: yield* pathsInRoot(root, words) }
      default:
        return { scope: { _tag: scope }, paths: yield* pathsInRoot(root, words) }
    }
  },
)

function sinceOf(since: Option.Option<string>): Effect.Effect<string, UsageInvalid> {
  const problem = "--scope diff needs the start of the change; name it with --since REF"
  return Option.isSome(since) ? Effect.succeed(since.value) : Effect.fail(new UsageInvalid({ problem }))
}

function slugOf(words: readonly string[]): Effect.Effect<string, UsageInvalid> {
  const [slug, ...more] = words
  if (slug !== undefined && more.length === 0 && slugGrammar.test(slug)) return Effect.succeed(slug)
  const got = slug === undefined
    ? 'name it, as in "retro checkpoint --scope conformance search"'
    : `not ${words.map((word) => JSON.stringify(word)).join(" ")}`
  const problem = `--scope conformance needs one slug, in lower-case letters, digits and -; ${got}`
  return Effect.fail(new UsageInvalid({ problem }))
}

/** One word that is a slug and no path stands for a feature; one that is both says nothing. */
const scopeOfWords: (
  root: string,
  words: readonly string[],
) => Effect.Effect<"corpus" | "conformance", Failure, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (root, [word, ...more]) {
    if (word === undefined || more.length > 0 || !slugGrammar.test(word)) return "corpus"
    const path = yield* Path.Path
    const isTaken = (place: string): Effect.Effect<boolean, never, FileSystem.FileSystem> =>
      Effect.orElseSucceed(isThere(place), () => true)
    if (!(yield* isTaken(path.resolve(word)))) return "conformance"
    const features = yield* Effect.filter(featureFolders, (folder) => isTaken(path.join(root, folder, word)))
    if (features.length === 0) return "corpus"
    const problem = `"${word}" is a path and, by ${
      features[0]
    }/${word}, a feature; write ./${word} for the path, or --scope conformance ${word}`
    return yield* new UsageInvalid({ problem })
  },
)

/** A pass that no run of the scope has is refused: nothing would run. */
export function checkPasses(passes: readonly string[], scope: CheckpointScope): Effect.Effect<void, UsageInvalid> {
  const wrong = passes.find((pass) => !runsIn(pass, scope._tag))
  if (wrong === undefined) return Effect.void
  const own = scopedPasses.get(wrong)
  const where = own === undefined ? "a run over the corpus or a change (--since REF)" : own.how
  return Effect.fail(
    new UsageInvalid({ problem: `--pass ${wrong} looks at nothing in this scope; it belongs to ${where}` }),
  )
}
