/** A section of a report file: the lines below a `## ` heading, up to the next one. */
export interface OutlineSection {
  readonly title: string
  /** The 1-based line of the heading. */
  readonly line: number
  readonly lines: readonly OutlineLine[]
}

/** A line of a report file. */
export interface OutlineLine {
  readonly text: string
  /** 1-based. */
  readonly line: number
  /** Inside a code fence, or a fence itself. */
  readonly fenced: boolean
}

/** A report file by sections; the header is what comes before the first of them. */
export interface ReportOutline {
  readonly header: readonly OutlineLine[]
  readonly sections: readonly OutlineSection[]
}

/** The lines of a text, whatever its line ends. */
export function splitLines(text: string): readonly string[] {
  return text.replace(/^\ufeff/u, "").split(/\r?\n/u)
}

/** Splits the lines after the front matter, of which there are `skip`; headings inside code fences are none. */
export function outlineOf(lines: readonly string[], skip: number): ReportOutline {
  const header: OutlineLine[] = []
  const sections: { title: string; line: number; lines: OutlineLine[] }[] = []
  let fence: string | undefined
  for (let index = skip; index < lines.length; index++) {
    const text = lines[index] ?? ""
    const wasFenced = fence !== undefined
    fence = nextFence(text, fence)
    const fenced = wasFenced || fence !== undefined
    const title = fenced ? undefined : /^## +(.*?)(?: +#+)? *$/u.exec(text)?.[1]
    if (title !== undefined) sections.push({ title, line: index + 1, lines: [] })
    else (sections.at(-1)?.lines ?? header).push({ text, line: index + 1, fenced })
  }
  return { header, sections }
}

/** The fence that is open after a line. */
function nextFence(text: string, open: string | undefined): string | undefined {
  const trimmed = text.trimStart()
  if (!trimmed.startsWith("```") && !trimmed.startsWith("~~~")) return open
  const run = /^(?:`+|~+)/u.exec(trimmed)?.[0] ?? ""
  const rest = trimmed.slice(run.length).trim()
  if (open === undefined) return run.startsWith("`") && rest.includes("`") ? undefined : run
  return run.startsWith(open) && rest === "" ? undefined : open
}

/** The section whose title starts so, upper or lower case. */
export function sectionNamed(outline: ReportOutline, title: string): OutlineSection | undefined {
  const lower = title.toLowerCase()
  return outline.sections.find((section) => section.title.toLowerCase().startsWith(lower))
}
