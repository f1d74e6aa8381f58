/** Words that say nothing of a subject. */
const stopWords: ReadonlySet<string> = new Set(
  ("about above after again all also and any are because been before being below between both but can could did does " +
    "doing down during each few for from further had has have having her here hers him his how into its itself just let " +
    "may might more most much must nor not now off once only other our ours out over own same she should some still " +
    "such than that the their theirs them then there these they this those through too under until upon very was were " +
    "what when where which while who whom why will with within without would you your yours via per").split(" "),
)

/** The words of a text that may tell its subject: lower case, three characters or more, each once. */
export function subjectWords(text: string): ReadonlySet<string> {
  return new Set(
    text.normalize("NFC").toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
      .filter((word) => word.length >= 3 && !stopWords.has(word)),
  )
}

/** The same with plurals as singulars, as far as that is certain without a dictionary. */
export function singularWords(text: string): ReadonlySet<string> {
  return new Set([...subjectWords(text)].map(singular))
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/u.test(word) ? word.slice(0, -1) : word
}
