import { writeSync } from "node:fs"
import * as Console from "effect/Console"
import * as Layer from "effect/Layer"
import { outputFailed } from "../engine/output_failed.ts"

const standardOutput = 1
const standardError = 2
/** How long to wait for somebody who reads slower than this program writes, in milliseconds. */
const patience = 5
/** How many code units are turned into bytes at once: a large report is not held a second and a third time. */
const piece = 1 << 16

/**
 * The console of the program: `log` writes texts straight to the standard output, to the last byte, and throws an
 * `OutputFailed`. The usual console looks at each text first as if it were a value to be shown: a large report took as
 * long to print as to compare. `error` does the same with the standard error; when that cannot be written nobody can be
 * told, and the program goes on (the usual console does so or ends it, by the runtime).
 */
export const consoleLayer: Layer.Layer<never> = Layer.succeed(
  Console.Console,
  Object.assign(Object.create(globalThis.console), {
    log: (...texts: readonly unknown[]) => {
      try {
        writeLine(standardOutput, texts.join(" "))
      } catch (thrown) {
        throw outputFailed(thrown)
      }
    },
    error: (...texts: readonly unknown[]) => {
      try {
        writeLine(standardError, texts.join(" "))
      } catch {
        // Where a message about this would go is what cannot be written.
      }
    },
  }),
)

const encoder = new TextEncoder()

function writeLine(to: number, text: string): void {
  let from = 0
  while (text.length - from > piece) {
    const end = from + piece + (isLeading(text.charCodeAt(from + piece - 1)) ? 1 : 0)
    writeWhole(to, encoder.encode(text.slice(from, end)))
    from = end
  }
  writeWhole(to, encoder.encode(`${text.slice(from)}\n`))
}

/** Whether a code unit is the first of two: they have to be turned into bytes together. */
function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function writeWhole(to: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(to, bytes, written)
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience)
    }
  }
}
