import type { ShellWord } from "../shell/shell_word.ts"
import { attachedWord } from "./wrapper_flags.ts"

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
  let [at, command, input, runs, interactive] = [1, false, false, true, false]
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const { value } = word
    if (value === "--" || value === "-") {
      at++
      break
    }
    if (stops.has(value)) return { kind: "script" }
    const [given] = /^--(?:init-)?command(?:=|$)/u.exec(value) ?? []
    if (given !== undefined) {
      const text = given.endsWith("=") ? attachedWord(word, word.read.slice(given.length)) : words[at + 1]
      return text === undefined ? { kind: "text" } : { kind: "text", word: text }
    }
    if (value.startsWith("--")) at += valueFlags.has(value) ? 2 : 1
    else if (/^[-+]./u.test(value)) {
      command ||= value.startsWith("-") && value.includes("c")
      input ||= value.startsWith("-") && value.includes("s")
      interactive ||= value.startsWith("-") && value.includes("i")
      if (readsOnly(words, at)) runs = value.startsWith("+")
      at += 1 + value.replace(/[^oO]/gu, "").length
    } else if (!command && word.splits && words.slice(at + 1, at + 9).some((later) => isCommandFlag(later))) at++
    else break
  }
  // An interactive shell runs what it reads all the same.
  if (!runs && !interactive) return { kind: "script" }
  const word = words[at]
  if (command) return word === undefined ? { kind: "text" } : { kind: "text", word }
  return { kind: input || word === undefined ? "input" : standardInput(word) ?? "script" }
}

/** Long options of `bash` that may stand behind one dash. */
const longNames = /^-(?:norc|noprofile|noediting|login|posix|version|debugger|restricted)$/u

/** Whether a word of flags says that nothing is run of what is read: `-n`, `-o noexec`, and `-D`, which prints texts. */
function readsOnly(words: readonly ShellWord[], at: number): boolean {
  const value = words[at]?.value ?? ""
  if (longNames.test(value)) return false
  const prints = value.includes("D") && /(?:bash|ksh\d*)$/u.test(words[0]?.value ?? "")
  return value.includes("n") || prints || (value.includes("o") && words[at + 1]?.value === "noexec")
}

/** An unquoted variable before `-c` holds flags, not a script. */
function isCommandFlag({ value }: ShellWord): boolean {
  return /^-[A-Za-z]*c$/u.test(value)
}
