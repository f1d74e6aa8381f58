import type { Corpus } from "../core/corpus/corpus.ts"
import { settingsOf } from "../core/schema/pass_settings.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { linesOf, type Said } from "./change_fit/change.ts"
import { evidenceOf, shown } from "./evidence.ts"
import { excuseUnplanned, isPlanned } from "./feature/unplanned.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./pass_outcome.ts"
import { type Chain, chainOf, type ConformanceFacts, type WorkDone } from "./slug_conformance/conformance_facts.ts"
import { judgeCriteria, resultsIn, stalePin, unknownCriteria } from "./slug_conformance/criteria.ts"
import { judgeSteps, stepStates } from "./slug_conformance/steps.ts"

/** The id of {@link slugConformance}. */
export const slugConformanceId = "slug-conformance"

/** Whether a feature became what its spec and its plan say. Made for one run, of what only that run knows. */
export function slugConformance(facts: ConformanceFacts): Pass {
  return { id: slugConformanceId, look: (corpus) => look(corpus, facts) }
}

function look(corpus: Corpus, { slug, work }: ConformanceFacts): PassResult {
  const chain = chainOf(corpus, slug)
  const { spec, plan } = chain ?? {}
  if (chain === undefined || spec === undefined && plan === undefined) {
    return notRun(slugConformanceId, `no spec and no plan has the slug ${shown(slug)}`)
  }
  if (chain.provisional && plan === undefined) {
    return notRun(slugConformanceId, `the criteria of ${shown(spec?.path ?? "")} are provisional, and there is no plan`)
  }
  const file = settingsOf(corpus.config.passes?.["slug-conformance"]).results?.file
  const results = file === undefined ? undefined : corpus.texts.get(file)
  const missed = file === undefined || results !== undefined ? [] : [
    corpus.unreadable.find(({ path }) => path === file) ?? { path: file, why: "it is not there" },
  ]
  const states = work === undefined ? undefined : stepStates(corpus, chain, work)
  const said: readonly Said[] = [
    spec === undefined ? none : chain.provisional ? provisional(spec.path) : judgeCriteria(chain, spec, {
      ...(states === undefined ? {} : { states }),
      results: resultsIn(results ?? "", slug),
    }),
    plan === undefined || states === undefined || work === undefined ? none : judgeSteps(plan, states, work),
    work === undefined ? none : extras(corpus, chain, work),
    { findings: [...stalePin(chain), ...unknownCriteria(chain)], near_misses: [] },
  ]
  return lookedAt(slugConformanceId, {
    scanned: [
      ...chain.files.map(({ path }) => path),
      ...said.flatMap(({ findings }) => findings.map(({ locator }) => locator)),
    ],
    findings: said.flatMap(({ findings }) => findings),
    near_misses: said.flatMap(({ near_misses }) => near_misses),
    missed,
  })
}

const none: Said = { findings: [], near_misses: [] }

function provisional(locator: string): Said {
  const why = "provisional: the spec says that its criteria are not firm yet"
  return { findings: [], near_misses: [{ locator, what: "criteria that nothing was held against", why }] }
}

/** Files of commits that name the slug, and that no step names. */
function extras(corpus: Corpus, { slug, plan, steps }: Chain, { commits }: WorkDone): Said {
  if (plan === undefined || slug === "default") return none
  const names = new RegExp(`(?<![\\w-])${slug}(?![\\w-])`, "iu")
  const own = commits.filter(({ message }) => names.test(message))
  const planned = isPlanned(steps)
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const path of [...new Set(own.flatMap(({ paths }) => paths))].sort()) {
    if (planned(path) || corpus.paths.lookup(path) !== "file") continue
    const what = `was changed for ${shown(slug)}, and no step of its plan names it`
    const why = excuseUnplanned({ path, steps })
    if (why !== undefined) {
      nearMisses.push({ locator: path, what, why })
      continue
    }
    const lines = linesOf(corpus.texts.get(path) ?? "")
    const first = evidenceOf({ path, lines }, lines.map((_, index) => index + 1)).slice(0, 1)
    findings.push({
      pass: slugConformanceId,
      locator: path,
      verdict: "EXTRA",
      severity: "Low",
      what,
      route: "none",
      proposed_action: `name it in a step of ${shown(plan.path)}, or note why it was needed`,
      // Of a file that is not read, the plan shows that it does not name it.
      evidence: first.length > 0 ? first : evidenceOf(plan.document, steps.slice(0, 1).map(({ line }) => line)),
      key: `extra:${slug}`,
    })
  }
  return { findings, near_misses: nearMisses }
}
