import type { Enumeration } from "./enumeration.ts"

/** The enumerations of one key that are spellings of one list. */
export interface Family {
  readonly subject: string
  readonly members: readonly Enumeration[]
  /** Whether the key has other lists, too: then it does not say by itself which of them is meant. */
  readonly shared: boolean
}

/** Lists are of one family when they share so many values, and this part of the shorter one. */
const sharedFewest = 3
const sharedPart = 0.75
/** A key with more different lists than this means something else everywhere. */
const mostLists = 50

/** Groups enumerations whose key is one and whose values are nearly the same. */
export function familiesOf(enumerations: readonly Enumeration[]): readonly Family[] {
  const families: Family[] = []
  for (const [subject, all] of Map.groupBy(enumerations, (enumeration) => enumeration.subject)) {
    const lists = [...Map.groupBy(all, listOf).values()]
    if (lists.length > mostLists) continue
    const groups: Enumeration[][] = []
    for (const members of lists.sort((left, right) => sizeOf(right) - sizeOf(left))) {
      const near = groups.filter((group) => group.some((one) => isNear(one, members[0] ?? one)))
      const joined = [...near.flat(), ...members]
      for (const group of near) groups.splice(groups.indexOf(group), 1)
      groups.push(joined)
    }
    for (const members of groups) families.push({ subject, members, shared: groups.length > 1 })
  }
  return families
}

/** What makes two enumerations the same list: the values, whatever their order. */
export function listOf({ values }: Pick<Enumeration, "values">): string {
  return [...values].sort().join("|")
}

function sizeOf(members: readonly Enumeration[]): number {
  return members[0]?.values.length ?? 0
}

function isNear(one: Enumeration, other: Enumeration): boolean {
  const values = new Set(one.values)
  const shared = other.values.filter((value) => values.has(value)).length
  return shared >= sharedFewest && shared >= sharedPart * Math.min(one.values.length, other.values.length)
}
