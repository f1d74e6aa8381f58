/** The destination of an inline link: bounded, so that a text without end is read once. */
const destination = /(?<=\]\(<?)[^()\s<>]{1,400}(?:\([^()\s<>]{0,400}\)[^()\s<>]{0,400}){0,9}/gu

/** A text whose links lead nowhere: each destination is blank, so that what else it says keeps its place. */
export function withoutDestinations(text: string): string {
  return text.includes("](") ? text.replace(destination, (target) => " ".repeat(target.length)) : text
}
