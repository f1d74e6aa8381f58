/** The value of a JSON text; comments and a comma before a closing bracket are no error. `undefined`: it is no JSON. */
export function jsonWithComments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(withoutComments(text))
    return value
  } catch {
    return undefined
  }
}

/** Strings stay, comments and commas that nothing follows go. */
function withoutComments(text: string): string {
  return text.replace(/^\uFEFF/u, "")
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (_, string: string | undefined) => string ?? " ")
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/gu, (_, string: string | undefined) => string ?? "")
}
