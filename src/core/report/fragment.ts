import { itemsOf, textOf } from "../foreign/foreign_value.ts"
import { oneLine } from "./markdown_text.ts"

/** A memory, decision or other text that somebody selected to be shown: where it is, what it says of itself, its body. */
export interface Fragment {
  /** Where the text is from; shown as it is. */
  readonly path?: string
  /** The values of its front matter; of them `name`, `kind`, `type` and `scope` are read. */
  readonly frontmatter: { readonly [field: string]: unknown }
  /** What follows the front matter. */
  readonly body: string
}

/** What a fragment counts as, when fragments are put in order. */
export type FragmentTier = "warning" | "architectural-rule" | "project" | "session-recap" | "codemap" | "rest"

interface Labels {
  readonly kind: string | undefined
  readonly type: string | undefined
  readonly scope: readonly string[]
}

/** The tiers, the most important first. `rest` is what no other tier takes. */
const tiers: readonly { readonly tier: FragmentTier; readonly takes: (labels: Labels) => boolean }[] = [
  { tier: "warning", takes: ({ kind }) => kind === "warning" },
  { tier: "architectural-rule", takes: ({ kind }) => kind === "architectural-rule" },
  {
    tier: "project",
    takes: ({ type, scope }) => type === "project" || scope.some((tag) => tag.startsWith("project-")),
  },
  { tier: "session-recap", takes: ({ type }) => type === "session-recap" },
  { tier: "codemap", takes: ({ kind, type }) => kind === "codemap" || type === "codemap" },
  { tier: "rest", takes: () => false },
]

/** The tiers in their default order. */
export const fragmentTiers: readonly FragmentTier[] = tiers.map(({ tier }) => tier)

/** The tier of a fragment: of those that take it, the first in the order. */
export function tierOf(fragment: Fragment, order: readonly FragmentTier[]): FragmentTier {
  const labels = { kind: kindOf(fragment), type: textOf(fragment.frontmatter["type"]), scope: scopeOf(fragment) }
  const taken = new Set(tiers.filter(({ takes }) => takes(labels)).map(({ tier }) => tier))
  return order.find((tier) => taken.has(tier)) ?? "rest"
}

/** What kind of memory a fragment is; one that does not say is a lesson. */
export function kindOf({ frontmatter }: Fragment): string {
  return oneLine(textOf(frontmatter["kind"]) ?? "lesson")
}

/** The name of a fragment, when it has one. */
export function nameOf({ frontmatter }: Fragment): string | undefined {
  const name = frontmatter["name"]
  return textOf(oneLine(typeof name === "number" ? String(name) : textOf(name) ?? ""))
}

/** The scope tags of a fragment, written as a list or with commas between them. */
export function scopeOf({ frontmatter }: Fragment): readonly string[] {
  return itemsOf(frontmatter["scope"]).map((tag) => oneLine(textOf(tag) ?? "")).filter((tag) => tag !== "")
}
