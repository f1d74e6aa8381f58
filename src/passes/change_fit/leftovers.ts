import { isMarkdown } from "../../core/corpus/corpus_file.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { linesOf } from "../../core/text_lines.ts"
import { evidenceOf, firstEvidence, shown } from "../outcome/evidence.ts"
import { nothing, type Said } from "../outcome/said.ts"
import { isForeign, isSource } from "../source/source_file.ts"
import type { Change } from "./change.ts"
import { leftOnPurpose } from "./stopping.ts"

const pass = "change-fit"

/** More files than this are more than one reader keeps in mind. */
const manyFiles = 50

/** A longer line is data. */
const longestLine = 1000

/** The first word of a comment, in capitals; what is before the comment may hold no open quote. */
const todo =
  /^((?:[^"'`]|"[^"]*"|'[^']*'|`[^`]*`)*?)(?:(?<!\/)\/\/+|\/\*+|^\s*\*|#|--|<!--)\s*@?(TODO|FIXME|XXX|HACK)\b(?![-`"'/|])(.*)$/u
/** An issue, a link, a date or a name that says who or when. */
const tracked = /#\d+|\b[A-Z][A-Z0-9]+-\d+\b|https?:\/\/|\b\d{4}-\d{2}-\d{2}\b|^\s*\([^()\s]+\)/u

/** Open ends in comments that the change adds and that nothing tracks. */
export function openEnds(change: Change): Said {
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  const moved = openEndsBefore(change)
  for (const file of change.files) {
    if (!isSource(file.path) || isForeign(file.path)) continue
    const open: number[] = []
    const known: number[] = []
    for (const line of [...file.added].sort((left, right) => left - right)) {
      const comment = openEndOf(file.lines[line - 1])
      if (comment === undefined) continue
      const left = moved.get(comment) ?? 0
      if (left > 0) moved.set(comment, left - 1)
      else (tracked.test(comment.replace(/^[A-Z]+/u, "")) ? known : open).push(line)
    }
    if (known.length > 0) {
      nearMisses.push({
        locator: file.path,
        what: "adds an open end in a comment",
        why: "tracked: the comment names an issue, a link, a person or a date",
        evidence: evidenceOf(file, known),
      })
    }
    if (open.length === 0) continue
    const what = "adds an open end in a comment (TODO, FIXME, XXX or HACK) that names no issue"
    const why = leftOnPurpose(change.stopping)
    if (why !== undefined) {
      nearMisses.push({ locator: file.path, what, why, evidence: evidenceOf(file, open) })
      continue
    }
    findings.push({
      pass,
      locator: file.path,
      verdict: "UNTRACKED",
      severity: "Low",
      what,
      route: "none",
      proposed_action: "name the issue that tracks it, or do it",
      evidence: evidenceOf(file, open),
      key: "todo",
    })
  }
  return { findings, near_misses: nearMisses }
}

/** The comment from its open end on: what it says, however it is indented. */
function openEndOf(line: string | undefined): string | undefined {
  const found = line === undefined || line.length > longestLine ? null : todo.exec(line)
  return found === null ? undefined : `${found[2] ?? ""}${(found[3] ?? "").trimEnd()}`
}

/** How often each open end stood in the lines that the change takes out: one that it adds again was moved. */
function openEndsBefore({ files, changes, before }: Change): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (line: string | undefined, by: number): void => {
    const comment = openEndOf(line)
    if (comment !== undefined) counts.set(comment, (counts.get(comment) ?? 0) + by)
  }
  for (const { path, from = path, kind } of changes) {
    if (kind !== "added") { for (const line of linesOf(before.texts.get(from) ?? "")) count(line, 1) }
  }
  for (const { lines, added, from } of files) {
    if (from !== undefined) lines.forEach((line, index) => added.has(index + 1) || count(line, -1))
  }
  return counts
}

/** A change of very many files, as a note on the first of them. */
export function size({ files, changes }: Change): Said {
  const [first] = files
  if (changes.length <= manyFiles || first === undefined) return nothing
  const folders = [...new Set(changes.map(({ path }) => path.includes("/") ? path.slice(0, path.indexOf("/")) : "."))]
    .sort()
  return {
    findings: [{
      pass,
      locator: ".",
      verdict: "LARGE",
      severity: "Low",
      what: `the change touches more than ${manyFiles} files, in ${folders.slice(0, 8).map(shown).join(", ")}`,
      route: "none",
      proposed_action: "see whether it is several changes",
      evidence: firstEvidence(first),
      key: "size",
    }],
    near_misses: [],
  }
}

/** Documents that got another name, in a repository that leaves a redirection where one was. */
export function renamesWithoutRedirect({ changes, after, before }: Change): Said {
  const redirects = [...before.decisions, ...after.decisions].some(({ redirect_to }) => redirect_to !== undefined)
  const renamed = changes.filter(({ path, from }) =>
    from !== undefined && isMarkdown(from) && isMarkdown(path) && after.paths.lookup(from) === undefined
  )
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const { path, from = "" } of renamed) {
    const what = `was ${shown(from)}, where nothing leads here now`
    const evidence = firstEvidence({ path, lines: linesOf(after.texts.get(path) ?? "") })
    if (evidence.length === 0) continue
    if (!redirects) {
      nearMisses.push({
        locator: path,
        what,
        why: "no redirections: this repository leaves none for other files either",
        evidence,
      })
      continue
    }
    findings.push({
      pass,
      locator: path,
      verdict: "STALE",
      severity: "Low",
      what,
      route: "proposal",
      proposed_action: `leave a redirection to ${shown(path)} at ${shown(from)}, as this repository does for others`,
      evidence,
      key: shown(`renamed:${from}`),
    })
  }
  return { findings, near_misses: nearMisses }
}
