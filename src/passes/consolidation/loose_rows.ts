import { type Corpus, isInScope } from "../../core/corpus/corpus.ts"
import { baseName, folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { stemOf } from "../../core/decision/decision_path.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { featureFiles } from "../feature/feature_chain.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { type BacklogRow, backlogRows, isBacklog, isRecord } from "./backlog.ts"
import { shippedFor } from "./shipped.ts"
import { aliasesIn } from "./unit_id.ts"

/** Rows of backlogs that no decision, proposal, spec or plan stands for: told where a repository has such files at all. */
export function looseRows(corpus: Corpus): readonly NearMiss[] {
  const known = knownIds(corpus)
  if (known.size === 0) return []
  const shipped = shippedFor(corpus)
  return corpus.documents.flatMap((document): readonly NearMiss[] => {
    if (!isBacklog(document.path) || !isInScope(corpus, document.path)) return []
    const ofFolder = shipped(folderOf(document.path))
    const loose = backlogRows(document).filter((row) =>
      !isRecord(row) && !row.ids.some((id) => known.has(id) || ofFolder.has(id)) && !leadsToFile(corpus, row)
    )
    const [first, ...others] = new Set(loose.map(({ ids }) => ids.join("+")))
    if (first === undefined) return []
    const more = others.length === 0 ? "" : ` and ${others.length} more`
    return [{
      locator: document.path,
      what: `lists ${shown(first)}${more} as work to be done, and no decision, proposal, spec or plan stands for it`,
      why: "not begun: a row may come before the file that it is about",
      evidence: evidenceOf(document, loose.map(({ line }) => line)),
    }]
  })
}

/** What decisions, features and files that nobody could read are known by. */
function knownIds(corpus: Corpus): ReadonlySet<string> {
  return new Set([
    ...corpus.decisions.filter(({ template }) => !template).flatMap(idsOf),
    ...featureFiles(corpus).map(({ slug }) => slug),
    ...corpus.unreadable.flatMap(({ path }) => aliasesIn(stemOf(path))),
  ])
}

function idsOf({ path, number, version }: DecisionNode): readonly string[] {
  return [
    ...aliasesIn(stemOf(path).toLowerCase()),
    ...aliasesIn(baseName(folderOf(path)).toLowerCase()),
    ...(number === undefined ? [] : [String(number)]),
    ...(version === undefined ? [] : [version.slug]),
  ]
}

function leadsToFile({ paths }: Corpus, { document, line }: BacklogRow): boolean {
  return document.links.some((link) => {
    const path = link.line === line ? joinPath(folderOf(document.path), link.target.replace(/[#?].*$/u, "")) : undefined
    return path !== undefined && paths.lookup(path) === "file"
  })
}
