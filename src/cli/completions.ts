import * as Completions from "effect/cli/Completions"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** What a path leads to. */
type PathType = "file" | "directory" | "either"

/**
 * The flags and arguments that take a path. They are no path flags of Effect, which makes paths absolute, so that messages and
 * reports would hold the name of the machine's folders.
 */
export const pathTypes: ReadonlyMap<string, PathType> = new Map([
  ["root", "either"],
  ["report-dir", "directory"],
  ["record", "directory"],
  ["replay", "directory"],
  ["dir", "directory"],
  ["output", "file"],
  ["findings", "file"],
  ["baseline", "file"],
  ["orientation", "file"],
  ["report", "file"],
  ["routing", "file"],
  ["policy", "file"],
  ["file", "file"],
  ["path", "either"],
  ["transcript", "either"],
])

/** `--completions SHELL`: as Effect's own, but a shell completes paths where one is taken. */
export const completions: typeof GlobalFlag.Completions = {
  ...GlobalFlag.Completions,
  run: (shell, { command }) =>
    Option.match(shell, {
      onNone: () => Effect.void,
      onSome: (chosen) =>
        Console.log(Completions.generate(command.name, chosen, withPaths(Completions.fromCommand(command)))),
    }),
}

function withPaths(command: Completions.CommandDescriptor): Completions.CommandDescriptor {
  return {
    ...command,
    flags: command.flags.map(withPath),
    arguments: command.arguments.map(withPath),
    subcommands: command.subcommands.map(withPaths),
  }
}

function withPath<Taker extends Completions.FlagDescriptor | Completions.ArgumentDescriptor>(taker: Taker): Taker {
  const pathType = pathTypes.get(taker.name)
  return pathType === undefined ? taker : { ...taker, type: { _tag: "Path", pathType } }
}
