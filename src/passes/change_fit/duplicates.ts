import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { linesOf } from "../../core/text_lines.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { nothing, type Said } from "../outcome/said.ts"
import { isForeign, isSource, isTest } from "../source/source_file.ts"
import type { Change, ChangedFile } from "./change.ts"

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
  readonly lines: readonly string[]
  readonly of: string
  readonly at: number
  /** How many files have it besides. */
  readonly others: number
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
    why: ({ others }) => `pattern: ${others + 1} files have it, each for its own part`,
    fires: ({ others }) => others >= 2,
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
  if (windows.size === 0) return nothing
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
      copies.push({
        file: copy.file,
        first: copy.lines[0]?.number ?? 1,
        lines: lines.map((line) => line.text),
        of: path,
        at: first.number,
        others: 0,
      })
    }
  }
  return tell(joined(copies), change)
}

/** Overlapping windows of one file are one block, which the first of the files that have it shows. */
function joined(copies: readonly Copy[]): readonly Copy[] {
  return [...Map.groupBy(copies, ({ file }) => file)].map(([file, own]): Copy => {
    const origins = [...new Set(own.map((copy) => copy.of))].sort(byCodeUnit)
    const of = origins[0] ?? file.path
    const shown = own.filter((copy) => copy.of === of)
    return {
      file,
      of,
      first: Math.min(...shown.map((copy) => copy.first)),
      at: Math.min(...shown.map((copy) => copy.at)),
      lines: shown.flatMap((copy) => copy.lines),
      others: origins.length - 1,
    }
  })
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
