import * as Result from "effect/Result"
import type { Corpus, UnreadableFile } from "../core/corpus/corpus.ts"
import { settingsOf } from "../core/schema/pass_settings.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { linesOf } from "../core/text_lines.ts"
import { evidenceOf, firstEvidence, shown } from "./outcome/evidence.ts"
import { excuseUnplanned, isPlanned } from "./feature/unplanned.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import { allSaid, nothing, type Said } from "./outcome/said.ts"
import { type Chain, chainOf, type ConformanceFacts, type WorkDone } from "./slug_conformance/conformance_facts.ts"
import { judgeCriteria, stalePin, unknownCriteria } from "./slug_conformance/criteria.ts"
import { checkResults } from "./slug_conformance/check_results.ts"
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
  const results = resultsOf(corpus, slug)
  const states = Result.map(work, (done) => stepStates(corpus, chain, done))
  const said: readonly Said[] = [
    spec === undefined ? nothing : chain.provisional ? provisional(spec.path) : judgeCriteria(chain, spec, {
      states,
      results: Result.getOrElse(results, () => new Map<string, string>()),
    }),
    plan === undefined || Result.isFailure(states) || Result.isFailure(work)
      ? nothing
      : judgeSteps(plan, states.success, work.success),
    Result.isFailure(work) ? nothing : extras(corpus, chain, work.success),
    stalePin(chain),
    { findings: unknownCriteria(chain), near_misses: [] },
  ]
  return lookedAt(slugConformanceId, {
    scanned: [
      ...chain.files.map(({ path }) => path),
      ...said.flatMap(({ findings }) => findings.map(({ locator }) => locator)),
    ],
    ...allSaid(said),
    missed: [
      ...unreadOf(corpus, chain),
      ...(plan === undefined || Result.isSuccess(work)
        ? []
        : [{ path: "the commits since the plan was made", why: work.failure }]),
      ...(Result.isFailure(results) ? [results.failure] : []),
    ],
  })
}

/** Files of the feature that could not be read, or whose front matter could not: what they say is not known. */
function unreadOf(corpus: Corpus, { slug, files }: Chain): readonly UnreadableFile[] {
  const own = new RegExp(`(?:^|/)(?:specs|plans)/${slug}/`, "u")
  return [
    ...corpus.unreadable.filter(({ path }) => own.test(path)),
    ...files.flatMap(({ path, document: { front_matter: block } }): readonly UnreadableFile[] =>
      block._tag === "invalid" ? [{ path, why: `its front matter, line ${block.line}: ${block.problem}` }] : []
    ),
  ]
}

/** What the result file says of a slug, or why that is not known. */
function resultsOf(corpus: Corpus, slug: string): Result.Result<ReadonlyMap<string, string>, UnreadableFile> {
  const path = settingsOf(corpus.config.passes?.["slug-conformance"]).results?.file
  if (path === undefined) return Result.succeed(new Map())
  const text = corpus.texts.get(path)
  return text === undefined
    ? Result.fail(corpus.unreadable.find((file) => file.path === path) ?? { path, why: "it is not there" })
    : Result.mapError(checkResults(text, slug), (why) => ({ path, why }))
}

function provisional(locator: string): Said {
  const why = "provisional: the spec says that its criteria are not firm yet"
  return { findings: [], near_misses: [{ locator, what: "criteria that nothing was held against", why }] }
}

/** Files of commits that name the slug, and that no step names. */
function extras(corpus: Corpus, { slug, plan, steps }: Chain, { commits }: WorkDone): Said {
  if (plan === undefined || slug === "default") return nothing
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
    const first = firstEvidence({ path, lines: linesOf(corpus.texts.get(path) ?? "") })
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
