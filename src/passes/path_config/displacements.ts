import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { setApartFromNow } from "../guard/set_apart.ts"
import type { Conflict } from "./conflict.ts"
import type { PlaceClaim } from "./place_claim.ts"
import { type WrittenPlace, writtenPlaces } from "./written_place.ts"

/**
 * A key is given one place, and what lies under the key is written elsewhere: one file says `report_dir: out/a`, the
 * form is `<report_dir>/<scope>/latest.md`, and another file of the same home (a skill, a package, a folder) has
 * `out/b/<scope>/latest.md`.
 */
export function displacementsOf(
  documents: readonly MarkdownDocument[],
  claims: readonly PlaceClaim[],
  home: (path: string) => string,
): readonly Conflict[] {
  const written = documents.map(writtenPlaces)
  const tails = new Map<string, Set<string>>()
  for (const { start, tail } of written.flatMap(({ underKeys }) => underKeys)) {
    tails.set(start, (tails.get(start) ?? new Set()).add(tail))
  }
  const places = written.flatMap(({ underPlaces }) => underPlaces)
  const byHomeAndTail = Map.groupBy(places, ({ document, tail }) => `${home(document.path)}\0${tail}`)
  const byText = Map.groupBy(places, ({ start, tail }) => start + tail)
  const stated = claims.filter(({ shown, document }) => !shown && setApartFromNow(document.path) === undefined)
  const byHomeAndKey = Map.groupBy(stated, ({ document, key }) => `${home(document.path)}\0${key}`)
  return [...byHomeAndKey.values()].flatMap((own): readonly Conflict[] => {
    const [first] = own
    if (first === undefined) return []
    const given = new Set(own.map(({ place }) => place))
    const under = [...(tails.get(first.key) ?? [])].flatMap((tail) =>
      byHomeAndTail.get(`${home(first.document.path)}\0${tail}`) ?? []
    )
    const elsewhere = under.filter(({ start }) => !isUnder(given, start))
    if (elsewhere.length === 0 || elsewhere.length < under.length) return []
    const starts = new Set(elsewhere.map(({ start }) => start))
    const [place = "", ...others] = starts
    const seen = new Set(elsewhere)
    const supporting = elsewhere.flatMap(({ start, tail }) => byText.get(start + tail) ?? [])
      .filter((one: WrittenPlace) => !seen.has(one))
    return [...Map.groupBy(own, ({ document }) => document.path)].map(([path, claimsOfFile]): Conflict => ({
      path,
      key: first.key,
      claims: claimsOfFile,
      place,
      others: [...elsewhere, ...new Set(supporting)],
      settled: true,
      ...(others.length === 0 ? {} : { excuse: "several places: what lies under the key is written to more than one" }),
    }))
  })
}

function isUnder(places: ReadonlySet<string>, path: string): boolean {
  return [...places].some((place) => path === place || path.startsWith(`${place}/`))
}
