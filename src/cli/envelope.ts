import process from "node:process"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"
import { buildDevLoopHandoffEnvelope, EnvelopeNotBuilt, type EnvelopeOptions } from "../core/envelope/build_envelope.ts"
import { validateHandoffEnvelope } from "../core/envelope/validate_envelope.ts"
import { fieldOf, quoted } from "../core/foreign/foreign_value.ts"
import { redactValue } from "../core/redact/redact.ts"
import { readDevLoopConfig } from "../engine/dev_loop_config.ts"
import { findRoot } from "../engine/run_root.ts"
import { timeNow } from "./date.ts"
import { AnswerIsNo } from "./exit_code.ts"
import { readDecoded, readJson, UsageInvalid } from "./input.ts"
import { jsonFlag, printJson, printNote, printResult } from "./output.ts"

/** What an envelope is built from. */
interface EnvelopeInput {
  readonly resolverOutput: unknown
  readonly settings?: unknown
  readonly gateState?: unknown
  readonly options?: EnvelopeOptions
  readonly now?: string
}

const EnvelopeInput: Schema.Codec<EnvelopeInput> = Schema.Struct({
  resolverOutput: Schema.Unknown,
  settings: Schema.optionalKey(Schema.Unknown),
  gateState: Schema.optionalKey(Schema.Unknown),
  options: Schema.optionalKey(Schema.Struct({
    repo: Schema.optionalKey(Schema.String),
    requiredReads: Schema.optionalKey(Schema.Array(Schema.String)),
    maxCopilotRounds: Schema.optionalKey(Schema.Int),
    cwd: Schema.optionalKey(Schema.String),
    env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    retrospectiveFindings: Schema.optionalKey(Schema.Unknown),
    gateConfig: Schema.optionalKey(Schema.Unknown),
    overrides: Schema.optionalKey(Schema.Unknown),
    sanctionedCommands: Schema.optionalKey(Schema.Unknown),
    specSource: Schema.optionalKey(Schema.String),
  })),
  now: Schema.optionalKey(Schema.String),
})

/** What a resolver printed counts as an input with nothing else in it. */
function asInput(value: unknown): unknown {
  return fieldOf(value, "resolverOutput") === undefined ? { resolverOutput: value } : value
}

const build = Command.make(
  "build",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const { resolverOutput, settings, gateState, options, now } = yield* readDecoded("-", EnvelopeInput, asInput)
    const used = settings ?? (yield* settingsHere)
    const env = options?.env ?? (yield* harness)
    const time = now ?? (yield* timeNow)
    const envelope = yield* Effect.try({
      try: () => buildDevLoopHandoffEnvelope(resolverOutput, used, gateState, { ...options, env }, time),
      catch: (error) => error,
    }).pipe(Effect.catchIf((error) => !(error instanceof EnvelopeNotBuilt), Effect.die))
    yield* json ? printJson(envelope) : printResult(JSON.stringify(redactValue(envelope), null, 2))
  }),
).pipe(Command.withDescription("Build the handoff envelope of what a resolver printed, on the standard input"))

/** The configuration of the current work tree, whose stop rules an envelope must not lose. */
const settingsHere = Effect.gen(function* () {
  const { config, errors: [error] } = yield* readDevLoopConfig(yield* findRoot(undefined))
  return error === undefined ? config : yield* new UsageInvalid({ problem: error.message })
})

/** The harness that runs this program, as far as an envelope cares. Only this variable is read. */
const harness: Effect.Effect<NonNullable<EnvelopeOptions["env"]>> = Effect.sync(() => ({
  CLAUDECODE: process.env["CLAUDECODE"],
}))

const validate = Command.make(
  "validate",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription('The envelope as JSON; "-" for the standard input'),
      Argument.withDefault("-"),
    ),
    requireFindings: Flag.Boolean("require-findings").pipe(
      Flag.withDefault(false),
      Flag.withDescription("An envelope without retrospectiveFindings breaks the contract"),
    ),
    json: jsonFlag,
  },
  Effect.fnUntraced(function* ({ file, requireFindings, json }) {
    const validation = validateHandoffEnvelope(yield* readJson(file), { requireFindings })
    const { ok, errors, warnings } = validation
    if (json) yield* printJson(validation)
    else {
      for (const { field, reason } of warnings) yield* printNote(`retro: ${field}: ${reason}`)
      yield* printResult(
        ok
          ? "the envelope keeps the contract"
          : errors.map(({ field, reason, got }) => `${field}: ${reason} (got ${quoted(got)})`).join("\n"),
      )
    }
    if (!ok) return yield* new AnswerIsNo({ code: 1 })
  }),
).pipe(Command.withDescription("Check a handoff envelope against its contract"))

/** `retro envelope …`: the handoff envelope. */
export const envelope = Command.make(
  "envelope",
  {},
  () => Effect.fail(new UsageInvalid({ problem: "envelope needs a subcommand: build or validate" })),
).pipe(
  Command.withDescription("Build or check a handoff envelope"),
  Command.withSubcommands([build, validate]),
)
