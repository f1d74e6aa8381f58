import type { Corpus } from "../../core/corpus/corpus.ts"
import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import { nodeKindOf } from "../../core/corpus/node_kind.ts"
import { matchesGlobs } from "../../core/corpus/path_globs.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type PlanStep, planSteps } from "./plan_step.ts"

/** One file of a feature's way from idea to code. */
export interface FeatureFile {
  readonly path: string
  readonly slug: string
  readonly kind: "vision" | "spec" | "plan" | "proposal"
  /** Absent: the file has no versions. */
  readonly version?: number
  /** As the file says it, in lower case. */
  readonly status: string
  readonly document: MarkdownDocument
  /** Absent: it is written in no form that is known. */
  readonly decision?: DecisionNode
}

/** A plan that is being carried out. */
export interface ActivePlan extends FeatureFile {
  readonly steps: readonly PlanStep[]
}

const kinds: ReadonlySet<string> = new Set(["vision", "spec", "plan", "proposal"])

/** A slug as features have it. */
export const slugGrammar = /^[a-z0-9][a-z0-9-]*$/u

/** Where features usually lie: each has a folder there. */
export const featureFolders: readonly string[] = ["specs", "plans", "visions"].flatMap((
  kind,
) => [`.claude/${kind}`, kind])

/** Every vision, spec, plan and proposal of a corpus, path ascending. */
export function featureFiles(corpus: Corpus): readonly FeatureFile[] {
  const decisions = new Map(corpus.decisions.map((decision) => [decision.path, decision]))
  return corpus.documents.flatMap((document): readonly FeatureFile[] => {
    const decision = decisions.get(document.path)
    const kind = nodeKindOf(document.path, document, decision)
    const slug = decision?.version?.slug ?? slugByPath(document.path)
    if (!isKind(kind) || slug === undefined || decision?.template === true) return []
    return [{
      path: document.path,
      slug,
      kind,
      ...(decision?.version === undefined ? {} : { version: decision.version.number }),
      status: decision?.status?.normal.toLowerCase() ?? "",
      document,
      ...(decision === undefined ? {} : { decision }),
    }]
  })
}

function isKind(kind: string | undefined): kind is FeatureFile["kind"] {
  return kind !== undefined && kinds.has(kind)
}

/** `specs/<slug>/v1.md`, `proposals/012-<slug>.md`. */
function slugByPath(path: string): string | undefined {
  const name = baseName(path).replace(/\.\w+$/u, "")
  const slug = /^v\d+$/u.test(name) ? baseName(folderOf(path)) : name.replace(/^\d+[-_]/u, "").toLowerCase()
  return slugGrammar.test(slug) && slug !== "index" && slug !== "readme" ? slug : undefined
}

/** The versions of one kind of a slug, newest first. */
export function versionsOf(
  files: readonly FeatureFile[],
  slug: string,
  kind: FeatureFile["kind"],
): readonly FeatureFile[] {
  return files.filter((file) => file.slug === slug && file.kind === kind)
    .sort((left, right) => (right.version ?? 0) - (left.version ?? 0))
}

/** The version that counts: the active one, else the newest that is not given up. */
export function currentVersion(versions: readonly FeatureFile[]): FeatureFile | undefined {
  return versions.find(({ status }) => status === "active") ??
    versions.find(({ status }) => !/^(?:superseded|abandoned)$/u.test(status))
}

/** Every plan that is active. */
export function activePlans(files: readonly FeatureFile[]): readonly ActivePlan[] {
  return files.filter(({ kind, status }) => kind === "plan" && status === "active")
    .map((plan) => ({ ...plan, steps: planSteps(plan.document) }))
}

/** Whether a path is one that a step names, or lies in a folder that it names. */
export function namedBy(step: PlanStep): (path: string) => boolean {
  return matchesGlobs(step.files)
}
