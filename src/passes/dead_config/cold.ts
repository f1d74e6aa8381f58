import { inDegrees } from "../../core/corpus/in_degree.ts"
import { baseName } from "../../core/corpus/folder_path.ts"
import { dayNumber } from "../../core/day_number.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { settingsOf } from "../../core/schema/pass_settings.ts"
import { evidenceOf } from "../outcome/evidence.ts"
import type { Said } from "../outcome/said.ts"
import { isSample, type Wiring } from "./wiring.ts"

const pass = "dead-config"

/** After how many days without a change what nothing names counts as cold; `undefined`: the rule is off. */
export function coldAfterDays(corpus: Wiring["corpus"]): number | undefined {
  return settingsOf(corpus.config.passes?.["dead-config"]).cold_after_days
}

/** Rules and agents that no other file names and that nobody has changed for long. */
export function coldOrgans(wiring: Wiring): Said {
  const unnamed = unnamedOrgans(wiring).filter(({ path }) => wiring.isInScope(path) && !isSample(path))
  const findings: Finding[] = []
  const excused = new Map<string, NearMiss[]>()
  for (const { path, kind } of unnamed) {
    const isOff = coldAfterDays(wiring.corpus) === undefined
    const what = `is ${kind === "agent" ? "an agent" : "a rule"} that no other file ${isOff ? "links to" : "names"}`
    const document = wiring.document(path)
    const evidence = document === undefined ? [] : evidenceOf(document, [firstTextLine(document.lines)])
    const why = excuseCold(wiring, path)
    if (why === undefined) {
      findings.push({
        pass,
        locator: path,
        severity: "Low",
        verdict: "DEAD-candidate",
        what: `${what}, and that nobody has changed for long`,
        route: "none",
        proposed_action: "",
        evidence,
        key: "cold",
      })
    } else {
      const group = `${path.split("/")[0] ?? ""} ${why}`
      const known = excused.get(group)
      const miss = { locator: path, what, why, evidence }
      if (known === undefined) excused.set(group, [miss])
      else known.push(miss)
    }
  }
  const near_misses = [...excused.values()].flatMap(([first, ...others]): readonly NearMiss[] => {
    if (first === undefined) return []
    return [others.length === 0 ? first : { ...first, what: `${first.what}; so are ${others.length} more beside it` }]
  })
  return { findings, near_misses }
}

function excuseCold({ corpus }: Wiring, path: string): string | undefined {
  const days = coldAfterDays(corpus)
  if (days === undefined) {
    return "loaded by its front matter or its place: a link is not what brings it in (cold_after_days also asks git)"
  }
  if (corpus.history === undefined) return "no history: without commits nobody knows when it last changed"
  const changed = corpus.history.last_change.get(path)
  const isOld = changed !== undefined && dayNumber(corpus.today) - dayNumber(changed) > days
  return isOld ? undefined : "changed lately: somebody works on it"
}

/** The rules and agents that no other file names; where the rule is off, looking for links says enough. */
function unnamedOrgans({ nodes, corpus }: Wiring): Wiring["nodes"] {
  const organs = nodes.filter(({ kind }) => kind === "rule" || kind === "agent")
  if (organs.length === 0) return []
  if (coldAfterDays(corpus) === undefined) {
    const linked = inDegrees(corpus)
    return organs.filter(({ path }) => !linked.has(path))
  }
  const wanted = new Map(organs.flatMap(({ path }) => namesOf(path)).map((name) => [name, new Set<string>()]))
  for (const [path, text] of corpus.texts) {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_.-]+/gu)) {
      wanted.get(word)?.add(path)
      wanted.get(word.replace(/(?<![.-])[.-]+$/u, ""))?.add(path)
    }
  }
  return organs.filter(({ path }) =>
    namesOf(path).every((name) => [...wanted.get(name) ?? []].every((from) => from === path))
  )
}

/** A file is named with its extension or without; a single everyday word says nothing. */
function namesOf(path: string): readonly string[] {
  const name = baseName(path).toLowerCase()
  const stem = name.replace(/(?:\.(?:chatmode|agent|instructions|prompt))?\.\w+$/u, "")
  return /[-_\d]/u.test(stem) ? [name, stem] : [name]
}

function firstTextLine(lines: readonly string[]): number {
  return Math.max(1, lines.findIndex((line) => /^(?:#|name:|description:)/u.test(line)) + 1)
}
