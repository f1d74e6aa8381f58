import { corpusPath } from "../corpus/corpus_path.ts"
import { type Fragment, type FragmentTier, fragmentTiers, kindOf, nameOf, scopeOf, tierOf } from "./fragment.ts"

/** How fragments are put in order: by the default tiers, as the caller has them, or by tiers in another order. */
export type BodyOrder = "default" | "caller" | readonly FragmentTier[]

/** What a caller decides about rendered bodies. */
export interface RenderBodiesOptions {
  /** Default: `default`. Tiers that a list leaves out follow in their default order. */
  readonly order?: BodyOrder
  /** How many fragments are shown at most, from 1 to 20, which is the default. */
  readonly cap?: number
}

/** How many fragments are shown, whatever the caller asks for. */
const maxBodies = 20

/**
 * Shows the bodies of fragments that somebody selected: a header line each, then the body as it is, a blank line between
 * two. Only the anchors of rules (`<!-- id: … -->`) and line breaks at a body's end are taken out. Warnings come first,
 * then architectural rules, project facts, session recaps, code maps and the rest; inside a tier the caller's order holds.
 * Over the cap the last tier loses first, and what was dropped is counted in the last line.
 *
 * Pure: it reads no file, filters nothing and fails never. What is odd about the input is said in a line that starts with
 * `[delivery: `. Bodies are not escaped and may hold anything: whoever puts the text into Markdown fences it with more
 * backticks than it has in a row, and whoever prints it takes control characters and secrets out.
 *
 * @example
 * ```ts
 * import { renderBodies } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const lesson = {
 *   path: "lessons/cache.md",
 *   frontmatter: { name: "Cache keys", scope: ["build", "ci"] },
 *   body: "Put the lock file into the key.\n",
 * }
 * const warning = {
 *   path: "warnings/push.md",
 *   frontmatter: { name: "Force push", kind: "warning" },
 *   body: "It lost a day of work.\n",
 * }
 * strictEqual(
 *   renderBodies([lesson, warning]),
 *   [
 *     "📛 WARNING — do not repeat",
 *     "[scope: - | kind: warning | path: warnings/push.md] Force push",
 *     "It lost a day of work.",
 *     "",
 *     "[scope: build, ci | kind: lesson | path: lessons/cache.md] Cache keys",
 *     "Put the lock file into the key.",
 *   ].join("\n"),
 * )
 * strictEqual(renderBodies([]), "[delivery: empty selection]")
 * ```
 */
export function renderBodies(fragments: readonly Fragment[], options: RenderBodiesOptions = {}): string {
  if (fragments.length === 0) return "[delivery: empty selection]"
  const order = readOrder(options.order ?? "default")
  const cap = readCap(options.cap ?? maxBodies)
  const sorted = order.tiers === undefined ? fragments : inTiers(fragments, order.tiers)
  const shown = sorted.slice(0, cap.limit)
  const dropped = fragments.length - shown.length
  return [
    ...[[...order.notes, ...cap.notes].join("\n")].filter((notes) => notes !== ""),
    ...shown.map(bodyOf),
    ...(dropped === 0 ? [] : [`[${dropped} fragments dropped — narrow scope for more detail]`]),
  ].join("\n\n")
}

/** The tiers of an order, none when the caller's order holds. What is no order, which JavaScript may pass, is said. */
function readOrder(
  order: BodyOrder,
): { readonly tiers: readonly FragmentTier[] | undefined; readonly notes: readonly string[] } {
  if (order === "caller") return { tiers: undefined, notes: [] }
  if (order === "default") return { tiers: fragmentTiers, notes: [] }
  const known: ReadonlySet<unknown> = new Set(fragmentTiers)
  if (Array.isArray(order) && order.every((tier) => known.has(tier))) {
    return { tiers: [...new Set([...order, ...fragmentTiers])], notes: [] }
  }
  return { tiers: fragmentTiers, notes: ["[delivery: unknown order override, fell back to default]"] }
}

function readCap(cap: number): { readonly limit: number; readonly notes: readonly string[] } {
  const limit = Number.isNaN(cap) ? maxBodies : Math.min(maxBodies, Math.max(1, Math.trunc(cap)))
  return { limit, notes: limit === cap ? [] : [`[delivery: cap ${cap} is not from 1 to ${maxBodies}, used ${limit}]`] }
}

/** The fragments by tier. Sorting is stable, so that inside a tier the order stays. */
function inTiers(fragments: readonly Fragment[], order: readonly FragmentTier[]): readonly Fragment[] {
  const rank = new Map(order.map((tier, index) => [tier, index]))
  return fragments
    .map((fragment) => ({ fragment, rank: rank.get(tierOf(fragment, order)) ?? order.length }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ fragment }) => fragment)
}

function bodyOf(fragment: Fragment): string {
  const name = nameOf(fragment)
  const path = fragment.path === undefined || fragment.path.trim() === "" ? undefined : pathText(fragment.path)
  const scope = scopeOf(fragment).join(", ") || "-"
  const kind = kindOf(fragment)
  const header = `[scope: ${scope} | kind: ${kind} | path: ${path ?? "-"}] ${name ?? "-"}`
  const body = withoutAnchors(fragment.body).replace(lineBreaksAtEnd, "")
  return [
    ...(path === undefined ? ["[delivery: fragment missing path]"] : []),
    ...(name === undefined ? ["[delivery: fragment missing name]"] : []),
    ...(kind === "warning" ? ["📛 WARNING — do not repeat"] : []),
    header,
    ...(body === "" ? [] : [body]),
  ].join("\n")
}

const lineBreaksAtEnd = /(?<![\r\n])[\r\n]+$/u

/** What would end the line of a header, or act on a terminal. */
// deno-lint-ignore no-control-regex -- control characters are what the pattern looks for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u

/** A path as it is; only one that is no line is written as reports write it. */
function pathText(path: string): string {
  return unprintable.test(path) ? corpusPath(path) : path
}

/** The anchor of a rule and the space after it. One that another comment's start cuts short is none. */
const anchor = /<!--[ \t]*id:(?:(?!<!--|-->).)*-->[ \t]*/gu

/** A body without anchors; a line that held nothing else goes with them. Bodies without one are as they were. */
function withoutAnchors(body: string): string {
  return body
    .split(/(?<=\n)/u)
    .filter((line) => line.search(anchor) === -1 || line.replace(anchor, "").trim() !== "")
    .map((line) => line.replace(anchor, ""))
    .join("")
}
