import * as Schema from "effect/Schema"
import { Line } from "./line.ts"

/** When a program on standard input counts as inline code: never, as a heredoc or here-string, or also from a pipe. */
export type ProgramOnStdin = "never" | "heredoc" | "any"

/** What makes a call of an interpreter one with inline code. */
export interface PolicyInline {
  /** Flags after which code follows: `-e`, `--eval` (and `--eval=…`). */
  readonly flags: readonly string[]
  /** Letters that may be clustered before such a flag: with `pe`, `-pe` is `-p -e`. */
  readonly cluster_letters: string
  /** Flags whose value is the next word: it is no script name. */
  readonly value_flags: readonly string[]
  /** Whether a program on standard input counts. */
  readonly program_on_stdin: ProgramOnStdin
  /** Flags with which standard input is no program: `--check`, `--test`. */
  readonly no_stdin_flags?: readonly string[]
}

/** A tool whose use is recorded. */
export interface PolicyRule {
  /** Names the rule in details of findings. */
  readonly id: string
  /** What stands before the command in the list of violations. */
  readonly label: string
  /** Base names of command words; `*` stands for letters, digits, `.` and `_`. */
  readonly commands: readonly string[]
  /** Without it, any use counts. */
  readonly inline?: PolicyInline
  /** What to use instead. */
  readonly instead?: string
  /** Commands that the rule must catch: checked when the policy is loaded. */
  readonly match: readonly string[]
  /** Commands that the rule must not catch: checked when the policy is loaded. */
  readonly not_match: readonly string[]
}

/** Words that make a use an allowed one, such as `gh pr merge`. */
export interface PolicyAllowed {
  /** The command and its subcommands, in order. */
  readonly words: readonly string[]
  /** Flags with a value; no others may stand between the words. */
  readonly value_flags: readonly string[]
  /** Commands that it must allow: checked when the policy is loaded. */
  readonly match: readonly string[]
  /** Commands that it must not allow: checked when the policy is loaded. */
  readonly not_match: readonly string[]
}

/** A program that runs another one. */
export interface PolicyWrapper {
  /** Its base name; with a blank, its subcommand too: `uv run`. */
  readonly name: string
  /** Flags whose value is the next word. */
  readonly value_flags: readonly string[]
  /** How many words stand between the flags and the command, as the duration of `timeout`. */
  readonly positionals?: number
  /** Flags with which nothing is run. */
  readonly lookup_flags?: readonly string[]
  /** Flags whose value is the text of a shell: `npx -c`. */
  readonly shell_flags?: readonly string[]
  /** Flags whose value is split into words of the command: `env -S`. */
  readonly split_flags?: readonly string[]
  /** Flags with which a shell reads the standard input, unless a command follows: `sudo -s`. */
  readonly input_flags?: readonly string[]
  /** Words behind which the command stands, whatever comes before: `--`. Without such a word, nothing is run. */
  readonly behind?: readonly string[]
  /** Flags that a command follows, up to `;` or `+`, where `inner` is `exec`; by default those of `find`. */
  readonly exec_flags?: readonly string[]
  /** Whether the command runs on another machine or in a container: it counts only where `resolve.ssh` says so. */
  readonly elsewhere?: boolean
  /** What follows: a command, commands after `-exec`, or the words of a shell text. */
  readonly inner: "command" | "exec" | "shell"
}

/** What is read that is no plain command. */
export interface PolicyResolve {
  /** A pasted prompt before a command: `$ gh …`. */
  readonly prompts: boolean
  /** What `ssh HOST …`, `docker exec …` and the like run there. */
  readonly ssh: boolean
  /** A command word that is a variable with a literal value: `G=gh; $G …`. */
  readonly literal_variables: boolean
}

/** Which commands of a transcript count. */
export interface Policy {
  /** What counts as a raw call. */
  readonly rules: readonly PolicyRule[]
  /** Of what the rules catch, what is allowed all the same. */
  readonly allowed: readonly PolicyAllowed[]
  /** Programs that are looked through, to the one that they run. */
  readonly wrappers: readonly PolicyWrapper[]
  /** What else is looked through. */
  readonly resolve: PolicyResolve
}

const lines = Schema.Array(Line)
const examples = { match: Schema.Array(Schema.NonEmptyString), not_match: Schema.Array(Schema.NonEmptyString) }

/**
 * {@link Policy} as a schema: a policy file, in YAML or JSON.
 *
 * @example
 * ```ts
 * import { Policy } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { strictEqual } from "node:assert/strict"
 * const policy = Schema.decodeUnknownSync(Policy)({
 *   rules: [{ id: "kubectl", label: "kubectl", commands: ["kubectl"], match: ["kubectl get pods"], not_match: ["k9s"] }],
 *   allowed: [],
 *   wrappers: [],
 *   resolve: { prompts: false, ssh: false, literal_variables: false },
 * })
 * strictEqual(policy.rules[0]?.label, "kubectl")
 * ```
 */
export const Policy: Schema.Codec<Policy> = Schema.Struct({
  rules: Schema.Array(Schema.Struct({
    id: Line,
    label: Line,
    commands: lines.check(Schema.isMinLength(1)),
    inline: Schema.optionalKey(Schema.Struct({
      flags: lines,
      cluster_letters: Schema.String,
      value_flags: lines,
      program_on_stdin: Schema.Literals(["never", "heredoc", "any"]),
      no_stdin_flags: Schema.optionalKey(lines),
    })),
    instead: Schema.optionalKey(Line),
    ...examples,
  })).check(Schema.isMinLength(1, { message: "there is none, so nothing would count; write at least one" })),
  allowed: Schema.Array(Schema.Struct({
    words: lines.check(Schema.isMinLength(1)),
    value_flags: lines,
    ...examples,
  })),
  wrappers: Schema.Array(Schema.Struct({
    name: Line,
    value_flags: lines,
    positionals: Schema.optionalKey(Schema.Natural),
    lookup_flags: Schema.optionalKey(lines),
    shell_flags: Schema.optionalKey(lines),
    split_flags: Schema.optionalKey(lines),
    input_flags: Schema.optionalKey(lines),
    behind: Schema.optionalKey(lines),
    exec_flags: Schema.optionalKey(lines),
    elsewhere: Schema.optionalKey(Schema.Boolean),
    inner: Schema.Literals(["command", "exec", "shell"]),
  })),
  resolve: Schema.Struct({ prompts: Schema.Boolean, ssh: Schema.Boolean, literal_variables: Schema.Boolean }),
}).annotate({ identifier: "Policy", description: "Which commands of a transcript count" })
