const [mostNameWords, longestDescription] = [7, 150]

/** A name for a memory that says a text: its first words. */
export function memoryNameOf(text: string): string {
  return text.trim().split(/\s+/u).slice(0, mostNameWords).join(" ").replace(/[\s.,:;!?—–-]+$/u, "")
}

/** A description of a memory that says a text: the text itself, on one line and cut between words when it is long. */
export function memoryDescriptionOf(text: string): string {
  const line = text.trim().replace(/\s+/gu, " ")
  return line.length <= longestDescription ? line : `${line.slice(0, longestDescription).replace(/\s\S*$/u, "")}…`
}
