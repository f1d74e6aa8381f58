/** What is the same in every version of the marker. */
const name = "retro:retrospective-findings"

/** The first line of an advisory comment: nobody sees it, and the next run finds the comment by it. */
export const commentMarker: string = `<!-- ${name} v1 -->`

const anyVersion = new RegExp(`^<!-- ${name} v\\d{1,9} -->\\s*$`, "u")
const fence = /^ {0,3}(`{3,}|~{3,})/u

/**
 * Whether a comment is an advisory one, of whatever version: a line of it is the marker. A marker inside a code block or
 * a quotation, or in the middle of a line, is somebody speaking about it.
 *
 * @example
 * ```ts
 * import { isAdvisoryComment, renderAdvisoryComment } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const body = renderAdvisoryComment({ internalToolingOnly: true, rawCallViolations: [], allowedWriteOps: [] })
 * strictEqual(isAdvisoryComment(body), true)
 * strictEqual(isAdvisoryComment(`> ${body}`), false)
 * ```
 */
export function isAdvisoryComment(body: string): boolean {
  let open: string | undefined
  for (const line of body.split(/\r\n|\r|\n/u)) {
    const run = fence.exec(line)?.[1]
    if (open === undefined && anyVersion.test(line)) return true
    if (open === undefined) open = run
    else if (run?.startsWith(open) === true && line.trim() === run) open = undefined
  }
  return false
}
