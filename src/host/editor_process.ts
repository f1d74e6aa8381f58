import { spawn } from "node:child_process"
import process from "node:process"
import * as Effect from "effect/Effect"
import { EditorFailed } from "../engine/prompter.ts"

/** What a shell ends with when it knows no such command. */
const notFound = 127

/** The editor that the environment names, which may have arguments. */
export const preferredEditor: Effect.Effect<string | undefined> = Effect.sync(() =>
  [process.env["VISUAL"], process.env["EDITOR"]].map((command = "") => command.trim()).find((command) => command !== "")
)

/**
 * Opens a file in an editor and waits for its end. The editor draws on the standard error: the standard output may be a
 * file. Ctrl-C is the editor's while it runs.
 */
export function openEditor(command: string, file: string): Effect.Effect<void, EditorFailed> {
  return Effect.callback((resume) => {
    const failed = (problem: string): void => {
      listenAgain()
      resume(Effect.fail(new EditorFailed({ command, problem })))
    }
    const listenAgain = setAsideInterrupts()
    try {
      const child = startEditor(command, file)
      child.on("error", ({ message }) => failed(`could not be started: ${message}`))
      child.on("close", (code, signal) => {
        if (code === notFound) return failed("was not found")
        if (code !== 0) return failed(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`)
        listenAgain()
        resume(Effect.void)
      })
    } catch (error) {
      failed(`could not be started: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
}

/** As git does it: the shell splits the command and does not read the name of the file. Ctrl-C is not for the shell, either. */
function startEditor(command: string, file: string): ReturnType<typeof spawn> {
  return process.platform === "win32"
    ? spawn(`${command} "${file}"`, { shell: true, stdio: ["inherit", 2, 2] })
    : spawn("sh", ["-c", `trap : INT\n${command} "$@"`, "sh", file], { stdio: ["inherit", 2, 2] })
}

/** Lets nobody here hear of Ctrl-C, until the function that it gives is called. */
function setAsideInterrupts(): () => void {
  const listeners = process.listeners("SIGINT")
  const ignore = (): void => {}
  process.on("SIGINT", ignore)
  for (const listener of listeners) process.off("SIGINT", listener)
  return () => {
    for (const listener of listeners) process.on("SIGINT", listener)
    process.off("SIGINT", ignore)
  }
}
