import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { bashCall, toolResult } from "../core/session/session_report.ts"
import { projectRoot, retro, withFolder } from "../services/program.ts"
import { commandsWithRetro } from "./retro_command.ts"

const page = readFileSync(join(projectRoot, "docs/tooling-comment.md"), "utf8")

/** The session that the page speaks of. */
const session = [
  bashCall("t1", "GH_TOKEN=hunter2 gh api user"),
  toolResult("t1", true),
  bashCall("t2", "python3 - <<'PY'\nprint(1)\nPY"),
  bashCall("t3", "$TOOL --version\ngh pr merge 7 --squash"),
].map((record) => `${JSON.stringify(record)}\n`).join("")

Deno.test("the commands on the page on the comment print what it says", () =>
  withFolder({ "session.jsonl": session, "tooling.json": "" }, (cwd) => {
    const [, block = ""] = /^````console\n([^]*?)^````$/mu.exec(page) ?? []
    const [, check = "", comment = "", body] =
      /^\$ retro (.*) > tooling\.json\n\(exit code 1\)\n\$ retro (.*)\n([^]*)$/u
        .exec(block) ?? []
    const checked = retro(check.split(" "), { cwd })
    deepStrictEqual([checked.code, checked.stderr], [1, ""])
    Deno.writeTextFileSync(join(cwd, "tooling.json"), checked.stdout)
    const { code, stdout, stderr } = retro(comment.split(" "), { cwd })
    strictEqual(`${stdout}${stderr}(exit code ${code})\n`, body)
  }))

Deno.test("the step on the page on the comment lets raw calls pass, and no check that failed", () => {
  using commands = commandsWithRetro()
  const [, line = ""] = /^ +(retro tooling check .* \|\| .*)$/mu.exec(page) ?? []
  const step = (cwd: string): number | null =>
    spawnSync("bash", ["-eo", "pipefail", "-c", line], {
      cwd,
      env: { ...process.env, PATH: `${commands.folder}:${process.env["PATH"]}` },
    }).status
  return withFolder({ "raw/sessions/s.jsonl": session, "clean/sessions/s.jsonl": "ls\n", "none/x": "" }, (folder) => {
    deepStrictEqual(["raw", "clean", "none"].map((name) => step(join(folder, name)) === 0), [true, true, false])
  })
})
