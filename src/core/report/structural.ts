/** Words of a finding about structure, which a diagram must show. */
const structure = /\b(?:module|layer|boundary|imports|depends on|split|extract|refactor structure|decompose)\b/iu

/** Whether a description is about structure, so that its node belongs into the diagram. */
export function isStructural(what: string): boolean {
  return structure.test(what)
}
