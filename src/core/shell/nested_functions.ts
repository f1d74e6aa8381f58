/** How deep functions and coprocesses may be nested: the parser recurses for each of them, and has no bound of its own. */
const deepest = 50

/**
 * What opens and closes, and the heads of bodies: `f() {`, `function f {`, `coproc {`. A head is one only before the body,
 * or before another head, so that calls and prose are none.
 */
const tokens =
  /\([ \t]*\)(?=[\s\\]*(?:[{(]|(?:if|for|while|until|case|select|function|coproc)\s|[^\s(){};&|<>]+[ \t]*\())|\bfunction[ \t]+[^\s(){};&|<>]+(?=[\s\\]*(?:[({]|(?:if|for|while|until|case|select|function|coproc)\s))|\bcoproc(?=\s)|[{}()]/gu

const opening: ReadonlyMap<string, string> = new Map([["}", "{"], [")", "("]])
const head = "head"

/** Where a text nests functions and coprocesses too deep; infinity when it does not. What is quoted counts as well. */
export function tooDeepFunctions(text: string): number {
  if (!/\(\s*\)|\bfunction\b|\bcoproc\b/u.test(text)) return Infinity
  const open: string[] = []
  let heads = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const opener = opening.get(token)
    if (opener === undefined) {
      const isHead = token !== "{" && token !== "("
      open.push(isHead ? head : token)
      if (isHead && ++heads > deepest) return index
      continue
    }
    const at = open.lastIndexOf(opener)
    if (at < 0) continue
    let length = at
    while (open[length - 1] === head) length--
    heads -= open.splice(length).filter((kind) => kind === head).length
  }
  return Infinity
}
