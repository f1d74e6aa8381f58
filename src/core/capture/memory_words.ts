const [mostNameWords, fewestNameWords, longestDescription] = [7, 3, 150]

/** Words after which a sentence goes on: a name that is cut does not end with them. */
const goesOn: ReadonlySet<string> = new Set(
  "a an and as at but by for from if in is its nor of on or so than that the their to with".split(" "),
)

/** A name for a memory that says a text: its first words. */
export function memoryNameOf(text: string): string {
  const words = text.trim().split(/\s+/u)
  const name = words.slice(0, mostNameWords)
  while (name.length < words.length && name.length > fewestNameWords && goesOn.has(name.at(-1)?.toLowerCase() ?? "")) {
    name.pop()
  }
  return name.join(" ").replace(/[\s.,:;!?—–-]+$/u, "")
}

/** A description of a memory that says a text: the text itself, on one line and cut between words when it is long. */
export function memoryDescriptionOf(text: string): string {
  const line = text.trim().replace(/\s+/gu, " ")
  return line.length <= longestDescription ? line : `${line.slice(0, longestDescription).replace(/\s\S*$/u, "")}…`
}
