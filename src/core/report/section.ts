/** One thing that a ceiling or a budget can leave out whole. */
export interface Item {
  /** The heading inside the section that it stands under. */
  readonly group?: string
  readonly lines: readonly string[]
  /** What is kept first when not everything fits: lowest first, then in order. */
  readonly priority: number
}

/** A section of a report: what is always there, and what can be cut. */
export interface Section {
  /** Absent: the header. */
  readonly title?: string
  readonly lead: readonly string[]
  readonly items: readonly Item[]
  /** The items' name when some are cut. */
  readonly noun: string
  /** Lines that must not be wrapped: tables and diagrams. */
  readonly verbatim: boolean
}

/** A section whose lines are all there, always. */
export function fixedSection(title: string | undefined, lead: readonly string[], verbatim = false): Section {
  return { ...(title === undefined ? {} : { title }), lead, items: [], noun: "lines", verbatim }
}

/** A section of one-line items, after lines that are always there. */
export function listSection(
  title: string,
  noun: string,
  lines: readonly string[],
  lead: readonly string[] = [],
): Section {
  return { title, lead, items: lines.map((line, priority) => ({ lines: [line], priority })), noun, verbatim: false }
}

/** What says that something was left out. */
export function notShown(count: number, noun: string): string {
  return `Not shown: ${count} ${noun}; the report file holds all.`
}

/** The first items of a section, and a line that counts the others. */
export function ceiling(section: Section, limit: number): Section {
  if (section.items.length <= limit) return section
  const cut = section.items.length - limit
  const last: Item = { lines: ["", notShown(cut, section.noun)], priority: -1 }
  return { ...section, items: [...section.items.slice(0, limit), last] }
}

/** The lines of a section. */
export function sectionLines(section: Section): readonly string[] {
  const lines: string[] = section.title === undefined ? [] : [`## ${section.title}`]
  for (const line of section.lead) lines.push(line)
  let group: string | undefined
  for (const item of section.items) {
    if (item.group !== group && item.group !== undefined) lines.push("", `### ${item.group}`)
    group = item.group
    for (const line of item.lines) lines.push(line)
  }
  return lines
}
