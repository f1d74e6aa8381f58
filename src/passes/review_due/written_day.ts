const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const name =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?"

/** The forms of a day, a month, a quarter; each gives year, month and day, or less. */
const forms: readonly (readonly [RegExp, (parts: readonly string[]) => string | undefined])[] = [
  [/\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/u, ([year, month, day]) => dayOf(year, Number(month), Number(day))],
  [/\b(\d{4})[- ]?q([1-4])\b/iu, ([year, quarter]) => lastDay(year, 3 * Number(quarter))],
  [/\bq([1-4])[- /]?(\d{4})\b/iu, ([quarter, year]) => lastDay(year, 3 * Number(quarter))],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?[- ]${name},?[- ](\\d{4})\\b`, "iu"),
    ([day, month, year]) => dayOf(year, monthOf(month), Number(day)),
  ],
  [
    new RegExp(`\\b${name} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "iu"),
    ([month, day, year]) => dayOf(year, monthOf(month), Number(day)),
  ],
  [new RegExp(`\\b${name},? (\\d{4})\\b`, "iu"), ([month, year]) => lastDay(year, monthOf(month))],
  [/\b(\d{4})-(\d{2})(?![-\d])/u, ([year, month]) => lastDay(year, Number(month))],
]

/**
 * The first day that a text writes, as `YYYY-MM-DD`; of a month or a quarter, the last one. `undefined` when it writes none
 * that all people read alike: `03/04/2026` is two days.
 */
export function writtenDay(text: string): string | undefined {
  const found = forms.flatMap(([form, day]) => {
    const match = form.exec(text.slice(0, 200))
    const read = match === null ? undefined : day(match.slice(1))
    return match === null || read === undefined ? [] : [{ index: match.index, read }]
  })
  // Sorting keeps the order of the table where two forms match at one place.
  return found.sort((left, right) => left.index - right.index)[0]?.read
}

function monthOf(text = ""): number {
  return months.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && year % 100 !== 0 || year % 400 === 0
  return month === 2 && isLeap ? 29 : lengths[month - 1] ?? 0
}

function lastDay(year: string | undefined, month: number): string | undefined {
  return dayOf(year, month, daysIn(Number(year), month))
}

function dayOf(year: string | undefined, month: number, day: number): string | undefined {
  if (year === undefined || day < 1 || day > daysIn(Number(year), month)) return undefined
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}
