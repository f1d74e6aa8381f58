import { isPlaceholder } from "./placeholder_values.ts"
import type { SecretSpan } from "./secret_span.ts"

const header = /\b(?:set-)?cookie2?(?:\\{0,15}["'])?[ \t]{0,4}:[ \t]{0,8}(?:\\{0,15}["'])?(?=[\w.-]{1,64}=)/gi
const flag = /-(?<=[\s"']-)(?:[a-zA-Z]{0,6}b|-cookie)(?:[ \t]{1,8}|=)?(?:\\{0,15}["'])?(?=[\w.-]{1,64}=)/g
const carrier = /cookie|curl/i
/** How far before a flag its command may stand. */
const commandReach = 160
const pair = /([\w.-]{1,64})=([^;\s"'`\\]*)(?:;[ \t]{0,8})?/y
const attribute = /^(?:path|domain|expires|max-age|samesite|version)$/i

/** The values of cookies in headers, and in the flags of `curl`. */
export function findCookies(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  if (!carrier.test(text)) return found
  for (const head of [header, flag]) {
    head.lastIndex = 0
    for (let match = head.exec(text); match !== null; match = head.exec(text)) {
      const before = text.slice(Math.max(0, match.index - commandReach), match.index)
      if (head === flag && !/\bcurl\b[^\n;|&]*$/.test(before)) continue
      pair.lastIndex = head.lastIndex
      for (let one = pair.exec(text); one !== null; one = pair.exec(text)) {
        head.lastIndex = pair.lastIndex
        const [, name = "", value = ""] = one
        if (attribute.test(name) || isPlaceholder(value)) continue
        const start = one.index + name.length + 1
        found.push({ name: "cookie", start, end: start + value.length })
      }
    }
  }
  return found
}
