import { deepStrictEqual } from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import type { Outcome } from "../services/program.ts"
import { temporaryRepository } from "../services/temporary_repository.ts"
import { question, type Session, talkAtTerminal } from "../services/terminal.ts"
import type { Form } from "./forms.ts"

/** One thing that a user did, and all that came of it. Times and the folder are masked. */
export interface Step {
  readonly did: string
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Every file of the repository but git's own. */
  readonly files: Readonly<Record<string, string>>
}

/** What a run may be given beside its arguments. */
export interface Given {
  readonly stdin?: string | Uint8Array
  /** The folder in the repository where the user stands. */
  readonly at?: string
  /** Whether a script takes what a person types for this form, such as `npx retro`, which starts it. */
  readonly typed?: boolean
}

/** A user with one form of `retro` in a repository of their own. */
export interface Visit {
  readonly folder: string
  readonly git: (...args: readonly string[]) => string
  readonly write: (path: string, content: string) => void
  readonly commit: (files: Readonly<Record<string, string>>) => void
  readonly read: (path: string) => string
  /** Runs `retro` without a terminal. */
  readonly retro: (args: readonly string[], given?: Given) => Promise<Outcome>
  /** Runs a script of the shell, in which `retro` is this form of it. */
  readonly shell: (script: string, given?: Given) => Promise<Outcome>
  /** Runs a script at a terminal, and types each answer when what it waits for is there: the question, or what it says. */
  readonly terminal: (
    script: string,
    answers: readonly (string | readonly [awaited: string, keys: string])[],
  ) => Promise<Session>
}

/** Something that users do with `retro`, from its beginning to its end. */
export interface Journey {
  readonly name: string
  /** Why it cannot be made on this machine. */
  readonly impossible?: string
  /** Why it cannot be made with a form, or nothing. */
  readonly without?: (form: Form) => string | undefined
  readonly files: Readonly<Record<string, string>>
  /** Makes the journey, and asserts what it means. */
  readonly make: (visit: Visit) => Promise<void>
}

/** What a journey that needs the shell says of a machine that has another one. */
export const inBash: Pick<Journey, "impossible"> = Deno.build.os === "windows" ? { impossible: "it needs bash" } : {}

/** The day of the runs that say no other. */
export const today = "2026-03-01"

/** What the user's own settings must not change. */
const environment = { NO_COLOR: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }

/** Makes a journey with a form, and gives all that was done. */
export async function make(journey: Journey, form: Form): Promise<readonly Step[]> {
  using repository = temporaryRepository()
  const { directory: folder } = repository
  repository.commit(journey.files)
  const steps: Step[] = []
  const masked = (text: string): string =>
    text.replaceAll(folder, "<folder>").replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu, "<time>")
  const note = (did: string, { code, stdout, stderr }: Omit<Step, "did" | "files">): void => {
    steps.push({
      did: masked(did),
      code,
      stdout: masked(stdout),
      stderr: masked(stderr),
      files: filesOf(folder, masked),
    })
  }
  const run = async (did: string, command: readonly string[], given: Given = {}): Promise<Outcome> => {
    const outcome = await ran(command, join(folder, given.at ?? "."), given.stdin)
    note(did, outcome)
    return outcome
  }
  const typed = form.typed ?? form.command
  const defining = (command: readonly string[]): string => `retro() { ${command.map(quoted).join(" ")} "$@"; }\n`
  await journey.make({
    folder,
    git: (...args) => repository.git(args),
    write: repository.write,
    commit: (files) => void repository.commit(files),
    read: (path) => readFileSync(join(folder, path), "utf8"),
    retro: (args, given) => run(args.join(" "), [...form.command, ...args], given),
    shell: (script, given) =>
      run(script, ["bash", "-c", defining(given?.typed === true ? typed : form.command) + script], given),
    terminal: async (script, answers) => {
      const steps = answers.map((answer) => typeof answer === "string" ? [question, answer] as const : answer)
      const session = await talkAtTerminal(`bash -c ${quoted(defining(typed) + script)}`, folder, steps, environment)
      note(script, { code: session.code, stdout: session.seen, stderr: "" })
      return session
    },
  })
  return steps
}

/** Both forms did the same; the first difference is shown, not the whole journey. */
export function sameSteps(given: readonly Step[], expected: readonly Step[]): void {
  for (const [index, step] of expected.entries()) deepStrictEqual(given[index], step)
  deepStrictEqual(given.length, expected.length)
}

async function ran(command: readonly string[], cwd: string, stdin: Given["stdin"]): Promise<Outcome> {
  const [program = "", ...args] = command
  const env = { ...process.env, ...environment }
  const child = new Deno.Command(program, {
    args,
    cwd,
    env,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn()
  const fed = stdin === undefined ? undefined : feed(child.stdin, stdin)
  const { code, stdout, stderr } = await child.output()
  await fed
  const decoder = new TextDecoder()
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) }
}

/** A program need not read what it is given. */
async function feed(sink: WritableStream<Uint8Array>, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const writer = sink.getWriter()
  await writer.write(bytes).then(() => writer.close()).catch(() => {})
}

function filesOf(folder: string, masked: (text: string) => string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith(".git/"))
    .sort()
  return Object.fromEntries(names.map((name) => [name, masked(readFileSync(join(folder, name), "utf8"))]))
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
