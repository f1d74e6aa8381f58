const small = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
] as const
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"] as const

/** A number below a hundred as English writes it; digits above. */
export function numberWord(value: number): string {
  const word = small[value]
  if (word !== undefined) return word
  const ten = tens[Math.floor(value / 10)]
  if (ten === undefined || ten === "") return String(value)
  return value % 10 === 0 ? ten : `${ten}-${small[value % 10] ?? ""}`
}

const values: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 100 }, (_, value) => [numberWord(value), value] as const),
)

/** The value of a number in digits or in words below a hundred; `undefined` when it is none. */
export function numberOf(text: string): number | undefined {
  return /^\d[\d,]*$/u.test(text) ? Number(text.replaceAll(",", "")) : values.get(text.toLowerCase())
}

/** A number in the form of another one: digits with their separators, or a word in its case. */
export function writtenLike(value: number, model: string): string {
  if (/^\d/u.test(model)) return model.includes(",") ? grouped(value) : String(value)
  const word = numberWord(value)
  if (/^\d/u.test(word)) return word
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase()
  return /^\p{Lu}/u.test(model) ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/gu, ",")
}
