import type { ShellWord } from "../shell/shell_word.ts"

/** The prompts of a terminal that may be pasted with a command, by how many words they have; longer ones first. */
const prompts: readonly (readonly [words: number, prompt: RegExp])[] = [
  // `~/w $`, `~ ❯`
  [2, /^[\w.@:~/+-]*[~/@:][\w.@:~/+-]* [$%❯➜λ]$/u],
  // `➜ ~`
  [2, /^➜ [~/][\w.~/+-]*$/u],
  // `[me@host w]$`, `me@host w %`
  [2, /^\[[\w.-]+@[\w.-]+ [^\s\]]*\][$%#]$/u],
  [3, /^\[[\w.-]+@[\w.-]+ [^\s\]]* [^\s\]]*\][$%#]$/u],
  [3, /^[\w.-]+@[\w.-]+ [\w.~/+-]+ [$%❯]$/u],
  // `$`, `me@host:~/w$`, `root@h:/w#`, `bash-5.1#`, `❯`; a `#` alone begins a comment.
  [1, /^(?:(?:[\w.@:~/+-]*[\w~/.-])?[$%❯➜✗λ]|[\w.@:~/+-]*[\w~/.-]#)$/u],
  // `12:00:01`, and what is left of `(venv)` and `git:(main)` in a line that does not parse.
  [1, /^(?:\[[\d:.]+\]|[\w./-]*\)[$%#]?)$/u],
]

/** Words that begin or go on with a compound; behind a prompt, the parser takes them for arguments. */
export const compoundWords: ReadonlySet<string> = new Set([
  "!",
  "{",
  "if",
  "then",
  "elif",
  "else",
  "while",
  "until",
  "do",
])

/** How many words at `at` are a pasted prompt; none when no command follows. */
export function promptLength(words: readonly ShellWord[], at: number): number {
  for (const [length, prompt] of prompts) {
    const given = words.slice(at, at + length)
    if (at + length >= words.length || given.some(({ text }) => text.length > 256)) continue
    if (prompt.test(given.map(({ text }) => text).join(" "))) return length + folderAfter(words, at, length)
  }
  return 0
}

/** `➜  repo gh x`: two blanks stand between the arrow and the folder. */
function folderAfter(words: readonly ShellWord[], at: number, length: number): number {
  const [arrow, folder] = words.slice(at, at + 2)
  if (length > 1 || arrow?.text !== "➜" || folder === undefined || at + 2 >= words.length) return 0
  return folder.offset - arrow.offset > 2 ? 1 : 0
}
