import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../evidence.ts"
import { excuse, type Guard } from "../guard.ts"
import { isForeign, isSource, isTest } from "../source/source_file.ts"
import { type Change, type ChangedFile, linesOf, type Said } from "./change.ts"

/** How many lines with content make a block. */
const blockLines = 10

interface Line {
  readonly text: string
  /** 1-based. */
  readonly number: number
}

interface Copy {
  readonly file: ChangedFile
  readonly first: number
  readonly last: number
  readonly lines: readonly string[]
  readonly of: string
  readonly at: number
}

const guards: readonly Guard<Copy>[] = [
  {
    why: "header: the lines are comments or imports, which files of one project share",
    fires: ({ lines }) =>
      lines.every((line) => /^(?:\/\/|\/?\*|#|<!--|import\b|from\b|use\b|using\b|package\b|["'}{);,(])/u.test(line)),
  },
  { why: "test: tests spell out what they check", fires: ({ file, of }) => isTest(file.path) || isTest(of) },
  {
    why: "generated: a program or somebody else writes it",
    fires: ({ file, of }) => isForeign(file.path) || isForeign(of),
  },
  {
    why: "table: the lines differ from each other in nothing but a value",
    fires: ({ lines }) =>
      new Set(lines.map((line) => line.replace(/["'`][^"'`]*["'`]|\d+/gu, ""))).size < blockLines / 2,
  },
]

/** Blocks of source code that the change adds and that stood there before, and still do. */
export function duplicates(change: Change): Said {
  const windows = new Map<string, { readonly file: ChangedFile; readonly lines: readonly Line[] }>()
  const starts = new Set<string>()
  for (const file of change.files) {
    if (!isSource(file.path)) continue
    for (const lines of windowsOf(file.lines)) {
      if (!lines.every(({ number }) => file.added.has(number))) continue
      const key = keyOf(lines)
      if (!windows.has(key)) windows.set(key, { file, lines })
      starts.add(lines[0]?.text ?? "")
    }
  }
  if (windows.size === 0) return { findings: [], near_misses: [] }
  const copies: Copy[] = []
  for (const [path, text] of change.after.texts) {
    if (!isSource(path)) continue
    const changed = change.files.find((file) => file.path === path)
    for (const lines of windowsOf(linesOf(text))) {
      const [first] = lines
      if (first === undefined || !starts.has(first.text)) continue
      // What the change adds is no original.
      if (changed !== undefined && lines.some(({ number }) => changed.added.has(number))) continue
      const copy = windows.get(keyOf(lines))
      if (copy === undefined) continue
      const numbers = copy.lines.map(({ number }) => number)
      copies.push({
        file: copy.file,
        first: numbers[0] ?? 1,
        last: numbers.at(-1) ?? 1,
        lines: lines.map((line) => line.text),
        of: path,
        at: first.number,
      })
    }
  }
  return tell(joined(copies), change)
}

/** Overlapping windows of one pair of files are one block. */
function joined(copies: readonly Copy[]): readonly Copy[] {
  const byPair = new Map<string, Copy>()
  for (const copy of copies) {
    const key = `${copy.file.path}\0${copy.of}`
    const known = byPair.get(key)
    byPair.set(
      key,
      known === undefined ? copy : {
        ...known,
        first: Math.min(known.first, copy.first),
        last: Math.max(known.last, copy.last),
        at: Math.min(known.at, copy.at),
        lines: [...known.lines, ...copy.lines],
      },
    )
  }
  return [...byPair.values()]
}

function tell(copies: readonly Copy[], { after }: Change): Said {
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const copy of copies) {
    const { file, of, first, at } = copy
    const what = `adds a block of ${blockLines} lines or more that stands in ${
      of === file.path ? "the same file" : shown(of)
    } already`
    const evidence = [
      ...evidenceOf(file, [first]),
      ...evidenceOf({ path: of, lines: linesOf(after.texts.get(of) ?? "") }, [at]),
    ]
    const why = excuse(guards, copy)
    if (why !== undefined) nearMisses.push({ locator: file.path, what, why, evidence })
    else {
      findings.push({
        pass: "change-fit",
        locator: file.path,
        verdict: "DUPLICATE",
        severity: "Medium",
        what,
        route: "proposal",
        proposed_action: `share the block with ${shown(of)}, or say why both are needed`,
        evidence,
        key: shown(`copy:${of}`),
      })
    }
  }
  return { findings, near_misses: nearMisses }
}

/** All runs of lines with content, of one length. */
function windowsOf(lines: readonly string[]): readonly (readonly Line[])[] {
  const filled = lines.flatMap((line, index): readonly Line[] => {
    const text = line.trim()
    return text === "" ? [] : [{ text, number: index + 1 }]
  })
  return Array.from(
    { length: Math.max(0, filled.length - blockLines + 1) },
    (_, start) => filled.slice(start, start + blockLines),
  )
}

function keyOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join("\n")
}
