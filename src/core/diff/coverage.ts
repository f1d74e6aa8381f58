import type { UnverifiedWhy } from "../schema/diff_result.ts"
import { nodeOf } from "../schema/locator.ts"
import type { CurrentRun } from "./diff_input.ts"
import type { Row } from "./subject.ts"

/** What became of the place of a row that nobody found again. */
export type Absence =
  | { readonly _tag: "unverified"; readonly why: UnverifiedWhy }
  | { readonly _tag: "gone" | "clean" }

/** What this run looked at, and so what its silence proves. */
export interface Coverage {
  /** The passes of this run that may find a row of a pass again: itself first, then those with it as an alias, by id. */
  readonly ownersOf: (pass: string) => readonly string[]
  /** Whether a node is gone, as far as `moved` needs to know. */
  readonly isGone: (node: string) => boolean
  /** What the absence of a row means. */
  readonly absenceOf: (row: Row) => Absence
}

interface PassCoverage {
  ran: boolean
  complete: boolean
  readonly scanned: Set<string>
}

const clean: Absence = { _tag: "clean" }
const gone: Absence = { _tag: "gone" }

function unverified(why: UnverifiedWhy): Absence {
  return { _tag: "unverified", why }
}

/** The coverage of a run. A plain list of findings says nothing about coverage: everything counts as looked at. */
export function coverageOf(current: CurrentRun, renames: ReadonlyMap<string, string>): Coverage {
  if ("findings" in current) return { ownersOf: (pass) => [pass], isGone: () => false, absenceOf: () => clean }
  const inventory = current.inventory === undefined ? undefined : new Set(current.inventory)
  const passes = new Map<string, PassCoverage>()
  const aliases = new Map<string, Set<string>>()
  const seen = new Set<string>()
  for (const result of current.passes) {
    // A pass that looks at two corpora reports twice: it proves as much as its worse half.
    const pass = passes.get(result.pass) ?? { ran: true, complete: true, scanned: new Set<string>() }
    passes.set(result.pass, pass)
    pass.ran &&= result.ran
    pass.complete &&= result.complete
    for (const alias of result.aliases ?? []) {
      if (alias !== result.pass) aliases.set(alias, (aliases.get(alias) ?? new Set()).add(result.pass))
    }
    const proves = result.ran && result.complete
    const add = (node: string): void => {
      pass.scanned.add(node)
      if (proves) seen.add(node)
    }
    result.scanned.forEach(add)
    // A finding shows that its node was looked at.
    for (const finding of result.findings) add(nodeOf(finding.locator))
  }
  const owners = new Map<string, readonly string[]>()
  function ownersOf(pass: string): readonly string[] {
    const known = owners.get(pass)
    if (known !== undefined) return known
    const found = [...(passes.has(pass) ? [pass] : []), ...[...(aliases.get(pass) ?? [])].sort()]
    owners.set(pass, found)
    return found
  }
  function absenceOf(row: Row): Absence {
    const looked = row.owners.map((owner) => passes.get(owner))
    if (looked.length === 0 || looked.some((pass) => pass?.ran !== true)) return unverified("pass did not run")
    if (looked.some((pass) => pass?.complete !== true)) return unverified("pass incomplete")
    const target = renames.get(row.node)
    // A renamed node lives on under its new name: somebody must have looked there.
    const place = target !== undefined && inventory?.has(target) !== false ? target : row.node
    if (inventory?.has(place) === false) return gone
    if (!looked.some((pass) => pass?.scanned.has(place))) return unverified("node not scanned")
    return target === undefined ? clean : gone
  }
  return {
    ownersOf,
    isGone: (node) => renames.has(node) || (inventory === undefined ? !seen.has(node) : !inventory.has(node)),
    absenceOf,
  }
}
