import { type Item, notShown, type Section } from "./section.ts"

/** What GitHub takes for the body of a comment. */
const mostCharacters = 65_536

/** The section titles in the order in which the budget serves them; the header comes before all. */
const order = [
  "Severity × Pass",
  "Orientation",
  "Findings by node",
  "Quick wins",
  "Diagram",
  "Findings table",
  "Resolved since last run",
  "Carried as won't-fix",
  "Things that look bad but are actually fine",
] as const

/** For titles and the lines that say what was left out. */
const reservePerSection = 250

/** Sections that fit into a comment: whole items are left out, the least important first, and counted. */
export function withinBudget(sections: readonly Section[]): readonly Section[] {
  let left = mostCharacters - reservePerSection * sections.length
  let cut = 0
  const fitted = new Map<Section, Section>()
  for (const section of [...sections].sort((first, second) => rank(first) - rank(second))) {
    const fit = fitSection(section, left)
    left -= fit.used
    cut += fit.cut
    fitted.set(section, fit.section)
  }
  return sections.map((section) => fitted.get(section) ?? section).map((section) =>
    section.title !== undefined || cut === 0 ? section : { ...section, lead: [...section.lead, ceilingLine(cut)] }
  )
}

function ceilingLine(cut: number): string {
  return `Ceiling: ${cut} items do not fit into ${mostCharacters} characters; each section says what is not shown.`
}

function rank(section: Section): number {
  return section.title === undefined ? -1 : order.findIndex((title) => section.title?.startsWith(title))
}

interface Fit {
  readonly section: Section
  readonly used: number
  readonly cut: number
}

function fitSection(section: Section, budget: number): Fit {
  const lead = fitLead(section, budget)
  let used = size(lead)
  const kept = new Set<Item>()
  for (const item of [...section.items].sort((left, right) => left.priority - right.priority)) {
    const cost = size(item.lines) + (item.group?.length ?? 0) + 8
    if (used + cost > budget) continue
    used += cost
    kept.add(item)
  }
  const items = section.items.filter((item) => kept.has(item))
  const cut = section.items.length - items.length
  if (cut > 0) items.push({ lines: ["", notShown(cut, section.noun)], priority: -1 })
  return { section: { ...section, lead, items }, used, cut: lead === section.lead ? cut : cut + 1 }
}

/** A table or a fence cut in its middle would break the comment; other lines are left out one by one. */
function fitLead(section: Section, budget: number): readonly string[] {
  if (size(section.lead) <= budget) return section.lead
  if (section.verbatim) return [notShown(section.lead.length, "lines")]
  const kept: string[] = []
  let used = 0
  for (const line of section.lead) {
    if (used + line.length + 1 > budget) continue
    used += line.length + 1
    kept.push(line)
  }
  return [...kept, notShown(section.lead.length - kept.length, "lines")]
}

function size(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}
