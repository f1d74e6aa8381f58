import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Stdio from "effect/Stdio"
import { redactValue } from "../core/redact/redact.ts"
import { renderReport } from "../core/report/render_report.ts"
import type { Config } from "../core/schema/config.ts"
import type { Report } from "../core/schema/report.ts"
import { passIds } from "../core/schema/pass_id.ts"
import { parseSelection } from "../core/selection/parse_selection.ts"
import type { Selection } from "../core/selection/selection.ts"
import { writeOutputFile } from "../engine/output_file.ts"
import { Progress } from "../engine/progress.ts"
import { Prompter } from "../engine/prompter.ts"
import { readConfig } from "../engine/read_config.ts"
import { findRoot } from "../engine/run_root.ts"
import { builtInPasses } from "../passes/built_in.ts"
import { checkpoint as runCheckpoint, type CheckpointRun } from "../pipelines/checkpoint.ts"
import type { Previewing } from "./apply_preview.ts"
import { batchPrompt } from "./batch_prompt.ts"
import { checkPasses, chooseScope, scopeFlags } from "./checkpoint_scope.ts"
import { dateOf, todayFlag } from "./date.ts"
import { eachPrompt } from "./each_prompt.ts"
import { AnswerIsNo } from "./exit_code.ts"
import { builtInOf, chooseExternal, externalFlags } from "./external_flags.ts"
import { GivenPath } from "./given_path.ts"
import { printOutcomes } from "./outcomes.ts"
import { UsageInvalid } from "./input.ts"
import { jsonOr, printNote, printRedacted, printResult, printWarnings } from "./output.ts"
import { progressOnTerminal } from "./progress.ts"
import { chosenReportDir, defaultReportDir } from "./report_place.ts"
import { selectDescription } from "./route.ts"
import { verdictOn } from "./verdict.ts"

const flags = {
  ...scopeFlags,
  root: Flag.String("root").pipe(
    Flag.withSchema(GivenPath),
    Flag.withMetavar("DIR"),
    Flag.withDescription("The repository (default: the git work tree, else the working directory)"),
    Flag.optional,
  ),
  reportDir: Flag.String("report-dir").pipe(
    Flag.withSchema(GivenPath),
    Flag.withMetavar("DIR"),
    Flag.withDescription(`Where runs are kept, from the root (default: ${defaultReportDir})`),
    Flag.optional,
  ),
  pass: Flag.String("pass").pipe(
    Flag.withMetavar("ID"),
    Flag.withDescription(`Run only this pass; may be repeated. One of ${passIds.join(", ")}, or one of .retro.yaml`),
    Flag.atLeast(0),
  ),
  ...externalFlags,
  select: Flag.String("select").pipe(
    Flag.withMetavar("SELECTION"),
    Flag.withDescription(selectDescription),
    Flag.optional,
  ),
  prompt: Flag.Literals("prompt", ["batch", "each"]).pipe(
    Flag.withDescription("At a terminal, ask once for all findings (batch, the default) or about each of them"),
    Flag.optional,
  ),
  allowDirty: Flag.Boolean("allow-dirty").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Also edit files with uncommitted changes"),
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Write nothing at all, but for --output and --record"),
  ),
  json: jsonOr("md"),
  output: Flag.String("output").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Write the report there instead of the standard output"),
    Flag.optional,
  ),
  failOn: Flag.Literals("fail-on", ["critical", "high", "medium", "low", "never"]).pipe(
    Flag.withDescription(
      "Exit with 1 when a NEW or CARRIED finding that is still open is at least this severe (default: fail_on of " +
        ".retro.yaml, else never); when a pass could not finish, the code is 3",
    ),
    Flag.optional,
  ),
  today: todayFlag,
}

/** `retro checkpoint`: the main job. */
export const checkpoint = Command.make(
  "checkpoint",
  flags,
  Effect.fnUntraced(function* (given) {
    const { json } = given
    const root = yield* findRoot(Option.getOrUndefined(given.root))
    const config = yield* readConfig(root)
    const chosen = yield* chooseScope(root, given)
    yield* checkPasses(yield* builtInOf(given.pass, passIds, config), chosen.scope)
    const external = yield* chooseExternal(given, config)
    const today = yield* dateOf(given.today)
    const flow = yield* promptFlow(given)
    const interrupted = yield* Ref.make(false)
    const run = yield* runCheckpoint({
      root,
      ...chosen,
      passes: builtInPasses,
      only: given.pass,
      external,
      config,
      reportDir: yield* chosenReportDir(root, given.reportDir, config),
      today,
      select: (report, shown, planning) =>
        select(report, {
          today,
          text: given.select,
          shown,
          flow,
          config,
          previewing: { ...planning, allowDirty: given.allowDirty },
          interrupted,
        }),
      allowDirty: given.allowDirty,
      dryRun: given.dryRun,
    }).pipe(Effect.provideService(Progress, yield* progressOnTerminal))
    const output = Option.getOrUndefined(given.output)
    const isTerminal = !json && output === undefined && (yield* (yield* Stdio.Stdio).stdoutIsTerminal)
    // The short form says its warnings to the person who reads it; whoever reads a pipe or a file is told them here.
    if (!isTerminal) yield* printWarnings(run.report.warnings)
    yield* tell(run)
    yield* printReport(run.report, { json, isTerminal, output, config })
    if (run.persistFailure !== undefined) return yield* run.persistFailure
    // What was decided before Ctrl-C is done and kept; whoever called the program is told that it was pressed.
    if (yield* Ref.get(interrupted)) return yield* Effect.interrupt
    const { code, why } = verdictOn(run.report, Option.getOrUndefined(given.failOn), run.config.fail_on)
    yield* printWarnings(why)
    if (code !== 0) return yield* new AnswerIsNo({ code })
  }),
).pipe(
  Command.withDescription("Look for what the repository says that is no longer true, and compare with the last run"),
  Command.withExamples([
    { command: "retro checkpoint", description: "Look at the whole repository, ask what to do, keep the run" },
    { command: "retro checkpoint docs --dry-run", description: "Look at one folder, write nothing" },
    { command: "retro checkpoint --since main", description: "Look at what this branch changed" },
    {
      command: "retro checkpoint search",
      description: "Look whether the feature with this slug is what its spec says",
    },
    { command: "retro checkpoint --scope module", description: "Look at the modules that were just built" },
    { command: 'retro checkpoint --select "apply R001" --fail-on high', description: "Without a terminal, as in CI" },
  ]),
)

/** How a person is asked. */
type Flow = "batch" | "each"

interface Selecting {
  readonly today: string
  readonly text: Option.Option<string>
  /** The ids of the findings that the stored report shows. */
  readonly shown: ReadonlySet<string>
  /** Absent: nobody is asked. */
  readonly flow: Flow | undefined
  readonly config: Config
  readonly previewing: Previewing
  /** Whether Ctrl-C stopped the asking. */
  readonly interrupted: Ref.Ref<boolean>
}

interface Asked {
  readonly prompt: Option.Option<Flow>
  readonly select: Option.Option<string>
  readonly dryRun: boolean
  readonly json: boolean
}

/** How a person is asked, if one may be; whoever asked for a prompt is told why there is none. */
const promptFlow = Effect.fnUntraced(function* ({ prompt, select, dryRun, json }: Asked) {
  if (Option.isSome(prompt) && Option.isSome(select)) {
    const problem = "Cannot ask what to do: --select says it already; leave out --select or --prompt"
    return yield* new UsageInvalid({ problem })
  }
  const isAttended = yield* (yield* Prompter).canAsk
  const reasons: readonly (readonly [boolean, string])[] = [
    [json, "the result is JSON"],
    [dryRun, "a dry run writes nothing"],
    [!isAttended, "the standard input or the standard error is no terminal"],
  ]
  const why = reasons.find(([holds]) => holds)?.[1]
  if (why !== undefined && Option.isSome(prompt)) {
    yield* printWarnings([`nothing is asked, because ${why}; what is found stays open`])
  }
  return why === undefined ? Option.getOrElse(prompt, (): Flow => "batch") : undefined
})

/** What `--select` says, else what the person at the terminal says, else nothing. */
const select = Effect.fnUntraced(function* (report: Report, selecting: Selecting) {
  const { today, text, shown, flow, config, previewing, interrupted } = selecting
  if (Option.isSome(text)) {
    return yield* Effect.fromResult(
      parseSelection(text.value, report, { today, prompt: false, shown }),
    )
  }
  const nothing: Selection = []
  if (flow === undefined || report.findings.length === 0) return nothing
  yield* (yield* Prompter).show(
    renderReport(redactValue(report), { destination: "terminal", limits: config.limits ?? {} }),
  )
  if (flow === "batch") return yield* batchPrompt(report, { previewing, today })
  const { selection, isInterrupted } = yield* eachPrompt(report, { previewing, today })
  yield* Ref.set(interrupted, isInterrupted)
  return selection
})

/** What was decided and where the run is kept, on the standard error. */
function tell({ report, not_kept }: CheckpointRun): Effect.Effect<void> {
  const { outcomes = [], persisted } = report
  const lines = [
    ...(outcomes.length === 0 ? [] : [printOutcomes(outcomes)]),
    ...(persisted === undefined ? [] : [`kept as ${persisted.dir}/${persisted.file}`]),
    ...(not_kept === undefined ? [] : [`not kept: ${not_kept}`]),
    ...(persisted?.adopted === undefined
      ? []
      : [`an edited ${persisted.latest} was kept as ${persisted.adopted} first`]),
    ...(persisted?.moved_aside === undefined
      ? []
      : [`the malformed ${persisted.latest} was moved to ${persisted.moved_aside}`]),
  ]
  return lines.length === 0 ? Effect.void : printNote(lines.join("\n"))
}

interface Printing {
  readonly json: boolean
  readonly isTerminal: boolean
  readonly output: string | undefined
  readonly config: Config
}

/** A terminal gets the short form with its ceiling; a pipe or a file gets the whole report. */
const printReport = Effect.fnUntraced(function* (found: Report, { json, isTerminal, output, config }: Printing) {
  const report = redactValue(found)
  const text = json
    ? JSON.stringify(report)
    : renderReport(report, { destination: isTerminal ? "terminal" : "file", limits: config.limits ?? {} })
  const print = json ? printRedacted(report) : printResult(text)
  if (output === undefined) return yield* print
  yield* writeOutputFile(output, `${text.replace(/\n$/u, "")}\n`).pipe(
    // The run is over and may be kept nowhere else.
    Effect.tapError(() => print),
  )
})
