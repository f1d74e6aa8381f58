import { writeSync } from "node:fs"
import * as Console from "effect/Console"
import * as Layer from "effect/Layer"

const standardOutput = 1
/** How long to wait for somebody who reads slower than this program writes, in milliseconds. */
const patience = 5
/** How many code units are turned into bytes at once: a large report is not held a second and a third time. */
const piece = 1 << 16

/**
 * The console of the program: `log` writes texts straight to the standard output, to the last byte, and throws what the
 * system says. The usual console looks at each text first as if it were a value to be shown: a large report took as long
 * to print as to compare.
 */
export const consoleLayer: Layer.Layer<never> = Layer.succeed(
  Console.Console,
  Object.assign(Object.create(globalThis.console), {
    log: (...texts: readonly unknown[]) => writeLine(texts.join(" ")),
  }),
)

const encoder = new TextEncoder()

function writeLine(text: string): void {
  let from = 0
  while (text.length - from > piece) {
    const end = from + piece + (isLeading(text.charCodeAt(from + piece - 1)) ? 1 : 0)
    writeWhole(encoder.encode(text.slice(from, end)))
    from = end
  }
  writeWhole(encoder.encode(`${text.slice(from)}\n`))
}

/** Whether a code unit is the first of two: they have to be turned into bytes together. */
function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function writeWhole(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(standardOutput, bytes, written)
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience)
    }
  }
}
