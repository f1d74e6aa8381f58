/** Words that name a day or a time of the calendar. */
const days =
  "today|tomorrow|tonight|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|" +
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|" +
  "nov(?:ember)?|dec(?:ember)?|q[1-4]|days?|weeks?|weekend|months?|quarter|years?|\\d{4}"
/** Words that go with them. */
const companions = "a|after|an|early|end|following|in|late|mid|middle|next|of|start|the|this|\\d{1,2}(?:st|nd|rd|th)?"

const inWords = new RegExp(
  `(?:^|\\s)until\\s+((?:(?:${companions})[\\s,.]+)*(?:${days})(?:[\\s,.]+(?:${days}|${companions}))*)[\\s,.]*$`,
  "iu",
)
/** A date with a mark before it, as in `until: 2027-01-31`. */
const afterMark = /(?:^|\s)until\s*([:=,-]\s*\d\S*)$/iu

/**
 * The day that a reason ends with where it should be a date, as in "a sample until tomorrow": it would become a part of
 * a reason that holds for good. "until the next release" says no day.
 */
export function dayInWords(reason: string): string | undefined {
  return (inWords.exec(reason) ?? afterMark.exec(reason))?.[1]
}
