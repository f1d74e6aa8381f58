import { alike, type ArtefactPlace } from "./organ_texts.ts"

/** The places of one segment of their paths, and those behind it. */
interface Step {
  readonly next: Map<string, Step>
  /** Segments of `next` with something to fill in: they fit others than their own. */
  readonly open: string[]
  /** Positions of places whose path ends here. */
  readonly files: number[]
  /** Positions of places whose path is this folder. */
  readonly folders: number[]
}

function newStep(): Step {
  return { next: new Map(), open: [], files: [], folders: [] }
}

/**
 * Finds the places that may stand for the file of a pattern, in their order: those that `meets` holds for, without
 * comparing each with each.
 */
export function placeIndex(places: readonly ArtefactPlace[]): (file: string) => readonly ArtefactPlace[] {
  const root = newStep()
  places.forEach(({ path }, position) => {
    const isFolder = path.endsWith("/")
    let step = root
    for (const segment of (isFolder ? path.slice(0, -1) : path).split("/")) {
      const known = step.next.get(segment)
      const next = known ?? newStep()
      if (known === undefined) {
        step.next.set(segment, next)
        if (segment.includes("*")) step.open.push(segment)
      }
      step = next
    }
    ;(isFolder ? step.folders : step.files).push(position)
  })
  return (file) => {
    let reached: readonly Step[] = [root]
    const found: number[] = []
    for (const segment of file.split("/")) {
      reached = reached.flatMap((step) => fitting(step, segment))
      for (const { folders } of reached) found.push(...folders)
    }
    for (const { files } of reached) found.push(...files)
    return found.sort((left, right) => left - right).flatMap((position) => places[position] ?? [])
  }
}

function fitting({ next, open }: Step, segment: string): readonly Step[] {
  const others = segment.includes("*") ? next.keys() : open
  return [segment, ...[...others].filter((other) => other !== segment && alike(other, segment))]
    .flatMap((name) => next.get(name) ?? [])
}
