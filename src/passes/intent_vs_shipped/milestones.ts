import type { DecisionNode } from "../../core/decision/decision_node.ts"
import { fieldValue } from "../../core/decision/field.ts"
import { linesOf } from "../../core/text_lines.ts"

/** A release that an enhancement names: its number, and the line that names it. */
export interface Milestone {
  readonly text: string
  readonly number: readonly [major: number, minor: number]
  readonly line: number
}

/** What an enhancement says of its way: the stage that it is in or aims for, and the releases of its stages. */
export interface Enhancement {
  readonly node: DecisionNode
  readonly stage: { readonly name: string; readonly line: number } | undefined
  readonly milestones: ReadonlyMap<string, Milestone>
}

/** Reads the way of an enhancement; `undefined` when it is of another convention. */
export function enhancementOf(node: DecisionNode): Enhancement | undefined {
  if (node.adapter !== "kep" || node.template || node.redirect_to !== undefined) return undefined
  const field = node.block.fields.find(({ key }) => key === "stage")
  const name = fieldValue(field).toLowerCase()
  return {
    node,
    stage: field === undefined || name === "" ? undefined : { name, line: field.line },
    milestones: milestonesOf(node),
  }
}

function milestonesOf({ text, block }: DecisionNode): ReadonlyMap<string, Milestone> {
  const field = block.fields.find(({ key }) => key === "milestone")
  if (field === undefined) return new Map()
  const lines = linesOf(text).slice(field.line - 1, field.end_line)
  return new Map(lines.flatMap((line, index) => {
    const [, stage = "", release = "", major = "", minor = ""] =
      /^\s+(alpha|beta|stable|ga):\s*["']?(v?(\d{1,4})\.(\d{1,4}))/iu.exec(line) ?? []
    if (stage === "") return []
    const number = [Number(major), Number(minor)] as const
    return [[stage.toLowerCase().replace("ga", "stable"), { text: release, number, line: field.line + index }] as const]
  }))
}

/** Whether a release came before another one. */
export function isBefore(
  { number: [major, minor] }: Milestone,
  { number: [otherMajor, otherMinor] }: Milestone,
): boolean {
  return major < otherMajor || major === otherMajor && minor < otherMinor
}

/** Of so many shipped releases, the newest one may be a slip of somebody's pen. */
const many = 3

/** The newest release that implemented enhancements of a family shipped in. */
export function newestRelease(enhancements: readonly Enhancement[]): Milestone | undefined {
  const shipped = enhancements.filter(({ node }) => node.status?.normal === "implemented")
    .flatMap(({ milestones }) => milestones.get("stable") ?? [])
    .sort((one, two) => isBefore(one, two) ? 1 : isBefore(two, one) ? -1 : 0)
  return shipped.length > many ? shipped[1] : shipped[0]
}
