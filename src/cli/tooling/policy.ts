import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Stdio from "effect/Stdio"
import type { Policy } from "../../core/schema/policy.ts"
import { defaultPolicy, strictPolicy } from "../../core/transcript/built_in_policies.ts"
import { parsePolicy, type PolicyInvalid } from "../../core/transcript/parse_policy.ts"
import { writeYaml } from "../../core/yaml/write_yaml.ts"
import type { IoFailed } from "../../engine/io_failed.ts"
import type { OutputFailed } from "../../engine/output_failed.ts"
import { InputInvalid, readInput } from "../input.ts"
import { jsonFlag, printJson, printResult } from "../output.ts"

/** Policies that have a name; anything else is a file. */
const policies = { default: defaultPolicy, strict: strictPolicy }
const others = 'name another file, or a built-in policy: "default" or "strict"'

/** The policy of a name, or in a file. A file that cannot be read is wrong input: nothing was judged. */
export const policyOf: (
  name: string,
) => Effect.Effect<Policy, InputInvalid | IoFailed | PolicyInvalid, FileSystem.FileSystem | Stdio.Stdio> = Effect
  .fnUntraced(function* (name) {
    if (name === "default" || name === "strict") return policies[name]
    const text = yield* readInput(name).pipe(Effect.mapError((error) => notRead(name, error)))
    return yield* Effect.fromResult(parsePolicy(text, name))
  })

function notRead(name: string, error: InputInvalid | IoFailed): InputInvalid | IoFailed {
  if (name === "-") return error
  const problem = error._tag === "IoFailed" ? error.detail : "there is no such file"
  return new InputInvalid({ source: `the policy "${name}"`, problem: `${problem}; ${others}` })
}

/** `retro tooling policy [NAME]`: a built-in policy as the file that would say the same. */
export const policy = Command.make(
  "policy",
  {
    name: Argument.Literals("name", ["default", "strict"]).pipe(
      Argument.withDescription("The built-in policy"),
      Argument.withDefault("default"),
    ),
    json: jsonFlag,
  },
  ({ name, json }): Effect.Effect<void, OutputFailed> =>
    json ? printJson(policies[name]) : printResult(writeYaml({ ...policies[name] })),
).pipe(
  Command.withDescription("Print a built-in policy as a policy file, to start your own from"),
)
