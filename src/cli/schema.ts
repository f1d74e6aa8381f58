import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { contractNames, jsonSchemaOf } from "../core/schema/json_schema.ts"
import type { OutputFailed } from "../engine/output_failed.ts"
import { jsonFlag, printJson, printResult } from "./output.ts"

/** `retro schema [NAME]`: a data contract as JSON Schema, or the names of all. */
export const schema = Command.make("schema", {
  name: Argument.Literals("name", contractNames).pipe(
    Argument.withDescription("The data contract; without it, the names are listed"),
    Argument.optional,
  ),
  json: jsonFlag,
}, ({ name, json }): Effect.Effect<void, OutputFailed> =>
  Option.match(name, {
    onNone: () => json ? printJson(contractNames) : printResult(contractNames.join("\n")),
    onSome: (chosen) =>
      json ? printJson(jsonSchemaOf(chosen)) : printResult(JSON.stringify(jsonSchemaOf(chosen), null, 2)),
  })).pipe(Command.withDescription("Print the JSON Schema of a data contract"))
