import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import { createdDay } from "../core/decision/created_day.ts"
import type { CorpusReading } from "../engine/corpus_reader.ts"
import { Git, type GitCommit, type GitFailed } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { isThere } from "../engine/is_there.ts"
import { type FeatureFile, featureFolders } from "../passes/feature/feature_chain.ts"
import { runPasses } from "../passes/run_passes.ts"
import { slugConformance } from "../passes/slug_conformance.ts"
import { chainOf, knownSlugs, type WorkDone } from "../passes/slug_conformance/conformance_facts.ts"
import type { RunOptions } from "./checkpoint_options.ts"
import { type PreparedRun, readForPasses, reportDirOf, type RunServices } from "./prepared_run.ts"
import { conformanceScope } from "./run_scope.ts"
import { shallowClone } from "./shallow_clone.ts"

/**
 * No file of the corpus has this slug; `known` has the slugs that are there, ascending, `ignored` a folder of the slug
 * that git ignores.
 *
 * @example
 * ```ts
 * import { SlugUnknown } from "@retro/cli"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(
 *   new SlugUnknown({ slug: "serch", known: ["reader", "search"] }).message,
 *   'Cannot look at "serch": there is no such file or folder, and no spec, plan, vision or proposal has this slug; ' +
 *     "known slugs: reader, search",
 * )
 * ```
 */
export class SlugUnknown extends Data.Error<{
  readonly slug: string
  readonly known: readonly string[]
  readonly ignored?: string
}> {
  /** Tells the error from others, as for `Effect.catchTag`. */
  readonly _tag = "SlugUnknown"
  /** What a log calls the error. */
  override readonly name = "SlugUnknown"
  /** What failed, why, and the next step. */
  override get message(): string {
    if (this.ignored !== undefined) {
      return `Cannot look at "${this.slug}": git ignores "${this.ignored}", and what it ignores is no part of the corpus; add it to the repository`
    }
    const more = this.known.length > mostNamed ? ` and ${this.known.length - mostNamed} more` : ""
    const next = this.known.length === 0
      ? "name one that exists"
      : `known slugs: ${this.known.slice(0, mostNamed).join(", ")}${more}`
    return `Cannot look at "${this.slug}": there is no such file or folder, and no spec, plan, vision or proposal has this slug; ${next}`
  }
}

const mostNamed = 10

/** A run over one feature: its spec, its plan, and what was done since. */
export const conformanceRun: (
  options: RunOptions,
  slug: string,
) => Effect.Effect<PreparedRun, GitFailed | IoFailed | SlugUnknown, RunServices> = Effect.fn("conformanceRun")(
  function* (options, slug) {
    const { only = [], config, today } = options
    const reading = yield* readForPasses({ ...options, paths: [] }, [])
    const { corpus } = reading
    const chain = chainOf(corpus, slug)
    if (chain === undefined) {
      const ignored = yield* ignoredFolder(reading, slug)
      const known = knownSlugs(corpus)
      return yield* new SlugUnknown({ slug, known, ...(ignored === undefined ? {} : { ignored }) })
    }
    const work = yield* workOf(reading, chain.plan)
    const pass = slugConformance({ slug, work })
    return {
      reading,
      passRun: runPasses(corpus, [pass], only),
      scope: conformanceScope(slug),
      config,
      reportDir: yield* reportDirOf(options),
      today,
      oriented: { kind: `conformance:${slug}`, paths: chain.files.map(({ path }) => path) },
      warnings: [],
    }
  },
)

/** A folder that the slug has, and that git ignores: many keep what agents write to themselves. */
const ignoredFolder = Effect.fnUntraced(function* ({ root, corpus }: CorpusReading, slug: string) {
  const path = yield* Path.Path
  const folders = featureFolders.map((folder) => `${folder}/${slug}`)
    .filter((folder) => corpus.paths.lookup(folder) === "ignored")
  const there = yield* Effect.filter(
    folders,
    (folder) => Effect.orElseSucceed(isThere(path.join(root, folder)), () => false),
  )
  return there[0]
})

/**
 * What was done since the plan was made: from the commit on that brought it, or from the day on that it names. A first
 * commit brought what was there before. Fails with why it cannot be known: where a shallow clone is cut, a commit looks
 * like the first one.
 */
const workOf = Effect.fnUntraced(function* ({ root, repository }: CorpusReading, plan: FeatureFile | undefined) {
  const git = yield* Git
  if (repository === undefined) {
    return Result.fail((yield* git.installed) ? "the root is in no git work tree" : "git is not installed")
  }
  if (repository.head === undefined) return Result.fail("there is no commit yet")
  const touched = yield* git.changesSince(root, repository.head)
  const created = createdDay(plan?.decision ?? {}) ?? "1970-01-01"
  const commits = yield* git.commitsSince(root, { date: created })
  const first = plan === undefined ? -1 : commits.findLastIndex(({ paths }) => paths.includes(plan.path))
  const made: GitCommit | undefined = commits[first]
  const since = made === undefined ? commits : commits.slice(0, first + 1)
  if (repository.shallow && since.some((commit) => commit.first)) {
    return Result.fail(shallowClone)
  }
  const text = made === undefined || plan === undefined
    ? undefined
    : (yield* git.readAt(root, made.commit, [plan.path])).get(plan.path)
  const work: WorkDone = {
    commits: made?.first === true ? since.slice(0, -1) : since,
    touched: touched ?? [],
    ...(text === undefined ? {} : { first_plan: text }),
  }
  return Result.succeed(work)
})
