import type { ShellWord } from "../shell/shell_word.ts"

/** What a simple command runs, once its wrappers are taken off. */
export type Invocation =
  | {
    readonly kind: "program"
    /** The program and its arguments. */
    readonly words: readonly ShellWord[]
    /** The wrappers, outermost first. */
    readonly via: readonly string[]
    /** Whether the program reads the standard input of the whole command. */
    readonly readsInput: boolean
  }
  | {
    readonly kind: "text"
    /** The words that a shell reads, joined by blanks; none when it reads its standard input. */
    readonly words: readonly ShellWord[]
    readonly via: readonly string[]
  }
  /** The program is an argument that `xargs` reads: `xargs env`. */
  | { readonly kind: "unknown"; readonly words: readonly ShellWord[]; readonly via: readonly string[] }
  /** More wrappers than anybody writes. */
  | { readonly kind: "too deep"; readonly words: readonly ShellWord[]; readonly via: readonly string[] }
