import { isMapping } from "../../core/foreign/foreign_value.ts"
import type { FeatureFile } from "../feature/feature_chain.ts"

/** The version of the spec that a plan says it was made for. */
export interface Pin {
  /** As the plan writes it. */
  readonly raw: string
  /** 1-based. */
  readonly line: number
  /** Absent: what is written names no version of this spec. */
  readonly version?: number
}

/** A version by its name: `search@v1`, `search/v1`, `search v1`, `v1`, `1`. */
const byName = /^(?:([a-z0-9][a-z0-9-]*)(?:\s*[@/]\s*|\s+))?v?(\d{1,9})$/iu

/** What a plan is made for, by path or by name; `undefined`: it does not say, or it is made for none. */
export function pinOf(plan: FeatureFile, specs: readonly FeatureFile[]): Pin | undefined {
  const front = plan.document.front_matter
  const value = front._tag === "mapping" ? front.values["spec"] ?? front.values["pins"] : undefined
  const references = plan.decision?.pins ?? []
  const targets = references.flatMap(({ target }) => target._tag === "node" ? [target.path] : [])
  const raw = rawOf(value) ?? references[0]?.raw
  if (front._tag !== "mapping" || raw === undefined || /^none\b/iu.test(raw)) return undefined
  const line = references[0]?.line ?? front.lines["spec"] ?? front.lines["pins"] ?? 1
  const [, slug = plan.slug, digits] = byName.exec(raw) ?? []
  const version = specs.find(({ path }) => targets.includes(path))?.version ??
    (digits !== undefined && slug.toLowerCase() === plan.slug ? Number(digits) : undefined)
  return { raw, line, ...(version === undefined ? {} : { version }) }
}

/** `{ slug: search, version: 1 }` is `search@1`; of a list, the first item. */
function rawOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(rawOf).find((text) => text !== undefined)
  if (isMapping(value)) {
    const [slug, version] = [rawOf(value["slug"]), rawOf(value["version"])]
    return slug === undefined ? version : version === undefined ? slug : `${slug}@${version}`
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : ""
  return text === "" ? undefined : text
}
