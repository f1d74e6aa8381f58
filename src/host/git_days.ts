import { corpusPath } from "../core/corpus/corpus_path.ts"
import type { CommitBefore } from "../engine/git.ts"
import { decodeName, fieldsOf } from "./git_output.ts"

/**
 * The day of the last commit that changed each path, of `log -z --format=%x00%ct --name-only`: an empty field, the time of
 * a commit, and its paths, the first behind a line end. The latest time counts, whatever the order of commits.
 */
export function lastChangesOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const seconds = new Map<string, number>()
  let [time, isTime, isFirst] = [0, false, false]
  for (const { name, isUtf8 } of fieldsOf(bytes)) {
    if (name === "") isTime = true
    else if (isTime) [time, isTime, isFirst] = [Number(name), false, true]
    else {
      const path = corpusPath(isFirst ? name.replace(/^\n/u, "") : name)
      if (isUtf8) seconds.set(path, Math.max(time, seconds.get(path) ?? 0))
      isFirst = false
    }
  }
  return new Map([...seconds].map(([path, at]) => [path, dayOf(at)]))
}

/** The day of each line, of `blame --line-porcelain`: a head with the commit and its time, and the line behind a tab. */
export function lineDaysOf(bytes: Uint8Array, today: string): readonly string[] {
  const days: string[] = []
  let [committed, day] = [false, today]
  for (const line of decodeName(bytes).name.split("\n")) {
    const commit = /^([0-9a-f]{40,64}) \d+ \d+/u.exec(line)?.[1]
    if (commit !== undefined) committed = /[^0]/u.test(commit)
    else if (line.startsWith("committer-time ")) day = dayOf(Number(line.slice("committer-time ".length)))
    else if (line.startsWith("\t")) days.push(committed ? day : today)
  }
  return days
}

/** Seconds since 1970 as a UTC day. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** The commit before a time in `<seconds> <commit>` lines, newest first. */
export function lastBefore(history: string, start: number, isShallow: boolean): CommitBefore {
  const commits = history.split("\n").filter((line) => line !== "").map((line) => {
    const [seconds, commit] = line.split(" ")
    return { isAfter: Number(seconds) >= start, commit: commit ?? "" }
  })
  // Not the first commit with an old date, as `--since` would have it: a wrong clock must not hide what lies behind.
  const oldestAfter = commits.findLastIndex((commit) => commit.isAfter)
  const before = commits[oldestAfter + 1]
  if (before !== undefined) {
    const skewed = commits.slice(0, oldestAfter + 1).some((commit) => !commit.isAfter)
    return { _tag: "commit", commit: before.commit, skewed }
  }
  const oldest = commits.at(-1)
  return isShallow && oldest !== undefined
    ? { _tag: "history is cut", oldest: oldest.commit }
    : { _tag: "history starts later" }
}
