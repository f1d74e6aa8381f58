import type { Section } from "./section.ts"

const columns = 80

/** A section with its long lines broken at spaces; tables, diagrams and blocks (`| `) stay as they are. */
export function wrapSection(section: Section): Section {
  if (section.verbatim) return section
  return {
    ...section,
    lead: section.lead.flatMap(wrap),
    items: section.items.map((item) => ({ ...item, lines: item.lines.flatMap(wrap) })),
  }
}

function wrap(line: string): readonly string[] {
  if (line.length <= columns || /^ +\| /u.test(line)) return [line]
  const margin = /^ */u.exec(line)?.[0] ?? ""
  const hanging = `${margin}${line.startsWith("- ", margin.length) ? "    " : "  "}`
  const lines: string[] = []
  let current = margin
  for (const word of line.slice(margin.length).split(" ")) {
    const isEmpty = current === margin || current === hanging
    if (!isEmpty && current.length + 1 + word.length > columns) {
      lines.push(current)
      current = `${hanging}${word}`
    } else current = isEmpty ? `${current}${word}` : `${current} ${word}`
  }
  return [...lines, current]
}
