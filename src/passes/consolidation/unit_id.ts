/** The ids that a text is made of. */
export interface UnitIds {
  /** Numbers without leading zeros; otherwise the slug. */
  readonly ids: readonly string[]
  /** Whether it stands for a later part of something: `17-v2`, `17 → 20`. */
  readonly continues: boolean
}

const continuation = /→|->|-v\d+\b/u
const number = /^(?:[A-Za-z]{1,8}-)?#?0*(\d+)(?:-v\d+)?$/u
const numberedSlug = /^0*(\d{2,})-([a-z][a-z0-9-]*)$/u
const slug = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u

/** Every id that something is known by: the number and the name of `042-ledger`. */
export function aliasesIn(text: string): readonly string[] {
  const name = numberedSlug.exec(text.trim())?.[2]
  const own = idsIn(text)
  if (own === undefined || own.continues) return []
  return name === undefined ? own.ids : [...own.ids, name]
}

/** Reads `042`, `35+37`, `17-v2`, `042-ledger` or `ledger`; `undefined` when the text holds more than ids. */
export function idsIn(text: string): UnitIds | undefined {
  const trimmed = text.trim()
  const continues = continuation.test(trimmed)
  const parts = trimmed.split(/\s*(?:[+&,/]|→|->|\band\b)\s*/u).filter((part) => part !== "")
  const numbers = parts.flatMap((part) => number.exec(part)?.[1] ?? [])
  if (parts.length > 0 && numbers.length === parts.length) return { ids: numbers, continues }
  const [, digits, name] = numberedSlug.exec(trimmed) ?? []
  if (digits !== undefined && name !== undefined) return { ids: [digits], continues }
  return slug.test(trimmed) ? { ids: [trimmed], continues } : undefined
}
