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
    const lists = [...Map.groupBy(onceAFile(all), listOf).values()]
    if (lists.length > mostLists) continue
    const groups: (readonly Enumeration[])[][] = []
    for (const list of lists.sort((left, right) => sizeOf(right) - sizeOf(left))) {
      const near = groups.filter((group) => group.some((other) => isNear(other, list)))
      for (const group of near) groups.splice(groups.indexOf(group), 1)
      groups.push([...near.flat(), list])
    }
    for (const group of groups) families.push({ subject, members: group.flat(), shared: groups.length > 1 })
  }
  return families
}

/** The same list of the same key in one file is one list that stands on several lines. */
function onceAFile(enumerations: readonly Enumeration[]): readonly Enumeration[] {
  const same = Map.groupBy(
    enumerations,
    (one) => `${one.document.path}\0${one.key}\0${one.open}\0${one.values.join("|")}`,
  )
  return [...same.values()].flatMap((all): readonly Enumeration[] => {
    const [first] = all
    if (first === undefined || all.length === 1) return all
    return [{
      ...first,
      lines: all.flatMap(({ lines }) => lines),
      context: all.map(({ context }) => context).join(" "),
    }]
  })
}

/** What makes two enumerations the same list: the values, whatever their order. */
export function listOf({ values }: Pick<Enumeration, "values">): string {
  return [...values].sort().join("|")
}

function sizeOf(members: readonly Enumeration[]): number {
  return members[0]?.values.length ?? 0
}

function isNear([one]: readonly Enumeration[], [other]: readonly Enumeration[]): boolean {
  if (one === undefined || other === undefined) return false
  const values = new Set(one.values)
  const shared = other.values.filter((value) => values.has(value)).length
  return shared >= sharedFewest && shared >= sharedPart * Math.min(one.values.length, other.values.length)
}
