/** The lines of a text, whatever ends them. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/u)
}
