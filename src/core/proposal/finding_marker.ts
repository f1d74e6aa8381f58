import { normaliseText } from "../diff/normalise.ts"
import { fieldOf } from "../foreign/foreign_value.ts"
import { nodeOf } from "../schema/locator.ts"

/** What tells a finding from others, in a stub that was written for it. */
export interface FindingMark {
  readonly id: string
  readonly pass: string
  readonly node: string
  /** Absent: what it says stands for it. */
  readonly key?: string
  readonly what?: string
}

/** The mark of a finding. */
export function markOf(finding: {
  readonly id: string
  readonly pass: string
  readonly locator: string
  readonly key?: string
  readonly what: string
}): FindingMark {
  const { id, pass, locator, key, what } = finding
  return { id, pass, node: nodeOf(locator), ...(key === undefined ? { what } : { key }) }
}

const opening = "<!-- retro:finding "
const marker = /<!-- retro:finding (\{[^\n]*?\}) -->/gu

/** A mark as a comment that no reader sees, on one line, and that a cell of a table can hold. */
export function markerOf(mark: FindingMark): string {
  const json = JSON.stringify(mark).replace(/</gu, "\\u003c").replace(/>/gu, "\\u003e").replace(
    /--/gu,
    "\\u002d\\u002d",
  )
    .replace(/\|/gu, "\\u007c")
  return `${opening}${json} -->`
}

/** The marks that a text holds; what cannot be read is none. */
export function marksIn(text: string): readonly FindingMark[] {
  if (!text.includes(opening)) return []
  return [...text.matchAll(marker)].flatMap(([, json = ""]) => {
    const mark = readMark(json)
    return mark === undefined ? [] : [mark]
  })
}

function readMark(json: string): FindingMark | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  const [id, pass, node, key, what] = ["id", "pass", "node", "key", "what"].map((field) => fieldOf(value, field))
  if (typeof id !== "string" || typeof pass !== "string" || typeof node !== "string") return undefined
  return {
    id,
    pass,
    node,
    ...(typeof key === "string" ? { key } : {}),
    ...(typeof what === "string" ? { what } : {}),
  }
}

/**
 * Whether two marks are of one finding. Its id alone says little, since another run may count anew; but it holds when a
 * node was renamed, or what was said of it was put differently.
 */
export function isSameFinding(one: FindingMark, other: FindingMark): boolean {
  if (one.pass !== other.pass || one.key !== other.key) return false
  const [sameId, sameNode] = [one.id === other.id, one.node === other.node]
  if (one.key !== undefined) return sameNode || sameId
  return sameNode && (sameId || normaliseText(one.what ?? "") === normaliseText(other.what ?? ""))
}
