/** The tokens of a JSON text that say where objects, arrays and keys are. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gsu

/** A key that an object of a JSON text has twice, and its line. `JSON.parse` takes the last one without a word. */
export function repeatedJsonKey(text: string): { readonly key: string; readonly line: number } | undefined {
  const objects: (Set<string> | undefined)[] = []
  let last: RegExpExecArray | undefined
  for (const token of text.matchAll(tokens)) {
    if (token[0] === "{") objects.push(new Set())
    else if (token[0] === "[") objects.push(undefined)
    else if (token[0] === "}" || token[0] === "]") objects.pop()
    else if (token[0] === ":" && last !== undefined) {
      const keys = objects.at(-1)
      const key = String(JSON.parse(last[0]))
      if (keys?.has(key)) return { key, line: text.slice(0, last.index).split("\n").length }
      keys?.add(key)
    }
    last = token
  }
  return undefined
}
