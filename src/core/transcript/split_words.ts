import type { ShellWord } from "../shell/shell_word.ts"

/** `\_` outside quotes separates words, as a blank does. */
const separator = /((?:[^'"\\]|\\[^_]|'[^']*'|"(?:[^"\\]|\\[^])*")*)\\_/gu

/** The words of `env -S`: split at blanks outside quotes, quotes removed. It is no shell: nothing else is read. */
export function splitWords(word: ShellWord): readonly ShellWord[] {
  const words: ShellWord[] = []
  for (
    const [text] of word.read.replace(separator, "$1 ").matchAll(/(?:[^\s'"\\]|\\[^]|'[^']*'?|"(?:[^"\\]|\\[^])*"?)+/gu)
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
