import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "../services/program.ts"
import type { Session, Step } from "../services/terminal.ts"
import { runs, today } from "./demo_repository.ts"

/** The program, to be run in a terminal. */
export const program = `'${Deno.execPath()}' run -A '${projectRoot}cli.ts' checkpoint --today ${today}`
/** The program that asks about each finding, its standard output in a file. */
export const command = `${program} --prompt each > .git/report.md`

/** The end of the question about a finding. */
export const choice = "(Enter: skip) "
/** What Ctrl-C types. */
export const ctrlC = "\u0003"
/** What Ctrl-D types. */
export const ctrlD = "\u0004"

/** Answers to the questions about findings, one after the other. */
export function choices(...answers: readonly string[]): readonly Step[] {
  return answers.map((answer) => [choice, answer])
}

/** Installs a shell script as an editor that is called with an argument; it is the value of `VISUAL`. */
export function editorOf(folder: string, script: string): { readonly VISUAL: string } {
  const file = join(folder, ".git/editor")
  writeFileSync(file, `#!/bin/sh\nfor file; do :; done\n${script}\n`)
  chmodSync(file, 0o755)
  return { VISUAL: `'${file}' --wait` }
}

/** The lines after the last question. */
export function endOf({ seen }: Session): readonly string[] {
  return (seen.split(choice).at(-1) ?? "").split("\n").slice(1)
}

/** The statuses of the findings in the report that was kept, in the order of their ids. */
export function statuses(folder: string): readonly string[] {
  const report = readFileSync(join(folder, runs, "latest.md"), "utf8")
  return [...report.matchAll(/^\| R\d{3} \|.* \| (.*) \|$/gmu)].map(([, status = ""]) => status)
}
