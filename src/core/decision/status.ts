import type { DecisionStatus, StatusClass } from "./decision_node.ts"

/**
 * The words of statuses and what they say, tried in this order on the text up to the first note: what starts with several
 * words comes before what starts with one of them.
 */
const wordings: readonly (readonly [StatusClass, readonly string[]])[] = [
  ["live", [
    "partly superseded",
    "partially superseded",
    "superseded in part",
    "partially replaced",
    "partly replaced",
  ]],
  ["live", ["amended by", "amended"]],
  ["open", ["last call", "under review", "in review", "in progress", "under discussion", "on hold"]],
  ["live", ["ready for release", "ready-for-release"]],
  ["dead", ["april fool!"]],
  ["live", ["active", "final", "accepted", "implemented", "deployed", "adopted", "approved", "living", "complete"]],
  ["live", [
    "completed",
    "implementable",
    "released",
    "recommended",
    "decided",
    "done",
    "agreed",
    "ratified",
    "shipped",
    "merged",
  ]],
  ["open", ["draft", "proposed", "proposal", "provisional", "review", "pending", "stalled", "stagnant", "deferred"]],
  ["open", ["demonstrated", "exploring", "shaping", "shaped", "wip", "postponed", "open", "undecided", "idea"]],
  ["dead", ["superseded", "superceded", "supersedes", "replaced", "obsoleted", "obsolete", "deprecated", "retired"]],
  ["dead", ["withdrawn", "rejected", "closed", "removed", "abandoned", "discontinued", "cancelled", "canceled"]],
  ["dead", ["declined", "archived", "inactive", "reversed"]],
  ["moved", ["moved", "redirect", "redirected"]],
]

const classes: ReadonlyMap<string, StatusClass> = new Map(
  wordings.flatMap(([statusClass, words]) => words.map((word): [string, StatusClass] => [word, statusClass])),
)
const severalWords: readonly string[] = [...classes.keys()].filter((word) => word.includes(" "))

/** Says what a status means: the words before a note ("(", "—", ":"), a link or a date; the first word if the rest is unknown. */
export function readStatus(raw: string, line: number): DecisionStatus {
  // A tick or another sign in front of the words says nothing more.
  const text = plainText(raw).toLowerCase().replace(/^[^\p{L}\d]+/u, "")
  if (/^(?:[\p{L}\d]+[\s,;:.(—–-]+){0,2}super[cs]eded by\b/u.test(text) && !/\bpart(?:ly|ially)?\b/u.test(text)) {
    return { raw, normal: text.startsWith("superceded") ? "superceded" : "superseded", class: "dead", line }
  }
  const several = severalWords.find((words) => text === words || text.startsWith(`${words} `))
  const beforeNote = (text.split(/(?<!\s)\s*[(—–:;,|]|(?<!\s)\s+-\s|\.(?:\s|$)|(?<!\s)\s+\d/u)[0] ?? "").trim()
  const first = beforeNote.split(/[\s/]+/u)[0] ?? ""
  const normal = several ?? (classes.has(first) ? first : beforeNote)
  return { raw, normal, class: classes.get(normal) ?? "unknown", line }
}

/** Whether a text holds the words of its status and nothing else: no note, date, comment or second field to lose. */
export function isStatusAlone({ raw, normal, class: statusClass }: DecisionStatus): boolean {
  if (statusClass === "unknown" && /\s/u.test(normal)) return false
  const words = /^([*_`~"']*)(.*?)\.?\1$/u.exec(raw.trim())?.[2] ?? raw
  return words.trim().toLowerCase() === normal
}

/** Statuses are short: what is longer is read up to here, so that no pattern runs away on it. */
const longest = 2000

/** A text without the marks of Markdown: links give their text, emphasis and code their content, comments nothing. */
export function plainText(text: string): string {
  return text.slice(0, longest)
    .replace(/<!--.*?-->/gu, "")
    .replace(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/gu, "$1")
    .replace(/[*`~]+|(?<![\p{L}\d])_+|_+(?![\p{L}\d])/gu, "")
    .replace(/^[\s>\-]+/u, "")
    .replace(/^(["'])(.*)\1$/u, "$2")
    .trim()
}

const superseded: ReadonlySet<string> = new Set(["superseded", "superceded", "replaced", "obsoleted"])
const givesWay: ReadonlySet<string> = new Set([...superseded, "obsolete", "deprecated", "retired", "moved", "redirect"])

/** Whether a status says that something else took over. */
export function saysSuperseded(normal: string): boolean {
  return superseded.has(normal)
}

const neverInForce: ReadonlySet<string> = new Set(
  ["rejected", "withdrawn", "declined", "abandoned", "cancelled", "canceled"],
)

/** Whether an entry of an index says itself that what it lists is over: then it may stay. */
export function saysOver(entry: string): boolean {
  return /supersed|~~|archived|historical/iu.test(entry)
}

/** Whether a decision of this status has not been in force yet, or never was. */
export function isNotInForce(status: Pick<DecisionStatus, "normal" | "class">): boolean {
  return status.class === "open" || neverInForce.has(status.normal)
}

/** Whether a status goes together with the name of a successor. */
export function allowsSuccessor(normal: string): boolean {
  return givesWay.has(normal)
}
