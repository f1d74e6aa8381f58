/** A key at the start of a line whose value opens a list or mapping in brackets. */
const opening = /^[^\s#"'[{][^:\n]*:[ \t]*(?=[[{])/gmu

/**
 * A YAML text whose lists and mappings in brackets are indented: what stands at the very start of a line between their
 * brackets moves by one blank. The readers that most sites use do not ask for it, YAML 1.2 does. `undefined`: there is
 * nothing to indent.
 */
export function indentFlow(yaml: string): string | undefined {
  const starts: number[] = []
  let end = 0
  for (const match of yaml.matchAll(opening)) {
    if (match.index < end) continue
    const flow = flowAt(yaml, match.index + match[0].length)
    if (flow === undefined) return undefined
    starts.push(...flow.starts)
    end = flow.end
  }
  if (starts.length === 0) return undefined
  const places = [0, ...starts]
  return places.map((place, index) => yaml.slice(place, places[index + 1])).join(" ")
}

interface Flow {
  readonly end: number
  /** Where lines start that are not indented. */
  readonly starts: readonly number[]
}

/** What a bracket opens, up to the one that closes it. */
function flowAt(yaml: string, start: number): Flow | undefined {
  const starts: number[] = []
  let [depth, quote] = [0, ""]
  for (let at = start; at < yaml.length; at++) {
    const sign = yaml[at] ?? ""
    const before = yaml[at - 1] ?? ""
    if (before === "\n" && !/[\s#]/u.test(sign)) starts.push(at)
    if (quote !== "") {
      if (sign === "\\" && quote === '"') at++
      else if (sign === quote) quote = ""
    } else if (/["']/u.test(sign) && /[\s[{,:]/u.test(before)) quote = sign
    else if (sign === "#" && /\s/u.test(before)) {
      const line = yaml.indexOf("\n", at)
      at = (line < 0 ? yaml.length : line) - 1
    } else if (/[[{]/u.test(sign)) depth++
    else if (/[\]}]/u.test(sign) && --depth === 0) return { end: at + 1, starts }
  }
  return undefined
}
