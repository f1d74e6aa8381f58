import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as CommandLine from "effect/process/CommandLine"
import type * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import { type ExternalRequest, pathsOf } from "../../core/external/external_request.ts"
import type { ExternalRecord } from "../../core/external/external_record.ts"
import { redactAnswer } from "../../core/external/answer_items.ts"
import { readAnswer } from "../../core/external/read_answer.ts"
import { redact, redactValue } from "../../core/redact/redact.ts"
import type { ExternalPassSettings } from "../../core/schema/pass_settings.ts"
import type { CorpusReading } from "../../engine/corpus_reader.ts"
import { digestOf } from "../../engine/digest.ts"
import { furtherTexts } from "../../engine/further_texts.ts"
import type { IoFailed } from "../../engine/io_failed.ts"
import { type Given, none, readRecord, writeRecord } from "./answer_records.ts"
import type { ExternalOptions } from "./external_options.ts"
import { answered, type ExternalResult, unanswered } from "./external_result.ts"
import { runProgram } from "./run_program.ts"

/** What the configuration says of a pass that is a program. */
export interface ExternalPass {
  readonly id: string
  readonly settings: ExternalPassSettings
}

/** What asking a pass needs of its host. */
export type ExternalServices = ChildProcessSpawner.ChildProcessSpawner | FileSystem.FileSystem | Path.Path

/** After how many seconds a program is ended, unless its settings say another. */
const defaultSeconds = 300

/** Asks a pass, or takes the answer that it gave before, and checks what it says. */
export const askPass: (
  pass: ExternalPass,
  asked: Omit<ExternalRequest, "pass">,
  reading: CorpusReading,
  options: ExternalOptions,
) => Effect.Effect<ExternalResult, IoFailed, ExternalServices> = Effect.fn("askPass")(
  function* (pass, asked, reading, options) {
    const { id } = pass
    const request = redactValue(requestOf(id, asked))
    const digest = yield* requestDigest(request)
    const given = options.replay === undefined
      ? yield* runAndRecord(pass, request, digest, reading, options)
      : yield* readRecord(options.replay, id, digest)
    if (given._tag === "none") return unanswered(id, given.why)
    const { header, answer } = given.record
    const said = readAnswer(id, answer, { roots: reading.corpus.scope, paths: pathsOf(request) })
    const quoted = said.findings.flatMap((finding) => finding.evidence ?? []).map((evidence) => evidence.path)
    const { result, warnings } = answered(id, said, header, yield* furtherTexts(reading, quoted))
    if (header.today === request.today) return { result, warnings }
    return { result, warnings: [`${id}: its answer is of ${header.today}`, ...warnings] }
  },
)

/** The fields in the order in which a reader wants them. */
function requestOf(pass: string, { schema, ...asked }: Omit<ExternalRequest, "pass">): ExternalRequest {
  return { schema, pass, ...asked }
}

/** A record fits on any day: repeat runs are what it is for. */
function requestDigest({ today: _, ...request }: ExternalRequest): Effect.Effect<string> {
  return digestOf([JSON.stringify(request)])
}

const runAndRecord = Effect.fnUntraced(function* (
  { id, settings }: ExternalPass,
  request: ExternalRequest,
  digest: string,
  { root }: CorpusReading,
  { record: folder, note = () => Effect.void }: ExternalOptions,
) {
  const { command, timeout_seconds: seconds = defaultSeconds } = settings
  yield* note(`${id} runs: ${CommandLine.display(command)} (at most ${seconds} s)`)
  const tell = (line: string) => note(`${id}: ${line}`)
  const run = yield* runProgram({ command, root, input: `${JSON.stringify(request)}\n`, seconds, tell })
  if (run._tag === "not started") return none(run.why)
  const { ended, last_words: words } = run
  const hasFailed = ended.how !== "exit" || ended.code !== 0
  const record: ExternalRecord = {
    header: {
      type: "record",
      schema: 1,
      pass: id,
      request: digest,
      today: request.today,
      ended,
      ...(hasFailed && words !== undefined ? { last_words: redact(words) } : {}),
    },
    // Before it is kept or read: both must see the same.
    answer: redactAnswer(run.output),
  }
  if (folder !== undefined) yield* writeRecord(folder, record)
  const given: Given = { _tag: "answer", record }
  return given
})
