import { byCodeUnit } from "../core/code_unit_order.ts"
import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import { folderOf, foldersAround } from "../core/corpus/folder_path.ts"
import type { Evidence, Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import type { Conflict } from "./path_config/conflict.ts"
import { contradictionsOf } from "./path_config/contradictions.ts"
import { displacementsOf } from "./path_config/displacements.ts"
import { placeClaims } from "./path_config/place_claim.ts"

const id = "path-config"

/** Keys of a configuration that files give different places. */
export const pathConfig: Pass = { id, look }

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  if (inScope === undefined) return notRun(id, "no Markdown files")
  const documents = [...corpus.documents].sort((left, right) => byCodeUnit(left.path, right.path))
  const claims = documents.flatMap(placeClaims)
  if (claims.length === 0) return notRun(id, "no file gives a configuration's key a place")
  const findings = new Map<string, Finding>()
  const nearMisses: NearMiss[] = []
  const component = componentOf(corpus)
  const home = (path: string): string => component(path) === "" ? folderOf(path) : component(path)
  const conflicts = [...displacementsOf(documents, claims, home), ...contradictionsOf(claims, component)]
  for (const conflict of conflicts) {
    const at = `${conflict.path}\0${conflict.key}`
    if (!isInScope(corpus, conflict.path)) continue
    if (conflict.excuse !== undefined) nearMisses.push(nearMissOf(conflict, conflict.excuse))
    else if (!findings.has(at)) findings.set(at, findingOf(conflict))
  }
  return lookedAt(id, {
    scanned: inScope.documents.map(({ path }) => path),
    findings: [...findings.values()],
    near_misses: nearMisses,
    missed: inScope.closed,
  })
}

const manifest =
  /(?:^|\/)(?:package\.json|deno\.jsonc?|Cargo\.toml|pyproject\.toml|go\.mod|composer\.json|[^/]+\.csproj|SKILL\.md|plugin\.json)$/u

/** The innermost folder around a file that is a package or a skill: a configuration is that one's. */
function componentOf({ paths }: Corpus): (path: string) => string {
  const folders = new Set(paths.files.filter((path) => manifest.test(path)).map(folderOf))
  return (path) => foldersAround(folderOf(path)).find((folder) => folders.has(folder)) ?? ""
}

function whatOf({ key, claims, place, others }: Conflict): string {
  const own = [...new Set(claims.map((claim) => claim.place))].map((own) => `"${shown(own)}"`).join(" and ")
  return `"${shown(key)}" is ${own} here, and "${shown(place)}" in ${others[0]?.document.path ?? ""}`
}

function evidenceFor({ claims, others, place }: Conflict): readonly Evidence[] {
  return [
    ...claims.flatMap((claim) => evidenceOf(claim.document, [claim.line], claim.place)),
    ...others.slice(0, 5).flatMap(({ document, line }) => evidenceOf(document, [line], place)),
  ]
}

function nearMissOf(conflict: Conflict, why: string): NearMiss {
  return { locator: conflict.path, what: whatOf(conflict), why, evidence: evidenceFor(conflict) }
}

function findingOf(conflict: Conflict): Finding {
  const { path, key, place, settled } = conflict
  return {
    pass: id,
    locator: path,
    verdict: "CONTRADICTED",
    severity: "High",
    what: whatOf(conflict),
    route: settled ? "direct-fix" : "proposal",
    proposed_action: settled
      ? `use "${shown(place)}" for "${shown(key)}"`
      : `decide where "${shown(key)}" points, and say it alike in both files`,
    evidence: evidenceFor(conflict),
    key: shown(key),
  }
}
