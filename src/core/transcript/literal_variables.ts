import type { SimpleCommand } from "../shell/simple_command.ts"
import { declarations } from "./builtin_names.ts"
import { type VariableTrust, variableTrust } from "./variable_setters.ts"

/** Variables with a literal value, as a shell that runs a text has them. */
export class LiteralVariables {
  readonly #values = new Map<string, string>()
  readonly #trust: (name: string) => VariableTrust
  /** Variables whose value was asked for, and may be another one. */
  readonly #doubted = new Set<string>()

  constructor(trust: (name: string) => VariableTrust) {
    this.#trust = trust
  }

  /** The value of a variable, unless something else than an assignment may have set it. */
  get(name: string): string | undefined {
    const value = this.#values.get(name)
    const trust = value === undefined ? "set elsewhere" : this.#trust(name)
    if (trust === "assigned") this.#doubted.add(name)
    return trust === "set elsewhere" ? undefined : value
  }

  /** Whether a value that may be another one was asked for since the last time. */
  takeDoubt(): boolean {
    const doubts = this.#doubted.size > 0
    this.#doubted.clear()
    return doubts
  }

  /** Notes what a command sets variables to: `G=gh`, `export G=gh`; forgets what is set to something that is not known. */
  remember(command: SimpleCommand): void {
    const [program, ...rest] = command.words
    if (program === undefined) {
      for (const { name, value } of command.assignments) {
        this.#set(name, value?.literal === true ? value.value : undefined)
      }
    } else if (declarations.has(program.value)) {
      for (const { value, literal } of rest) {
        const [, name, given] = /^([A-Za-z_]\w*)=([^]*)$/u.exec(value) ?? []
        if (name !== undefined) this.#set(name, literal ? given : undefined)
      }
    } else if (program.value === "source" || program.value === "." || program.value === "eval") this.#values.clear()
  }

  #set(name: string, value: string | undefined): void {
    if (value === undefined) this.#values.delete(name)
    else this.#values.set(name, value)
  }
}

/** For each shell that runs a part of a text, variables of its own; the text is searched when the first is asked for. */
export function variablesIn(text: string): () => LiteralVariables {
  let known: ((name: string) => VariableTrust) | undefined
  return () => new LiteralVariables((name) => (known ??= variableTrust(text))(name))
}
