import * as CliError from "effect/cli/CliError"

/** An error of the command line in the words of this program, where those of effect/cli speak of its own insides. */
export function usageError(error: CliError.CliError): CliError.CliError {
  if (error._tag !== "InvalidValue") return error
  const { option, value, expected, kind } = error
  const name = kind === "flag" ? `--${option}` : `<${option}>`
  if (/^\d+ occurrences$/u.test(value) && expected === "at most 1 value") {
    return new CliError.ValidationError({ message: `${name} is given ${value.split(" ")[0]} times; give it once` })
  }
  const plain = expected.replace(/^Schema validation failed: /u, "")
  return plain === expected ? error : new CliError.ValidationError({
    message: `Invalid value for ${kind === "flag" ? "flag" : "argument"} ${name}: ${
      JSON.stringify(value)
    }. It ${plain}`,
  })
}
