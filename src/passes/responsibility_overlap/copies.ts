import { byCodeUnit } from "../../core/code_unit_order.ts"
import { folderOf } from "../../core/corpus/folder_path.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import type { Organ } from "./organ.ts"

/** Organs without the copies that hosts, packages and translations have of them. */
export interface Originals {
  readonly originals: readonly Organ[]
  /** Each copy, and what it is one of. */
  readonly copies: readonly { readonly copy: Organ; readonly of: Organ }[]
}

/** Of all organs of one kind and name, the one that lies the least deep: a name is one job, wherever it is kept. */
export function withoutCopies(organs: readonly Organ[]): Originals {
  const originals: Organ[] = []
  const copies: { copy: Organ; of: Organ }[] = []
  for (const same of Map.groupBy(organs, ({ kind, fileName }) => `${kind} ${fileName}`).values()) {
    const [of, ...others] = [...same].sort((one, two) => depthOf(one) - depthOf(two) || byCodeUnit(one.path, two.path))
    if (of === undefined) continue
    originals.push(of)
    copies.push(...others.map((copy) => ({ copy, of })))
  }
  return { originals: originals.sort((one, two) => byCodeUnit(one.path, two.path)), copies }
}

function depthOf({ path }: Organ): number {
  return path.split("/").length
}

/** One near miss for all copies of one folder in another. */
export function copyNearMisses(copies: Originals["copies"]): readonly NearMiss[] {
  const byFolders = Map.groupBy(copies, ({ copy, of }) => JSON.stringify([homeOf(copy), homeOf(of)]))
  return [...byFolders.values()].flatMap((group): readonly NearMiss[] => {
    const [first] = group
    if (first === undefined) return []
    const more = group.length === 1 ? "" : `, and ${group.length - 1} more of its folder likewise`
    return [{
      locator: first.copy.path,
      what: `has the name of ${first.of.path}${more}`,
      why: "copy: the same organ for another host, package or language",
    }]
  })
}

/** The folder of all skills, or of all agents, that holds an organ. */
function homeOf({ kind, path }: Organ): string {
  return kind === "skill" ? folderOf(folderOf(path)) : folderOf(path)
}
