import type { NearMiss } from "../../core/schema/pass_result.ts"

/** How many near misses of one folder with one reason are told one by one. */
const mostTold = 10

/** Near misses of which many have the same reason in the same folder: the first of those speaks for all. */
export function folded(nearMisses: readonly NearMiss[]): readonly NearMiss[] {
  const groups = Map.groupBy(nearMisses, ({ locator, why }) => JSON.stringify([locator.split("/")[0], why]))
  return [...groups.values()].flatMap((group): readonly NearMiss[] => {
    const [first] = group
    if (group.length <= mostTold || first === undefined) return group
    return [{ ...first, what: `${first.what}; ${group.length - 1} more of its folder are like it` }]
  })
}
