import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { byCodeUnit } from "../core/code_unit_order.ts"
import { candidatesOf, externalNodesOf, type ExternalRequest } from "../core/external/external_request.ts"
import type { Config } from "../core/schema/config.ts"
import { passIds } from "../core/schema/pass_id.ts"
import { ExternalPassSettings } from "../core/schema/pass_settings.ts"
import type { ScopeName } from "../core/schema/scope_name.ts"
import { pathInside } from "../engine/corpus_files.ts"
import { digestOf } from "../engine/digest.ts"
import { furtherTexts } from "../engine/further_texts.ts"
import { Git, type GitFailed } from "../engine/git.ts"
import type { IoFailed } from "../engine/io_failed.ts"
import { orientCorpus } from "../engine/orient.ts"
import { Progress } from "../engine/progress.ts"
import type { ExternalOptions } from "../passes/external/external_options.ts"
import { askPass, type ExternalPass, type ExternalServices } from "../passes/external/external_pass.ts"
import type { ExternalResult } from "../passes/external/external_result.ts"
import { notRun } from "../passes/outcome/pass_outcome.ts"
import type { RunOptions } from "./checkpoint_options.ts"
import type { PreparedRun, RunServices } from "./prepared_run.ts"

/** The run with what the programs say that its configuration names as passes; one that does not run says why. */
export const withExternalPasses: (
  run: PreparedRun,
  options: RunOptions,
) => Effect.Effect<PreparedRun, GitFailed | IoFailed, RunServices | ExternalServices> = Effect.fn("withExternalPasses")(
  function* (run, options) {
    const { external = {}, only = [], scope = { _tag: "corpus" } } = options
    const own = new Set(options.passes.map((pass) => pass.id))
    const known = run.passRun.results.map((result) => result.pass)
    const passes = externalPassesOf(run.config).filter(({ id }) => !own.has(id) && !known.includes(id))
    const unknown = only.filter((id) => ![...own, ...known, ...passIds, ...passes.map((pass) => pass.id)].includes(id))
    if (passes.length === 0 && unknown.length === 0) return run
    const choice: Choice = { external, only, scope: scope._tag }
    const asked = passes.some((pass) => whyNotRun(pass, choice) === undefined)
      ? yield* requestFor(run, scope._tag, external)
      : undefined
    const results = yield* Effect.forEach(passes, (pass): Effect.Effect<
      ExternalResult,
      IoFailed,
      ExternalServices
    > => {
      const why = whyNotRun(pass, choice)
      return why !== undefined || asked === undefined
        ? Effect.succeed({ result: notRun(pass.id, why ?? ""), warnings: [] })
        : Effect.andThen(
          Effect.flatMap(Progress, (progress) => progress(`asking ${pass.id}`)),
          askPass(pass, asked, run.reading, external),
        )
    })
    const { passRun } = run
    const strangers = unknown.map((id) => notRun(id, "the configuration that counts here has no such pass"))
    return {
      ...run,
      passRun: {
        results: [...passRun.results, ...results.map(({ result }) => result), ...strangers].sort((left, right) =>
          byCodeUnit(left.pass, right.pass)
        ),
        warnings: [...passRun.warnings, ...results.flatMap(({ warnings }) => warnings)],
      },
    }
  },
)

const decodeSettings = Schema.decodeUnknownResult(ExternalPassSettings)

/** The passes of a configuration that are programs, by id. */
export function externalPassesOf({ passes = {} }: Config): readonly ExternalPass[] {
  const builtIn: ReadonlySet<string> = new Set(passIds)
  return Object.keys(passes).filter((id) => !builtIn.has(id)).sort(byCodeUnit).flatMap((id) => {
    const settings = decodeSettings(passes[id])
    return Result.isSuccess(settings) ? [{ id, settings: settings.success }] : []
  })
}

/** What the user says of the passes that are programs. */
interface Choice {
  readonly external: ExternalOptions
  readonly only: readonly string[]
  readonly scope: ScopeName
}

/** A repository that somebody cloned runs nothing by itself. */
function whyNotRun({ id, settings: { scopes } }: ExternalPass, { external, only, scope }: Choice): string | undefined {
  if (only.length > 0 && !only.includes(id)) return "not chosen by --pass"
  if (scopes !== undefined && !scopes.includes(scope)) return `its "scopes" are ${scopes.join(", ")}, not ${scope}`
  const isAsked = only.length > 0 || external.all === true || external.replay !== undefined
  return isAsked ? undefined : `it is a program, which runs with --external or --pass ${id} only`
}

/** What every pass of a run is asked. */
const requestFor = Effect.fnUntraced(function* (run: PreparedRun, scope: ScopeName, external: ExternalOptions) {
  const { reading, base } = run
  const { corpus } = reading
  const isKept = yield* keptBy(run, external)
  const changes = base === undefined ? [] : yield* changesIn(run, base.commit, isKept)
  const nodes = externalNodesOf(corpus)
  const candidates = candidatesOf(corpus, scope, {
    nodes: nodes.map((node) => node.path),
    files: corpus.paths.files.filter((path) => !isKept(path)),
    changed: changes.filter(({ kind }) => kind !== "deleted").map(({ path }) => path),
  })
  const looked = [...new Set([...nodes.map((node) => node.path), ...candidates])].sort(byCodeUnit)
  const texts = yield* furtherTexts(reading, looked)
  // Not since the last run: a record is to fit the next one, too.
  const { orientations } = yield* orientCorpus(reading)
  const asked: Omit<ExternalRequest, "pass"> = {
    schema: 1,
    scope: run.scope.scope,
    roots: corpus.scope.length === 0 ? ["."] : corpus.scope,
    today: run.today,
    contents: yield* digestOf(looked.flatMap((path) => [path, texts.get(path) ?? ""])),
    nodes,
    orientation: orientations.map(({ since: _, note: __, ...orientation }) => orientation),
    ...(base === undefined ? {} : { change: { commit: base.commit, files: changes } }),
    request: {
      rules: nodes.filter(({ kind }) => kind === "rule").map(({ path }) => path),
      candidates,
    },
  }
  return asked
})

/** Whether a path is a report, or an answer that is kept: what a run leaves behind is no part of what it is about. */
const keptBy = Effect.fnUntraced(function* ({ reading }: PreparedRun, { record, replay }: ExternalOptions) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const answers = yield* Effect.forEach([record, replay], (folder) => {
    if (folder === undefined) return Effect.succeed([])
    const here = path.resolve(folder)
    return Effect.map(Effect.orElseSucceed(fs.realPath(here), () => here), (real) => {
      const inside = pathInside(path, reading.root, real)
      return inside === undefined ? [] : [inside]
    })
  })
  const folders = [...reading.reports, ...answers.flat()]
  return (file: string): boolean => folders.some((folder) => file.startsWith(`${folder}/`))
})

/** What changed, and is part of the corpus. */
const changesIn = Effect.fnUntraced(function* (
  { reading: { root, corpus } }: PreparedRun,
  commit: string,
  isKept: (path: string) => boolean,
) {
  const changes = (yield* (yield* Git).changesSince(root, commit)) ?? []
  return changes.filter(({ path }) => !isKept(path) && corpus.paths.outside(path) === undefined)
})
