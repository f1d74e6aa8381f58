import { byCodeUnit } from "../core/code_unit_order.ts"
import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import type { Finding } from "../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { namedFiles } from "./enum_drift/authority.ts"
import { completingEdits } from "./enum_drift/completing_edits.ts"
import type { Enumeration } from "./enum_drift/enumeration.ts"
import { familiesOf, type Family, listOf } from "./enum_drift/families.ts"
import { type Deviation, excuseDeviation } from "./enum_drift/guards.ts"
import { readEnumerations } from "./enum_drift/read_enumerations.ts"
import { evidenceOf, shown } from "./outcome/evidence.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import { setApartFromNow } from "./guard/set_apart.ts"

const id = "enum-drift"

/** Lists of the values of one key that differ between files. */
export const enumDrift: Pass = { id, look }

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  if (inScope === undefined) return notRun(id, "no Markdown files")
  const documents = [...corpus.documents].sort((left, right) => byCodeUnit(left.path, right.path))
  const enumerations = documents.flatMap(readEnumerations)
  if (enumerations.length === 0) return notRun(id, "no file lists the values of a key")
  const findings = new Map<string, Finding>()
  const nearMisses: NearMiss[] = []
  for (const family of familiesOf(enumerations)) {
    for (const deviation of deviationsOf(family)) {
      const { document, key } = deviation.enumeration
      if (!isInScope(corpus, document.path)) continue
      const why = excuseDeviation(deviation)
      if (why !== undefined) nearMisses.push(nearMissOf(deviation, why))
      else {
        const known = findings.get(`${document.path}\0${key}`)
        findings.set(`${document.path}\0${key}`, known ?? findingOf(deviation))
      }
    }
  }
  return lookedAt(id, {
    scanned: inScope.documents.map(({ path }) => path),
    findings: [...findings.values()],
    near_misses: nearMisses,
    missed: inScope.closed,
  })
}

/** The lists of a family that are not the one that counts for their file; nothing when one file alone has them. */
function deviationsOf({ members, shared }: Family): readonly Deviation[] {
  const lists = Map.groupBy(members, listOf)
  const byFile = Map.groupBy(members, ({ document }) => document.path)
  if (lists.size < 2 || byFile.size < 2) return []
  const common = commonReference(members, lists)
  const agreeing = new Map([...lists].map(([list, same]) => [list, firstOfFiles(same)]))
  return members.flatMap((enumeration): readonly Deviation[] => {
    const named = [...namedFiles(enumeration.document).authorities].sort(byCodeUnit)
      .flatMap((path) => byFile.get(path) ?? []).find(({ open }) => !open)
    const reference = named ?? common
    if (reference === undefined || reference.document === enumeration.document) return []
    const missing = reference.values.filter((value) => !enumeration.values.includes(value))
    const extra = enumeration.values.filter((value) => !reference.values.includes(value))
    if (missing.length + extra.length === 0) return []
    return [{
      enumeration,
      reference,
      missing,
      extra,
      shared,
      sameFile: byFile.get(enumeration.document.path) ?? [],
      agreeing: agreeing.get(listOf(reference)) ?? [reference],
    }]
  })
}

function firstOfFiles(members: readonly Enumeration[]): readonly Enumeration[] {
  return [...Map.groupBy(members, ({ document }) => document.path).values()].flatMap((same) => same.slice(0, 1))
}

/** The list that holds all the others; where none does, the one that most files have. */
function commonReference(
  members: readonly Enumeration[],
  lists: ReadonlyMap<string, readonly Enumeration[]>,
): Enumeration | undefined {
  const closed = [...lists.values()].flatMap((same) => {
    const whole = same.filter(({ open, document }) => !open && setApartFromNow(document.path) === undefined)
    const [first] = whole
    return first === undefined ? [] : [{ first, files: new Set(whole.map(({ document }) => document.path)).size }]
  })
  const all = new Set(members.filter(({ open }) => !open).flatMap(({ values }) => values))
  const whole = closed.find(({ first }) => first.values.length === all.size)
  const most =
    closed.sort((left, right) =>
      right.files - left.files || right.first.values.length - left.first.values.length ||
      byCodeUnit(left.first.document.path, right.first.document.path)
    )[0]
  return (whole ?? most)?.first
}

function differenceOf({ missing, extra, reference }: Deviation): string {
  const other = reference.document.path
  const lacks = missing.length === 0 ? "" : `lacks ${quoted(missing)}, which ${other} lists`
  const has = extra.length === 0 ? "" : `has ${quoted(extra)}, which ${other} does not list`
  return [lacks, has].filter((part) => part !== "").join("; ")
}

function quoted(values: readonly string[]): string {
  return values.map((value) => `"${shown(value)}"`).join(", ")
}

function nearMissOf(deviation: Deviation, why: string): NearMiss {
  const { document, key, lines, values } = deviation.enumeration
  return {
    locator: document.path,
    what: `the list of "${shown(key)}" ${differenceOf(deviation)}`,
    why,
    evidence: evidenceOf(document, lines.slice(0, 3), values[0]),
  }
}

function findingOf(deviation: Deviation): Finding {
  const { enumeration, reference, missing, extra, agreeing } = deviation
  const { document, key, lines, values } = enumeration
  // One list against one: only a file that calls the other its authority, or a third one, tells which of them is right.
  const isSettled = namedFiles(document).authorities.has(reference.document.path) || agreeing.length > 1
  const isFix = isSettled && extra.length === 0
  const edits = isFix ? completingEdits(enumeration, missing) : undefined
  const more = agreeing.find((member) => member.document !== reference.document)
  return {
    pass: id,
    locator: document.path,
    verdict: "CONTRADICTED",
    severity: "Medium",
    what: `the list of "${shown(key)}" ${differenceOf(deviation)}`,
    route: isFix ? "direct-fix" : "proposal",
    proposed_action: isFix
      ? `add ${quoted(missing)}`
      : `decide which values "${shown(key)}" has, and list them alike in both files`,
    evidence: [
      ...evidenceOf(document, lines.slice(0, 3), values[0]),
      ...evidenceOf(reference.document, reference.lines.slice(0, 3), missing[0] ?? reference.values[0]),
      ...(more === undefined ? [] : evidenceOf(more.document, more.lines.slice(0, 1), missing[0])),
    ],
    key: shown(key),
    ...(edits === undefined ? {} : { edits }),
  }
}
