import type { ShellWord } from "../shell/shell_word.ts"

/** The words of `env -S`: split at blanks and `\_` outside quotes, quotes removed. It is no shell: nothing else is read. */
export function splitWords(word: ShellWord): readonly ShellWord[] {
  const words: ShellWord[] = []
  for (
    const [text] of word.read.matchAll(/(?:[^\s'"\\]|\\[^_]|'[^']*'?|"(?:[^"\\]|\\[^])*"?)+/gu)
  ) {
    const read = text.replace(
      /'([^']*)'?|"((?:[^"\\]|\\[^])*)"?|\\([^])/gu,
      (_, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\(["\\$])/gu, "$1") ?? escaped ?? "",
    )
    const literal = !read.includes("$")
    const tail = literal ? read : read.slice(read.lastIndexOf("}") + 1)
    words.push({ text, offset: word.offset, value: read, read, literal, tail, splits: false })
  }
  return words
}
