import type { ShellWord } from "../shell/shell_word.ts"

/** What a shell is told to run. */
export type ShellProgram =
  /** The text after `-c`; absent when it comes from elsewhere (`xargs sh -c`). */
  | { readonly kind: "text"; readonly word?: ShellWord }
  | { readonly kind: "input" }
  /** The output of a command: `bash <(…)`. */
  | { readonly kind: "output" }
  | { readonly kind: "script" }

const shells: ReadonlySet<string> = new Set(
  ["sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "ksh93", "mksh", "yash", "fish", "csh", "tcsh"],
)
/** The shells that may know no arithmetic command: which one `sh` is, depends on the machine. */
const plainShells: ReadonlySet<string> = new Set(["sh", "dash", "ash"])
const valueFlags: ReadonlySet<string> = new Set(["--rcfile", "--init-file"])
const stops: ReadonlySet<string> = new Set(["--help", "--version", "--dump-strings", "--dump-po-strings"])

/** Whether a program reads shell text: as its argument, or on its standard input. */
export function isShell(name: string): boolean {
  return shells.has(name)
}

/** Whether `((gh x))` may run `gh` in the text of a shell: `dash` reads two subshells there. */
export function readsSubshells(name: string): boolean {
  return plainShells.has(name)
}

/** Whether a file is the standard input, another open file or the output of a command, or a file with a name. */
export function standardInput({ text, value }: ShellWord): "input" | "output" | undefined {
  if (/^\/dev\/stdin$|^\/(?:dev|proc\/self)\/fd\/0$/u.test(value)) return "input"
  return text.startsWith("<(") || /^\/(?:dev|proc\/self)\/fd\/\d+$/u.test(value) ? "output" : undefined
}

/** Reads the arguments of a shell. */
export function shellProgramOf(words: readonly ShellWord[]): ShellProgram {
  let [at, command, input] = [1, false, false]
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const { value } = word
    if (value === "--" || value === "-") {
      at++
      break
    }
    if (stops.has(value)) return { kind: "script" }
    if (value.startsWith("--")) at += valueFlags.has(value) ? 2 : 1
    else if (/^[-+]./u.test(value)) {
      command ||= value.startsWith("-") && value.includes("c")
      input ||= value.startsWith("-") && value.includes("s")
      at += 1 + value.replace(/[^oO]/gu, "").length
    } else if (!command && word.splits && words.slice(at + 1, at + 9).some((later) => isCommandFlag(later))) at++
    else break
  }
  const word = words[at]
  if (command) return word === undefined ? { kind: "text" } : { kind: "text", word }
  return { kind: input || word === undefined ? "input" : standardInput(word) ?? "script" }
}

/** An unquoted variable before `-c` holds flags, not a script. */
function isCommandFlag({ value }: ShellWord): boolean {
  return /^-[A-Za-z]*c$/u.test(value)
}
