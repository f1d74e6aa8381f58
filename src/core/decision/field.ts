/** A value of a field and its 1-based line: an item of a list, a continuation line, or the whole value. */
export interface FieldItem {
  /** The text of the item, without the syntax of its list. */
  readonly value: string
  /** 1-based. */
  readonly line: number
}

/** A field of a decision, as its syntax wrote it. Lines are 1-based and inclusive. */
export interface Field {
  /** Lower case, with hyphens: `superseded-by`. */
  readonly key: string
  /** The values, in the order of the file. */
  readonly items: readonly FieldItem[]
  /** The first line of the field. */
  readonly line: number
  /** Its last line. */
  readonly end_line: number
}

/** The fields of one decision. */
export interface FieldBlock {
  /** In the order of the file. */
  readonly fields: readonly Field[]
  /** The title, if the syntax has one of its own. */
  readonly title?: string
  /** The line after which a new field goes. */
  readonly insert_after: number
}

/** The key of a field as it is compared. */
export function fieldKey(text: string): string {
  return text.replace(/[*_`]+$|^[*_`]+/gu, "").trim().replace(/:$/u, "").replace(/[*`]+$/u, "").toLowerCase()
    .replace(/[\s_]+/gu, "-")
}

/** The whole value of a field. */
export function fieldValue(field: Field | undefined): string {
  return field === undefined ? "" : field.items.map((item) => item.value).join(" ").trim()
}

/** What a field says about a decision. */
export type FieldRole =
  | "status"
  | "title"
  | "supersedes"
  | "supersedes-partly"
  | "superseded-by"
  | "superseded-partly-by"
  | "requires"
  | "related"
  | "contradicts"
  | "pins"
  | "created"
  | "updated"

/** The keys of every convention, as {@link fieldKey} writes them. */
const keys: { readonly [role in FieldRole]: readonly string[] } = {
  status: ["status"],
  title: ["title"],
  supersedes: ["supersedes", "supercedes", "replaces", "obsoletes"],
  "supersedes-partly": ["amends", "supersedes-in-part", "partially-supersedes", "partly-supersedes"],
  "superseded-by": ["superseded-by", "superceded-by", "replaced-by", "obsoleted-by", "proposed-replacement"],
  "superseded-partly-by": [
    "amended-by",
    "superseded-in-part-by",
    "partially-superseded-by",
    "partly-superseded-by",
  ],
  requires: ["requires"],
  related: ["see-also", "related", "related-to"],
  contradicts: ["contradicts"],
  pins: ["pins"],
  created: ["created", "date", "creation-date", "start-date", "since"],
  updated: ["updated", "last-updated", "last-modified"],
}

const roles: ReadonlyMap<string, FieldRole> = new Map(
  Object.entries(keys).flatMap(([role, names]) =>
    names.map((name): [string, FieldRole] => [name, isRole(role) ? role : "related"])
  ),
)

function isRole(text: string): text is FieldRole {
  return text in keys
}

/** What a key means; `undefined` when it is none of ours. */
export function fieldRole(key: string): FieldRole | undefined {
  return roles.get(key)
}
