import * as Effect from "effect/Effect"
import { oneLine } from "../../core/report/markdown_text.ts"

/** How much of what a program says on its standard error is shown, in characters, and how much of a line. */
const [mostShown, longestLine] = [200_000, 1_000]
/** What the last line is looked for in. */
const tailLength = 4_000

/** Colours and moves of the cursor. */
// deno-lint-ignore no-control-regex -- the pattern looks for escape characters
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/gu

/** The lines of a text that comes in pieces. */
export interface SaidLines {
  /** Takes the next piece, and tells the lines that end in it. */
  readonly hear: (text: string) => Effect.Effect<void>
  /** Tells what no line break ended. */
  readonly end: Effect.Effect<void>
  /** The last line that says something. */
  readonly last: () => string | undefined
}

/** Tells each line of a text without what would move a terminal's cursor; of a very long text the first part. */
export function saidLines(tell: (line: string) => Effect.Effect<void>): SaidLines {
  let [unfinished, tail, size] = ["", "", 0]
  const say = (lines: readonly string[]): Effect.Effect<void> =>
    Effect.forEach(lines.map(plain).filter((line) => line !== ""), tell, { discard: true })
  return {
    hear: (text) =>
      Effect.suspend(() => {
        tail = `${tail}${text}`.slice(-tailLength)
        if (size > mostShown) return Effect.void
        size += text.length
        const lines = `${unfinished}${text}`.split(/\r\n|[\r\n]/u)
        unfinished = lines.pop() ?? ""
        if (size <= mostShown) return say(lines)
        unfinished = ""
        return say([...lines, "… what it says from here on is not shown"])
      }),
    end: Effect.suspend(() => {
      const rest = unfinished
      unfinished = ""
      return say([rest])
    }),
    last: () => tail.split(/[\r\n]/u).map(plain).findLast((line) => line !== ""),
  }
}

function plain(text: string): string {
  const line = oneLine(text.replace(escapes, ""))
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()}…`
}
