import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import * as Stream from "effect/Stream"
import * as ChildProcess from "effect/process/ChildProcess"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import type { ProgramEnd } from "../../core/external/program_end.ts"
import { systemMessage } from "../../engine/io_failed.ts"
import { saidLines } from "./said_lines.ts"

/** What to run, and where. */
export interface Program {
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** The folder in which it runs, absolute. */
  readonly root: string
  /** What it reads on its standard input. */
  readonly input: string
  /** After how many seconds it is ended. */
  readonly seconds: number
  /** Is told each line of its standard error as it comes. */
  readonly tell: (line: string) => Effect.Effect<void>
}

/** What a program printed, and how it ended; or why it could not be started. */
export type ProgramRun =
  | { readonly _tag: "ran"; readonly output: string; readonly ended: ProgramEnd; readonly last_words?: string }
  | { readonly _tag: "not started"; readonly why: string }

/** The most bytes of an answer. */
const mostBytes = 16_000_000
/** How long a program may take to end when it is told to. */
const grace = "2 seconds"

/**
 * Runs a program with all that this process's environment holds, and reads what it prints. When its time is over or it
 * prints too much, its whole process group is told to end, and killed when it does not. What it leaves running in its
 * group ends with it.
 */
export const runProgram: (
  program: Program,
) => Effect.Effect<ProgramRun, never, ChildProcessSpawner.ChildProcessSpawner | Path.Path> = Effect.fn("runProgram")(
  function* ({ command: [name = "", ...args], root, input, seconds, tell }) {
    const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
    const path = yield* Path.Path
    const said = saidLines(tell)
    const chunks: Uint8Array[] = []
    let size = 0
    let hasStarted = false
    const run = Effect.gen(function* () {
      const child = yield* spawner.spawn(
        ChildProcess.make(/[\\/]/u.test(name) ? path.resolve(root, name) : name, args, {
          cwd: root,
          stdin: Stream.make(new TextEncoder().encode(input)),
          forceKillAfter: grace,
        }),
      )
      hasStarted = true
      const printed = Stream.runForEach(child.stdout, (chunk): Effect.Effect<void, ProgramEnd> => {
        size += chunk.length
        if (size > mostBytes) return Effect.fail({ how: "limit", bytes: mostBytes })
        chunks.push(chunk)
        return Effect.void
      })
      const heard = Stream.runForEach(Stream.decodeText(child.stderr), said.hear)
      const reading = yield* Effect.forkChild(Effect.all([printed, heard], { concurrency: 2, discard: true }))
      const exit = Effect.match(child.exitCode, { onFailure: signalOf, onSuccess: (code) => exitWith(code) })
      const ended = yield* Effect.raceFirst(exit, Effect.andThen(Fiber.join(reading), exit))
      // What it started may go on and hold the pipes open.
      yield* Effect.timeoutOption(Fiber.join(reading), grace)
      return ended
    }).pipe(
      Effect.scoped,
      Effect.timeoutOrElse({
        duration: seconds * 1000,
        orElse: () => Effect.succeed<ProgramEnd>({ how: "timeout", seconds }),
      }),
      Effect.catch((failure): Effect.Effect<ProgramEnd, PlatformError.PlatformError> =>
        "how" in failure ? Effect.succeed(failure) : Effect.fail(failure)
      ),
      Effect.map((ended): ProgramRun => ({ _tag: "ran", output: textOf(chunks, ended), ended })),
      Effect.catch((error) =>
        Effect.succeed<ProgramRun>({ _tag: "not started", why: whyNotStarted(name, error, hasStarted) })
      ),
    )
    const ran = yield* run
    yield* said.end
    const lastWords = said.last()
    return ran._tag === "not started" || lastWords === undefined ? ran : { ...ran, last_words: lastWords }
  },
)

function exitWith(code: number): ProgramEnd {
  return { how: "exit", code }
}

/** A program that a signal ended has no exit code: the platform names the signal in its message. */
function signalOf(error: PlatformError.PlatformError): ProgramEnd {
  return { how: "signal", signal: /SIG[A-Z0-9]+/u.exec(systemMessage(error))?.[0] ?? "a signal" }
}

/** What was printed; of a program that was ended, the whole lines. */
function textOf(chunks: readonly Uint8Array[], { how }: ProgramEnd): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode()
  return how === "exit" ? text : text.slice(0, text.lastIndexOf("\n") + 1)
}

function whyNotStarted(name: string, error: PlatformError.PlatformError, hasStarted: boolean): string {
  if (hasStarted) return `what its program said could not be read (${systemMessage(error)}); run again`
  if (error.reason._tag === "NotFound") {
    const place = /[\\/]/u.test(name) ? "in the root" : "on the PATH"
    return `there is no program "${name}" ${place}; install it, or correct "command"`
  }
  return `its program "${name}" could not be started (${systemMessage(error)}); correct "command"`
}
