import type * as Result from "effect/Result"
import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { Corpus } from "../../core/corpus/corpus.ts"
import type { PathChange } from "../../core/corpus/path_change.ts"
import { criteriaOf, type Criterion, isProvisional } from "../feature/criteria.ts"
import { currentVersion, type FeatureFile, featureFiles, versionsOf } from "../feature/feature_chain.ts"
import { type PlanStep, planSteps } from "../feature/plan_step.ts"
import type { ModuleCommit } from "../modules/module_facts.ts"
import { type Pin, pinOf } from "./pin.ts"

/** What was done for a feature since its plan was made. */
export interface WorkDone {
  /** Newest first, none of them older than the plan. */
  readonly commits: readonly ModuleCommit[]
  /** What is not committed yet. */
  readonly touched: readonly PathChange[]
  /** The plan as it was first committed; absent: it is not committed. */
  readonly first_plan?: string
}

/** What a run knows of a feature. */
export interface ConformanceFacts {
  readonly slug: string
  /** What was done since the plan was made, or why nobody knows it. */
  readonly work: Result.Result<WorkDone, string>
}

/** A feature, from its spec to its plan. */
export interface Chain {
  readonly slug: string
  readonly spec?: FeatureFile
  /** None are firm: they count for nothing. */
  readonly provisional: boolean
  readonly criteria: readonly Criterion[]
  readonly plan?: FeatureFile
  readonly steps: readonly PlanStep[]
  /** What the plan says that it was made for. */
  readonly pin?: Pin
  /** The version of the spec that the plan was made for, when it is there and another one than the current one. */
  readonly pinned?: FeatureFile
  /** The feature is done and put away. */
  readonly retired: boolean
  /** Every file of it, path ascending. */
  readonly files: readonly FeatureFile[]
}

/** The slugs that a corpus knows, ascending. */
export function knownSlugs(corpus: Corpus): readonly string[] {
  return [...new Set(featureFiles(corpus).map(({ slug }) => slug))].sort(byCodeUnit)
}

/** The chain of a slug; `undefined`: no file has it. */
export function chainOf(corpus: Corpus, slug: string): Chain | undefined {
  const all = featureFiles(corpus)
  const files = all.filter((file) => file.slug === slug)
  const retired = corpus.paths.files.some((path) => isArchived(path, slug))
  if (files.length === 0 && !retired) return undefined
  const plan = currentVersion(versionsOf(all, slug, "plan"))
  const specs = versionsOf(all, slug, "spec")
  const spec = currentVersion(specs)
  const pin = plan === undefined ? undefined : pinOf(plan, specs)
  const pinned = pin?.version === undefined ? undefined : specs.find(({ version }) => version === pin.version)
  return {
    slug,
    ...(spec === undefined ? {} : { spec }),
    provisional: spec !== undefined && isProvisional(spec.document),
    criteria: spec === undefined ? [] : criteriaOf(spec.document),
    ...(plan === undefined ? {} : { plan }),
    steps: plan === undefined ? [] : planSteps(plan.document),
    ...(pin === undefined ? {} : { pin }),
    ...(pinned === undefined || pinned.path === spec?.path ? {} : { pinned }),
    retired,
    files,
  }
}

/** `archive/2026-01-31-<slug>/`, or a file of that name. */
function isArchived(path: string, slug: string): boolean {
  const folders = path.replace(/\.\w+$/u, "").split("/")
  const at = folders.indexOf("archive")
  return at >= 0 &&
    folders.slice(at + 1).some((name) => name === slug || name.replace(/^\d{4}-\d{2}-\d{2}-/u, "") === slug)
}
