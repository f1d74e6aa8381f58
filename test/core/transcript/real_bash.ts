import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A tool that only notes that it was called. */
const stub = '#!/bin/sh\necho "$CASE ${0##*/}" >> "$LOG"\n'
/** It notes only code, as the default policy does. */
const nodeStub = `#!/bin/sh
case " $* " in *" -e"*|*" --eval"*|*" -pe"*) code=yes;; *" - "*|"  "|*" /dev/stdin "*) code=$(timeout 1 cat);; esac
[ -z "$code" ] || echo "$CASE node" >> "$LOG"
`
/** Skips the options that the generated commands give it, and runs the rest. */
const sudo =
  '#!/bin/sh\nwhile :; do case $1 in -n) shift;; -u) shift 2;; --) shift; break;; *) break;; esac; done\nexec "$@"\n'
/** Commands run in a folder of their own, with a time limit, and nothing to read. */
const driver = `cd "$1" || exit 1
mkdir work && cd work && : > i && : > f || exit 1
for file in "$1"/case-*; do
  echo one | CASE=\${file##*/case-} timeout 10 bash --norc "$file" >/dev/null 2>&1
done
exit 0
`

/** The tools that each text calls when bash really runs it, in any order. Stub programs stand for the tools. */
export function callsInBash(texts: readonly string[], tools: readonly string[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), "retro-bash-"))
  try {
    const programs = join(folder, "bin")
    mkdirSync(programs)
    for (const tool of tools) writeFileSync(join(programs, tool), tool === "node" ? nodeStub : stub, { mode: 0o755 })
    writeFileSync(join(programs, "sudo"), sudo, { mode: 0o755 })
    writeFileSync(join(folder, "log"), "")
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `case-${index}`), `${text}\n`)
    const { success } = new Deno.Command("bash", {
      args: ["--norc", "-c", driver, "bash", folder],
      env: { PATH: `${programs}:/usr/bin:/bin`, LOG: join(folder, "log"), HOME: folder },
      clearEnv: true,
      stdout: "null",
      stderr: "null",
      stdin: "null",
    }).outputSync()
    if (!success) throw new Error("bash could not run the cases")
    const calls: string[][] = texts.map(() => [])
    for (const line of readFileSync(join(folder, "log"), "utf8").split("\n")) {
      const [index = "", tool] = line.split(" ")
      if (tool !== undefined) calls[Number(index)]?.push(tool)
    }
    return calls
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Which texts call one of the tools when bash really runs them, by index. */
export function runInBash(texts: readonly string[], tools: readonly string[]): ReadonlySet<number> {
  const calls = callsInBash(texts, tools)
  return new Set(calls.flatMap((called, index) => called.length > 0 ? [index] : []))
}
