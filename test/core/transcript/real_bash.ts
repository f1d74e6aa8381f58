import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A tool that only notes that it was called. */
const stub = '#!/bin/sh\necho "$CASE" >> "$LOG"\n'
/** Skips the options that the generated commands give it, and runs the rest. */
const sudo =
  '#!/bin/sh\nwhile :; do case $1 in -n) shift;; -u) shift 2;; --) shift; break;; *) break;; esac; done\nexec "$@"\n'
/** Commands run in a folder of their own, with a time limit, and nothing to read. */
const driver = `cd "$1" || exit 1
mkdir work && cd work || exit 1
for file in "$1"/case-*; do
  echo one | CASE=\${file##*/case-} timeout 10 bash --norc "$file" >/dev/null 2>&1
done
`

/** Which texts call one of the tools when bash really runs them, by index. Stub programs stand for the tools. */
export function runInBash(texts: readonly string[], tools: readonly string[]): ReadonlySet<number> {
  const folder = mkdtempSync(join(tmpdir(), "retro-bash-"))
  try {
    const programs = join(folder, "programs")
    mkdirSync(programs)
    for (const tool of tools) writeFileSync(join(programs, tool), stub, { mode: 0o755 })
    writeFileSync(join(programs, "sudo"), sudo, { mode: 0o755 })
    writeFileSync(join(folder, "log"), "")
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `case-${index}`), text)
    const { success } = new Deno.Command("bash", {
      args: ["--norc", "-c", driver, "bash", folder],
      env: { PATH: `${programs}:/usr/bin:/bin`, LOG: join(folder, "log"), HOME: folder },
      clearEnv: true,
      stdout: "null",
      stderr: "null",
      stdin: "null",
    }).outputSync()
    if (!success) throw new Error("bash could not run the cases")
    return new Set(readFileSync(join(folder, "log"), "utf8").split("\n").filter((line) => line !== "").map(Number))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
