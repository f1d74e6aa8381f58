import { strictEqual } from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { projectRoot } from "../services/program.ts"

const layer = pathToFileURL(join(projectRoot, "src/host/console_layer.ts")).href

/** Prints a text that is made by an expression, through the console of the program. */
function script(expression: string): string {
  return `
    import * as Console from "effect/Console"
    import * as Effect from "effect/Effect"
    import { consoleLayer } from ${JSON.stringify(layer)}
    Effect.runSync(Console.log(${expression}).pipe(Effect.provide(consoleLayer)))
  `
}

const deno = ["run", "--no-check", "-A", "-"]
const how = { cwd: projectRoot, encoding: "utf8", maxBuffer: 1 << 26 } as const

Deno.test("consoleLayer prints large texts to the last character, wherever they are cut", () => {
  for (
    const text of [
      "",
      "a",
      "😀".repeat(100_000),
      `a${"😀".repeat(100_000)}`,
      "ä\n".repeat(65_536),
      "\ud800".repeat(70_000),
    ]
  ) {
    const printed = execFileSync(Deno.execPath(), deno, { ...how, input: script(JSON.stringify(text)) })
    strictEqual(printed === `${text.toWellFormed()}\n`, true, `${text.length} code units`)
  }
})

/** Runs a program whose standard output is a pipe that does not wait, reads it late, and prints how much there was. */
const late = `
import fcntl, os, subprocess, sys, time
source, sink = os.pipe()
fcntl.fcntl(sink, fcntl.F_SETFL, fcntl.fcntl(sink, fcntl.F_GETFL) | os.O_NONBLOCK)
child = subprocess.Popen(sys.argv[1:], stdin=0, stdout=sink)
os.close(sink)
time.sleep(1)
total = 0
while True:
    read = os.read(source, 65536)
    if not read: break
    total += len(read)
print(total, child.wait())
`

const hasPython = spawnSync("python3", ["--version"]).status === 0

Deno.test({
  // Only another program can make such a pipe here.
  name: "consoleLayer waits for a reader that is slower, also where the system does not",
  ignore: !hasPython,
  fn: () => {
    const args = ["-c", late, Deno.execPath(), ...deno]
    const { stdout, stderr } = spawnSync("python3", args, { ...how, input: script('"x".repeat(3_000_000)') })
    strictEqual(stdout.trim(), "3000001 0", stderr)
  },
})
