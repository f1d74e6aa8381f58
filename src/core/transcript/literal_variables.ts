import type { SimpleCommand } from "../shell/simple_command.ts"

/** The builtins that declare variables. */
export const declarations: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"])

/** Notes what a command sets variables to: `G=gh`, `export G=gh`; forgets what is set to something computed. */
export function rememberAssignments(command: SimpleCommand, variables: Map<string, string>): void {
  const [program, ...rest] = command.words
  if (program === undefined) {
    for (const { name, value } of command.assignments) {
      remember(variables, name, value?.literal === true ? value.value : undefined)
    }
  } else if (declarations.has(program.value)) {
    for (const { value, literal } of rest) {
      const [, name, given] = /^([A-Za-z_]\w*)=([^]*)$/u.exec(value) ?? []
      if (name !== undefined) remember(variables, name, literal ? given : undefined)
    }
  }
}

function remember(variables: Map<string, string>, name: string, value: string | undefined): void {
  if (value === undefined) variables.delete(name)
  else variables.set(name, value)
}
