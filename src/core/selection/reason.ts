import { isLine } from "../schema/line.ts"

/** What puts a decision off: a reason made of one of these and filler words says nothing about the next run. */
const moments =
  "later, later on, not now, not right now, not yet, not today, not this time, for now, right now, at the moment, " +
  "for the moment, some other time, another time, next time, some day, someday, one day, eventually, soon, tomorrow, today, " +
  "temporary, temporarily, temp, tmp, todo, to do, tbd, wip, fixme, no time, have time, time permits, busy, follow up, followup, " +
  "backlog, defer, deferred, postpone, postponed, punt, wait, after release, after the release"
/** Words that put it off together: `this PR`, `next sprint`. */
const which = "this, next, another, current, later, future, separate, different, follow up"
const occasions =
  "pr, pull request, mr, change, commit, branch, run, diff, release, sprint, week, month, quarter, iteration, milestone"

const postponements: readonly string[] = [
  ...moments.split(", "),
  ...which.split(", ").flatMap((word) => occasions.split(", ").map((occasion) => `${word} ${occasion}`)),
].sort((left, right) => right.length - left.length)

/** Words that carry no reason of their own. */
const fillers: ReadonlySet<string> = new Set(
  ("a an and as at be but by can do does done during for from get go good have here i ill in is it its just lets maybe me my of off on or our " +
    "out perhaps please probably so still that the there these they things this those though to too us was we well when will with would yet until till " +
    "after about acceptable address addressed alone am enough fine fix fixed handle handled ignore ignored im important issue leave low left look " +
    "not no now ok okay priority problem push revisit scope skip skipped tackle time wait will work working")
    .split(" "),
)

/** Whether the words only put the decision off: a postponement, and nothing else that means something. */
function isEphemeral(reason: string): boolean {
  const words = reason.normalize("NFC").toLowerCase().replace(/['’]/gu, "").split(/[^\p{L}\p{N}]+/u).filter((word) =>
    word !== ""
  )
  let rest = ` ${words.join(" ")} `
  let postpones = false
  for (const phrase of postponements) {
    if (!rest.includes(` ${phrase} `)) continue
    postpones = true
    rest = rest.replaceAll(` ${phrase} `, "  ")
  }
  return postpones && rest.split(" ").every((word) => word === "" || fillers.has(word))
}

/**
 * What is wrong with the reason of a won't-fix, or `undefined`. A reason is durable: it must hold for the next run, too.
 * "The list is a sample, by design" is one; "fine for this PR" puts the decision off.
 */
export function reasonProblem(reason: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(reason)) return "no reason is given; say why it stays as it is"
  if (!isLine(reason)) return "the reason holds control characters; write it as one line of text"
  if (isEphemeral(reason)) return `"${reason}" puts it off, and a won't-fix is for good; use skip`
  return undefined
}
