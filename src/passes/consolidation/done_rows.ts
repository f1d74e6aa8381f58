import { type Corpus, isInScope } from "../../core/corpus/corpus.ts"
import { folderOf } from "../../core/corpus/folder_path.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Edit, Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import type { Said } from "../outcome/said.ts"
import { lineStarts } from "../outcome/text_edits.ts"
import { type BacklogRow, backlogRows, isBacklog, isRecord } from "./backlog.ts"
import { type Ship, type Shipped, shippedFor } from "./shipped.ts"

/** Rows with the same ids in one backlog, of which something shipped. */
interface ShippedRows {
  readonly first: BacklogRow
  readonly rows: readonly BacklogRow[]
  readonly ships: readonly Ship[]
  readonly missing: readonly string[]
}

const later = /\b(?:follow-?ups?|phase [2-9]|part [2-9]|remaining|remainder|rest of|leftovers?|v[2-9])\b/iu

const guards: readonly Guard<ShippedRows>[] = [
  {
    why: "continuation: a later part of what shipped is still to come",
    fires: ({ rows }) => rows.some(({ continues, cells }) => continues || cells.some((cell) => later.test(cell))),
  },
  {
    why: ({ missing }) => `partly: ${missing[0] ?? ""} has not shipped`,
    fires: ({ missing }) => missing.length > 0,
  },
  {
    why: "record: the row stands where what is done is kept, or says itself that it is",
    fires: ({ rows }) => rows.some(isRecord),
  },
]

/** What backlogs say is to be done, and has shipped. */
export function doneRows(
  pass: string,
  corpus: Corpus,
): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  const shipped = shippedFor(corpus)
  for (const document of corpus.documents) {
    if (!isBacklog(document.path) || !isInScope(corpus, document.path)) continue
    const ofFolder = shipped(folderOf(document.path))
    for (const [ids, rows] of Map.groupBy(backlogRows(document), (row) => row.ids.join("+"))) {
      const told = shippedRows(rows, ofFolder)
      if (told === undefined) continue
      const why = excuse(guards, told)
      const evidence = [
        ...evidenceOf(document, rows.map(({ line }) => line)),
        ...told.ships.flatMap((ship) => ship.evidence).slice(0, 3),
      ]
      const where = [...new Set(told.ships.map(({ path }) => path))].join(", ")
      const what = `lists ${shown(ids)} as work to be done, and ${shown(where)} says that it shipped`
      if (why === undefined) findings.push(findingOf(pass, document, { ids, rows, what, evidence }))
      else near_misses.push({ locator: document.path, what, why, evidence })
    }
  }
  return { findings, near_misses }
}

function shippedRows(rows: readonly BacklogRow[], shipped: Shipped): ShippedRows | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const ships = [...new Set(first.ids.flatMap((id) => shipped.get(id) ?? []))]
  if (ships.length === 0) return undefined
  return { first, rows, ships, missing: first.ids.filter((id) => !shipped.has(id)) }
}

interface Told {
  readonly ids: string
  readonly rows: readonly BacklogRow[]
  readonly what: string
  readonly evidence: NonNullable<Finding["evidence"]>
}

function findingOf(pass: string, document: MarkdownDocument, { ids, rows, what, evidence }: Told): Finding {
  const edits = rows.map(({ line }) => deletion(document, line))
  return {
    pass,
    locator: document.path,
    verdict: "DONE-ROW",
    severity: "Low",
    what,
    route: "direct-fix",
    proposed_action: rows.length === 1 ? "delete the row" : "delete the rows",
    evidence,
    key: shown(`row ${ids}`),
    ...(edits.some((edit) => edit === undefined) ? {} : { edits: edits.filter((edit) => edit !== undefined) }),
  }
}

/** Takes a whole line out, without any text of its neighbours: their own edits stay possible. */
function deletion(document: MarkdownDocument, line: number): Edit | undefined {
  const starts = lineStarts(document)
  const find = document.text.slice(starts[line - 1], starts[line])
  const at = document.text.indexOf(find)
  return find === "" || !find.endsWith("\n") || at !== starts[line - 1] || document.text.indexOf(find, at + 1) >= 0
    ? undefined
    : { path: document.path, find, replace: "" }
}
