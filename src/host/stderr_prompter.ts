import process from "node:process"
import { createInterface } from "node:readline"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Prompter, type Talk } from "../engine/prompter.ts"
import { openEditor, preferredEditor } from "./editor_process.ts"

/**
 * {@link Prompter} by line editing of `node:readline`, which writes to the standard error: Effect's own `Terminal`
 * writes to the standard output, where only the result belongs.
 */
export const stderrPrompterLayer: Layer.Layer<Prompter> = Layer.succeed(Prompter, {
  canAsk: Effect.sync(() => process.stdin.isTTY === true && process.stderr.isTTY === true),
  show: (text) => Effect.sync(() => void process.stderr.write(`${text}\n`)),
  editor: preferredEditor,
  talk: Effect.map(
    Effect.acquireRelease(Effect.sync(openLines), ({ close }) => Effect.sync(close)),
    ({ next, isInterrupted, lend }): Talk => ({
      ask: (question, draft = "") =>
        Effect.callback<string | undefined>((resume) => next(question, draft, (line) => resume(Effect.succeed(line))))
          .pipe(
            // What was typed together with the line is read first: Ctrl-C may be among it.
            Effect.tap(Effect.yieldNow),
            Effect.flatMap((line) => isInterrupted() ? Effect.interrupt : Effect.succeed(line)),
          ),
      edit: (command, file) =>
        Effect.acquireUseRelease(
          Effect.sync(lend),
          () => openEditor(command, file),
          (takeBack) => Effect.sync(takeBack),
        ),
    }),
  ),
})

type Receive = (line: string | undefined) => void

interface Lines {
  /** Asks, and hands over the next line, which may have been typed already; `undefined` at the end of the input. */
  readonly next: (question: string, draft: string, receive: Receive) => void
  /** Whether Ctrl-C was typed, which also ends the input. */
  readonly isInterrupted: () => boolean
  /** Leaves the terminal to another program, until the function that it gives is called. */
  readonly lend: () => () => void
  readonly close: () => void
}

function openLines(): Lines {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  // The standard input of Deno does not keep the process alive while a line is awaited.
  const alive = setInterval(() => {}, 1 << 30)
  const typed: string[] = []
  let waiting: Receive | undefined
  let isClosed = false
  let isInterrupted = false
  const close = (): void => {
    clearInterval(alive)
    if (!isClosed) terminal.close()
  }
  terminal.on("line", (line) => {
    if (waiting === undefined) return void typed.push(line)
    const receive = waiting
    waiting = undefined
    receive(line)
  })
  terminal.on("SIGINT", () => {
    isInterrupted = true
    close()
  })
  terminal.on("close", () => {
    isClosed = true
    clearInterval(alive)
    // The cursor stands after the question.
    if (waiting !== undefined) process.stderr.write("\n")
    waiting?.(undefined)
  })
  return {
    close,
    isInterrupted: () => isInterrupted,
    next: (question, draft, receive) => {
      const line = typed.shift()
      if (line !== undefined || isClosed) return receive(line)
      waiting = receive
      terminal.setPrompt(question)
      terminal.prompt()
      if (draft !== "") terminal.write(draft)
    },
    lend: () => {
      terminal.pause()
      process.stdin.setRawMode(false)
      return () => {
        if (isClosed) return
        process.stdin.setRawMode(true)
        terminal.resume()
      }
    },
  }
}
