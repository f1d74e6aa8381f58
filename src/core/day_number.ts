/** The days from a fixed one to a calendar date `YYYY-MM-DD`: two of them tell how far apart they are. */
export function dayNumber(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  // Years from March to February: a leap day is the last of its year.
  const [shifted, from] = month > 2 ? [year, month - 3] : [year - 1, month + 9]
  return 365 * shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) +
    Math.floor((153 * from + 2) / 5) + day
}
