import * as Result from "effect/Result"

/** Why a text gives no value. */
export type JsonProblem = "not JSON" | "too deep"

/** So deep a JSON text may be nested. Parsers recurse, and some cannot be stopped where they run out of frames. */
export const deepestJson = 200

/** The value of a JSON text, which may begin with a byte order mark. */
export function parseJson(text: string): Result.Result<unknown, JsonProblem> {
  if (depthOf(text) > deepestJson) return Result.fail("too deep")
  return Result.try({
    try: (): unknown => JSON.parse(text.replace(/^\uFEFF/u, "")),
    catch: () => "not JSON" as const,
  })
}

/** How deep the brackets outside of strings are nested, found without recursion. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === "[" || character === "{") most = Math.max(most, ++depth)
    else if (character === "]" || character === "}") depth--
  }
  return most
}

/** Where the string that begins at an offset has its closing quote; the end of the text when it has none. */
function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (end !== -1 && isEscaped(text, end))
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === "\\") backslashes++
  return backslashes % 2 === 1
}
