import type { ShellWord } from "../shell/shell_word.ts"

/** The base name of the program that a word names; nothing when it is computed. */
export function commandName(word: ShellWord): string | undefined {
  if (!word.literal) {
    const slash = word.tail.lastIndexOf("/")
    return slash < 0 ? undefined : programName(word.tail.slice(slash + 1))
  }
  const windows = /^[A-Za-z]:\\/u.test(word.text) ? word.text : word.value
  return programName(windows.trim().replace(/^[^]*[/\\]/u, ""))
}

function programName(name: string): string {
  return name.trim().replace(/\.exe$/iu, "")
}

/** `NAME=value` in front of a command that a wrapper runs. */
export function isAssignment(word: ShellWord): boolean {
  return /^[A-Za-z_]\w*\+?=/u.test(word.value)
}

/** The prompt of a terminal, pasted with the command after it. */
export function isPrompt(word: ShellWord): boolean {
  return word.literal && word.text === word.value && /^(?:[\w.@:~/+-]*[\w~/.-])?[$%❯➜]$/u.test(word.text)
}
