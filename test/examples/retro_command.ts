import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { projectRoot } from "../services/program.ts"

/** A folder with commands, for a PATH. */
export interface Commands extends Disposable {
  readonly folder: string
  /** Writes a shell script, and gives its path. */
  readonly script: (name: string, body: string) => string
}

/** A folder whose `retro` is this program. */
export function commandsWithRetro(): Commands {
  const folder = mkdtempSync(join(tmpdir(), "retro-commands-"))
  const script: Commands["script"] = (name, body) => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${body}\n`)
    chmodSync(path, 0o755)
    return path
  }
  script("retro", `exec "${Deno.execPath()}" run --no-check --allow-all "${projectRoot}cli.ts" "$@"`)
  return { folder, script, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
