/** What may be done about one finding, when each is asked about. */
export type Choice = "apply" | "skip" | "edit" | "view" | "wont_fix" | "quit" | "help"

/** The choices in the order in which they are offered, and how each is said. */
const offers: readonly (readonly [Choice, string])[] = [
  ["apply", "[a]pply"],
  ["skip", "[s]kip"],
  ["edit", "[e]dit"],
  ["view", "[v]iew detail"],
  ["wont_fix", "[w]on't fix"],
  ["quit", "[q]uit"],
]

const words: { readonly [word: string]: Choice } = {
  "": "skip",
  "a": "apply",
  "apply": "apply",
  "s": "skip",
  "skip": "skip",
  "e": "edit",
  "edit": "edit",
  "v": "view",
  "view": "view",
  "view detail": "view",
  "show": "view",
  "w": "wont_fix",
  "q": "quit",
  "quit": "quit",
  "?": "help",
  "h": "help",
  "help": "help",
}

/** The question about one finding; `left out` are choices that it does not have. */
export function choiceQuestion(place: string, leftOut: ReadonlySet<Choice>): string {
  const offered = offers.filter(([choice]) => !leftOut.has(choice)).map(([, offer]) => offer)
  return `${place}: ${offered.join(", ")}? (Enter: skip) `
}

/** What is meant by an answer, and the reason of a won't-fix that was typed along; `undefined`: it means nothing. */
export function readChoice(answer: string): { readonly choice: Choice; readonly reason: string } | undefined {
  const waiver = /^(?:w|won['’]?t[ _-]?fix)(?:[\s:]+(.*))?$/iu.exec(answer)
  if (waiver !== null) return { choice: "wont_fix", reason: (waiver[1] ?? "").trim() }
  const word = answer.toLowerCase()
  const choice = Object.hasOwn(words, word) ? words[word] : undefined
  return choice === undefined ? undefined : { choice, reason: "" }
}

/** What each choice does, for who asks. */
export const choiceHelp = [
  "a, apply        do what is shown, once all is decided",
  "s, skip         leave it for this run; the next one asks again",
  "e, edit         change what would be written, or what is to do; then it is shown and asked again",
  "v, view         show everything that is known about it, and ask again",
  "w, wontfix      keep it out of the way for a reason, as in: w REASON until YYYY-MM-DD",
  "q, quit         ask no more: the rest stays open, what was decided is done and kept (also Ctrl-D, Ctrl-C)",
].join("\n")
