import { byCodeUnit } from "../../core/code_unit_order.ts"
import { excuse, type Guard, wherever } from "../guard/guard.ts"
import { setApartFromNow } from "../guard/set_apart.ts"
import type { Conflict } from "./conflict.ts"
import type { PlaceClaim } from "./place_claim.ts"

/** The claims of one file about one key. */
interface Position {
  readonly path: string
  readonly claims: readonly PlaceClaim[]
  readonly places: ReadonlySet<string>
}

interface Disagreement {
  readonly own: Position
  readonly other: Position
  readonly component: (path: string) => string
}

const oneWay =
  /\be\.g\.|\bexamples?\b|\bfor instance\b|\bsuch as\b|\bwould\b|\bcould\b|\byou can\b|\bmay\b|\boverrid|\binstead\b|\bcustom|\bchange|\bif you\b|\bin CI\b|\btests?\b|\bwhen (?:running|using)\b/iu

const guards: readonly Guard<Disagreement>[] = [
  wherever(({ own }) => setApartFromNow(own.path)),
  {
    why: "another component: each of the two has a configuration of its own",
    fires: ({ own, other, component }) => component(own.path) !== component(other.path),
  },
  {
    why: "example: a block of code shows one way of many",
    fires: ({ own }) => own.claims.every((claim) => claim.shown),
  },
  {
    why: "choice: the sentence says that it is one way",
    fires: ({ own }) => own.claims.every((claim) => claim.shown || oneWay.test(claim.context)),
  },
]

/** A key of which two files say different places, and neither has the other's among its own. */
export function contradictionsOf(
  claims: readonly PlaceClaim[],
  component: (path: string) => string,
): readonly Conflict[] {
  const conflicts: Conflict[] = []
  for (const [key, all] of Map.groupBy(claims, (claim) => claim.key)) {
    const positions = [...Map.groupBy(all, ({ document }) => document.path)].map(([path, own]): Position => ({
      path,
      claims: own,
      places: new Set(own.map(({ place }) => place)),
    }))
    const leading = leadingPlace(positions.filter(isStatement))
    const other = positions.find(({ places, path }) =>
      leading !== undefined && places.has(leading) && setApartFromNow(path) === undefined
    )
    if (leading === undefined || other === undefined) continue
    const agreeing = positions.filter((position) => isStatement(position) && position.places.has(leading))
    for (const own of positions) {
      if (own.places.has(leading)) continue
      const why = excuse(guards, { own, other: nearest(own, agreeing, component) ?? other, component })
      conflicts.push({
        path: own.path,
        key,
        claims: own.claims.slice(0, 5),
        place: leading,
        others: agreeing.flatMap((position) => position.claims.filter(({ place }) => place === leading).slice(0, 1)),
        settled: agreeing.length > 1,
        ...(why === undefined ? {} : { excuse: why }),
      })
    }
  }
  return conflicts
}

/** Whether a file says it as a fact. */
function isStatement({ path, claims }: Position): boolean {
  return setApartFromNow(path) === undefined &&
    claims.some((claim) => !claim.shown && !oneWay.test(claim.context))
}

function nearest(
  own: Position,
  agreeing: readonly Position[],
  component: (path: string) => string,
): Position | undefined {
  return agreeing.find(({ path }) => component(path) === component(own.path)) ?? agreeing[0]
}

/** The place that most files say; of several, that of the file which is read first. */
function leadingPlace(positions: readonly Position[]): string | undefined {
  const files = new Map<string, string[]>()
  for (const { path, places } of positions) {
    for (const place of places) files.set(place, [...(files.get(place) ?? []), path])
  }
  return [...files].sort(([left, leftFiles], [right, rightFiles]) =>
    rightFiles.length - leftFiles.length || rank(leftFiles) - rank(rightFiles) || byCodeUnit(left, right)
  )[0]?.[0]
}

/** Entry pages come before the pages behind them. */
function rank(paths: readonly string[]): number {
  return Math.min(
    ...paths.map((path) =>
      path.split("/").length + (/(?:^|\/)(?:README|SKILL|CLAUDE|AGENTS)\.md$/u.test(path) ? 0 : 0.5)
    ),
  )
}
