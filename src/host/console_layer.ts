import { writeSync } from "node:fs"
import * as Console from "effect/Console"
import * as Layer from "effect/Layer"

const standardOutput = 1
/** How long to wait for somebody who reads slower than this program writes, in milliseconds. */
const patience = 5

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

function writeLine(text: string): void {
  const bytes = new TextEncoder().encode(`${text}\n`)
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(standardOutput, bytes, written)
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience)
    }
  }
}
