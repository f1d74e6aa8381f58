import * as process from "node:process"
import * as Effect from "effect/Effect"
import type * as PlatformError from "effect/PlatformError"
import * as Stream from "effect/Stream"
import * as ChildProcess from "effect/process/ChildProcess"
import type * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import { GitFailed } from "../engine/git.ts"

/** What a git command said. */
export interface GitAnswer {
  readonly code: number
  readonly bytes: Uint8Array
  readonly errors: string
}

/** Runs git in a folder; fails only when git cannot be started or its output not be read. */
export type RunGit = (
  directory: string,
  args: readonly string[],
  stdin?: Uint8Array,
) => Effect.Effect<GitAnswer, GitFailed | PlatformError.PlatformError>

/**
 * What git inherits from this process: where it finds programs, and the user's own configuration with the numbered
 * GIT_CONFIG_KEY_n that GIT_CONFIG_COUNT announces. Nothing else, least of all GIT_DIR and GIT_INDEX_FILE, which a hook sets and which would make git answer about another repository.
 */
const inherited = [
  "PATH",
  "HOME",
  "XDG_CONFIG_HOME",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CEILING_DIRECTORIES",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  "GIT_CONFIG_COUNT",
  "USERPROFILE",
  "SystemRoot",
] as const

/** English messages, no prompt, no write of the index, no download of what a partial clone left out. */
const fixed = {
  LC_ALL: "C",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_PAGER: "cat",
} as const

/** Against settings of a repository that would run a program or change what an answer looks like. */
const settings = ["core.fsmonitor=false", "core.quotePath=false", "diff.renameLimit=0"]

/** The variables of this process that git gets. Needs the permission to read them. */
export function gitEnvironment(
  own: { readonly [name: string]: string | undefined } = process.env,
): Record<string, string> {
  const environment: Record<string, string> = {}
  const count = Number(own["GIT_CONFIG_COUNT"] ?? 0)
  const numbers = Array.from(
    { length: Number.isInteger(count) ? Math.max(0, Math.min(count, 100)) : 0 },
    (_, index) => index,
  )
  const settings = numbers.flatMap((number) => [`GIT_CONFIG_KEY_${number}`, `GIT_CONFIG_VALUE_${number}`])
  for (const name of [...inherited, ...settings]) {
    const value = own[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

/**
 * A {@link RunGit} by the machine's git. The folder is an argument (`-C`), not the child's working directory: the
 * latter would ask for one more permission. The environment is read when git is run, so that what runs no git needs no
 * permission for it.
 */
export function runGitWith(
  spawner: ChildProcessSpawner.ChildProcessSpawner["Service"],
  environment: () => Record<string, string>,
): RunGit {
  return Effect.fn("git")(function* (directory, args, stdin) {
    const child = yield* spawner.spawn(
      ChildProcess.make("git", [...settings.flatMap((setting) => ["-c", setting]), "-C", directory, ...args], {
        env: { ...environment(), ...fixed },
        stdin: stdin === undefined ? "ignore" : Stream.make(stdin),
      }),
    )
    const [output, errors, code] = yield* Effect.all([
      Stream.runCollect(child.stdout),
      Stream.mkString(Stream.decodeText(child.stderr)),
      child.exitCode,
    ], { concurrency: 3 })
    return { code, bytes: concatenate(output), errors: errors.trim() }
  }, Effect.scoped)
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const only = chunks.length === 1 ? chunks[0] : undefined
  if (only !== undefined) return only
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

/** The bytes of an answer that must be a success. */
export function succeeded(args: readonly string[], answer: GitAnswer): Effect.Effect<Uint8Array, GitFailed> {
  return answer.code === 0 ? Effect.succeed(answer.bytes) : Effect.fail(gitFailed(args, answer))
}

/** The failure that an answer means, with what git said and nothing of what it was asked besides the command. */
export function gitFailed(args: readonly string[], answer: GitAnswer): GitFailed {
  return new GitFailed({
    command: args[0] ?? "",
    detail: answer.errors === "" ? `it ended with code ${answer.code}` : answer.errors.replace(/\s+/gu, " "),
  })
}
