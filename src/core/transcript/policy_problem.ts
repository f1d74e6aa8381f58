import type { Policy } from "../schema/policy.ts"
import type { FailedExample } from "./check_examples.ts"

/** What an entry of a list is called. */
const entries: { readonly [list: string]: string } = { rules: "rule", allowed: "allowed entry", wrappers: "wrapper" }

/** Issues of the schema in the words of a policy; the rest stays as it is. */
const wordings: readonly (readonly [message: RegExp, words: (key: string) => string])[] = [
  [/^Missing key$/u, (key) => `the key ${key} is missing`],
  [/^(?:Unexpected|Excess) (?:key|property)/u, (key) => `there is no key ${key}; correct or remove it`],
]

/** What is wrong at a place of a policy, in words: `rule 1, commands: …`. */
export function policyProblem(path: readonly PropertyKey[], message: string): string {
  const key = String(path.at(-1) ?? "")
  const wording = wordings.find(([pattern]) => pattern.test(message))
  return wording === undefined ? joined(placeOf(path), message) : joined(placeOf(path.slice(0, -1)), wording[1](key))
}

/** Names of commands that no command word has: with a folder, or with arguments. */
export function wrongNames(policy: Policy): readonly FailedExample[] {
  return policy.rules.flatMap((rule, index) =>
    rule.commands.flatMap((name, at) => {
      const path = ["rules", index, "commands", at]
      const [program = ""] = name.split(/\s/u, 1)
      const base = program.slice(program.lastIndexOf("/") + 1)
      if (base === name || base === "") return []
      const why = name.includes("/") ? "it stands for the program in any folder" : "arguments are no part of it"
      const problem = `${JSON.stringify(name)} is no base name; write ${JSON.stringify(base)}: ${why}`
      return [{ path, problem: policyProblem(path, problem) }]
    })
  )
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.flatMap((step, index) => {
    const list = entries[String(path[index - 1])]
    if (typeof step === "number") return [`${index === 1 && list !== undefined ? list : "entry"} ${step + 1}`]
    return index === 0 && path.length > 1 && Object.hasOwn(entries, step) ? [] : [String(step)]
  }).join(", ")
}

function joined(place: string, problem: string): string {
  return place === "" ? problem : `${place}: ${problem}`
}
