import type { ShellWord } from "../shell/shell_word.ts"

/** The base name of the program that a word names; nothing when it is computed. */
export function commandName(word: ShellWord): string | undefined {
  if (!word.literal) {
    const slash = word.tail.lastIndexOf("/")
    return slash < 0 ? undefined : programName(word.tail.slice(slash + 1))
  }
  const path = windowsPath.test(word.text) ? word.text : word.value
  return programName(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1))
}

/** A path of Windows whose backslashes are not quoted. */
const windowsPath = /^(?:[A-Za-z]:\\[^"'$`]*|[\w.~\\-]*\\[\w.-]+\.exe)$/iu

function programName(name: string): string {
  const trimmed = name.trim()
  return /\.exe$/iu.test(trimmed) ? trimmed.slice(0, -4) : trimmed
}

/** `NAME=value` in front of a command that a wrapper runs. */
export function isAssignment(word: ShellWord): boolean {
  return /^[A-Za-z_]\w*\+?=/u.test(word.value)
}
