/**
 * The node of a locator: the locator without a trailing `:digits`.
 *
 * @example
 * ```ts
 * import { nodeOf } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(nodeOf("docs/a.md:12"), "docs/a.md")
 * strictEqual(nodeOf("skill deliver"), "skill deliver")
 * ```
 */
export function nodeOf(locator: string): string {
  const line = /:\d+$/u.exec(locator)
  return line === null || line.index === 0 ? locator : locator.slice(0, line.index)
}

/**
 * The line of a locator, 1-based, or `undefined` when the locator is a node alone.
 *
 * @example
 * ```ts
 * import { lineOf } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(lineOf("docs/a.md:12"), 12)
 * strictEqual(lineOf("docs/a.md"), undefined)
 * ```
 */
export function lineOf(locator: string): number | undefined {
  const node = nodeOf(locator)
  return node === locator ? undefined : Number(locator.slice(node.length + 1))
}
