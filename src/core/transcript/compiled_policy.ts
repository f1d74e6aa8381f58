import { escapedPattern } from "../escaped_pattern.ts"
import type { Policy, PolicyAllowed, PolicyRule, PolicyWrapper } from "../schema/policy.ts"

/** A wrapper, and the subcommands that its name holds. */
export interface NamedWrapper {
  readonly wrapper: PolicyWrapper
  readonly subcommands: readonly string[]
}

/** A policy, ready to be asked. */
export interface CompiledPolicy {
  readonly policy: Policy
  /** The rules for a command's base name. */
  readonly rulesFor: (name: string) => readonly PolicyRule[]
  readonly allowedFor: (name: string) => readonly PolicyAllowed[]
  readonly wrappersFor: (name: string) => readonly NamedWrapper[]
}

const compiled = new WeakMap<Policy, CompiledPolicy>()

/** Indexes a policy by command name; each policy once. */
export function compilePolicy(policy: Policy): CompiledPolicy {
  const known = compiled.get(policy)
  if (known !== undefined) return known
  const patterns = policy.rules.flatMap((rule) =>
    rule.commands.filter((name) => name.includes("*")).map((name) => ({ rule, pattern: patternOf(name) }))
  )
  const exact = indexBy(policy.rules.flatMap((rule) => rule.commands.map((name) => [name, rule] as const)))
  const allowed = indexBy(policy.allowed.map((entry) => [entry.words[0] ?? "", entry] as const))
  const wrappers = indexBy(
    policy.wrappers.filter(({ name, elsewhere }) => policy.resolve.ssh || !(elsewhere ?? name === "ssh")).map(
      (wrapper) => {
        const [name = "", ...subcommands] = wrapper.name.split(" ")
        return [name, { wrapper, subcommands }] as const
      },
    ),
  )
  const answer: CompiledPolicy = {
    policy,
    rulesFor: (name) => [
      ...exact.get(name) ?? [],
      ...patterns.filter(({ pattern }) => pattern.test(name)).map(({ rule }) => rule),
    ],
    allowedFor: (name) => allowed.get(name) ?? [],
    wrappersFor: (name) => wrappers.get(name) ?? [],
  }
  compiled.set(policy, answer)
  return answer
}

function indexBy<Value>(pairs: readonly (readonly [string, Value])[]): ReadonlyMap<string, readonly Value[]> {
  const index = new Map<string, Value[]>()
  for (const [name, value] of pairs) {
    const values = index.get(name)
    if (values === undefined) index.set(name, [value])
    else values.push(value)
  }
  return index
}

/** `*` does not stand for `-`: `python3-config` is another program than `python3.11`. */
function patternOf(name: string): RegExp {
  const escaped = name.split("*").map(escapedPattern)
  return new RegExp(`^${escaped.join("[\\w.]*")}$`, "u")
}
