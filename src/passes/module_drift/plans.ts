import type { Corpus } from "../../core/corpus/corpus.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { linesOf } from "../../core/text_lines.ts"
import { evidenceOf, firstEvidence, shown } from "../outcome/evidence.ts"
import { type ActivePlan, activePlans, featureFiles } from "../feature/feature_chain.ts"
import { excuseUnplanned, isPlanned } from "../feature/unplanned.ts"
import { type ModuleFacts, moduleOf } from "../modules/module_facts.ts"
import { allSaid, nothing, type Said } from "../outcome/said.ts"

const pass = "module-drift"

/** What an active plan names in the modules and nothing touched, and what was touched and no plan names. */
export function plans(corpus: Corpus, facts: ModuleFacts): Said {
  const inModules = (path: string): boolean => moduleOf(facts.modules, path) !== undefined
  const active = activePlans(featureFiles(corpus)).filter(({ steps }) =>
    steps.some(({ files }) => files.some(inModules))
  )
  if (active.length === 0) return nothing
  const changed = changedSince(active, facts)
  const said = allSaid(active.map((plan) => untouched(corpus, plan, changed, inModules)))
  const steps = active.flatMap((plan) => plan.steps)
  const planned = isPlanned(steps)
  const findings = [...said.findings]
  const nearMisses = [...said.near_misses]
  for (const path of [...changed].sort()) {
    const text = corpus.texts.get(path)
    if (!inModules(path) || planned(path) || corpus.paths.lookup(path) !== "file") continue
    const what = `was changed, and no step of the plan ${active.map(({ slug }) => shown(slug)).join(", ")} names it`
    const why = excuseUnplanned({ path, steps })
    const evidence = text === undefined ? [] : firstEvidence({ path, lines: linesOf(text) })
    if (why !== undefined) nearMisses.push({ locator: path, what, why, evidence })
    else {
      findings.push({
        pass,
        locator: path,
        verdict: "EXTRA",
        severity: "Medium",
        what,
        route: "proposal",
        proposed_action: `name it in a step of the plan, or say why it was needed`,
        evidence,
        key: "unplanned",
      })
    }
  }
  return { findings, near_misses: nearMisses }
}

/** What was changed for the plans: not committed yet, or in a commit since the first of them was made. */
function changedSince(active: readonly ActivePlan[], { touched, commits }: ModuleFacts): ReadonlySet<string> {
  const planned = isPlanned(active.flatMap(({ steps }) => steps))
  const slugs = active.map(({ slug }) => slug)
  const own = commits.filter(({ paths, message }) =>
    paths.some(planned) || slugs.some((slug) => message.includes(slug))
  )
  return new Set([...touched.flatMap(({ path, from }) => [path, from ?? path]), ...own.flatMap(({ paths }) => paths)])
}

function untouched(
  corpus: Corpus,
  { document, path: locator, slug, steps }: ActivePlan,
  changed: ReadonlySet<string>,
  inModules: (path: string) => boolean,
): Said {
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  const isTouched = (file: string): boolean =>
    changed.has(file) || file.endsWith("/") && [...changed].some((path) => path.startsWith(file)) || file.includes("*")
  const lastBegun = steps.findLastIndex(({ files }) => files.some(isTouched))
  steps.forEach((step, index) => {
    for (const file of step.files.filter((file) => inModules(file.replace(/\/$/u, "")) && !isTouched(file))) {
      const isThere = corpus.paths.lookup(file.replace(/\/$/u, "")) !== undefined
      const what = `step ${step.number} of the plan ${shown(slug)} names ${shown(file)}, which ${
        isThere ? "nothing has changed since the plan was made" : "is not there"
      }`
      const evidence = evidenceOf(document, [step.files_line], file)
      if (index > lastBegun) {
        nearMisses.push({ locator, what, why: "to come: this step and those after it are not begun", evidence })
        continue
      }
      findings.push({
        pass,
        locator,
        verdict: "DRIFTED",
        severity: "Medium",
        what,
        route: "proposal",
        proposed_action: `do step ${step.number} in ${shown(file)}, or take the file out of the plan`,
        evidence,
        key: shown(`step:${step.number}:${file}`),
      })
    }
  })
  return { findings, near_misses: nearMisses }
}
