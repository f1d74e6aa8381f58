import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { git, projectRoot } from "../services/program.ts"
import { atTerminal, hasTerminal, question } from "../services/terminal.ts"
import { demoFiles, runs, today, withRepository } from "./demo_repository.ts"

const command = `'${Deno.execPath()}' run -A '${projectRoot}cli.ts' checkpoint --today ${today} > .git/report.md`

const files = {
  ...demoFiles,
  ".claude/memory/MEMORY.md": "# Memory\n\n- [Use A](decisions/use-a.md) — a it is\n",
  ".claude/memory/decisions/use-a.md":
    '---\nname: Use A\ndescription: "A it is"\ntype: user\nkind: decision\nscope: [demo]\nrelevance: during-review\n---\n\nA.\n',
  ".claude/memory/sessions/2026-02-01-demo.md":
    '---\nname: Demo\ndescription: "A day"\ntype: session-recap\nscope: [demo]\n---\n\n# Demo\n\n## Learned\n\n' +
    "- Never restart the importer before its queue is empty\n",
}

/** The diff that was shown of a finding. */
function shown(view: string, id: string): string {
  return new RegExp(`^${id} would write:\\n([^]*?)(?=^R\\d{3} |^Several|^Apply|(?![^]))`, "mu").exec(view)?.[1]
    ?.trim() ?? ""
}

Deno.test({
  name: "retro checkpoint at a terminal shows what each route would write, and then writes that",
  ignore: !hasTerminal,
  fn: () =>
    withRepository(files, async (folder) => {
      const { code, seen } = await atTerminal(command, folder, ["2, 5\r"])
      strictEqual(code, 0, seen)
      const [view = "", end = ""] = seen.split(question)
      const stub = "docs/adr/0003-readme-remove-the-link-or-point-it-to-what-replaced-its.md"
      match(
        shown(view, "R002"),
        new RegExp(`^--- /dev/null\\n\\+\\+\\+ b/${stub}\\n@@ -0,0 \\+1,\\d+ @@\\n\\+# 3\\. README`, "u"),
      )
      match(view, /^Several of these would take the same new place: what is selected together takes the next ones/mu)
      deepStrictEqual(end.split("\n").slice(2), [
        `R002  applied  Created ${stub}`,
        "R005  applied  Created .claude/memory/lessons/never-restart-the-importer-before-its-queue.md, " +
        "edited .claude/memory/MEMORY.md",
        `kept as ${runs}/v1.md`,
        "",
      ])
      git(folder, "add", "-N", ".")
      const written = (path: string): string =>
        git(folder, "diff", "--no-prefix", "--", path).replace(/^[^]*?(?=^--- )/mu, "").trim()
      const preview = shown(view, "R005").replaceAll(/^(---|\+\+\+) [ab]\//gmu, "$1 ")
      strictEqual(
        [".claude/memory/lessons", ".claude/memory/MEMORY.md"].map(written).join("\n"),
        preview,
      )
      strictEqual(written(stub), shown(view, "R002").replaceAll(/^(---|\+\+\+) [ab]\//gmu, "$1 "))
      doesNotMatch(seen, /undefined|\[object/u)
    }),
})

Deno.test({
  name: "retro checkpoint at a terminal says of a proposal that it was made already",
  ignore: !hasTerminal,
  fn: () =>
    withRepository(demoFiles, async (folder) => {
      const first = await atTerminal(command, folder, ["2, 4\r"])
      match(
        first.seen,
        /^R002 {2}applied {2}Created docs\/adr\/0003-readme-.*\nR004 {2}applied {2}Created docs\/adr\/0004-guide-.*\.md$/mu,
      )
      const second = await atTerminal(command, folder, ["2\r"])
      match(second.seen, /^R002 is proposed already, in docs\/adr\/0003-/mu)
      match(second.seen, /^R002 {2}unchanged {2}Proposed already in docs\/adr\/0003-/mu)
      ok(readFileSync(join(folder, ".git/report.md"), "utf8").includes("| applied |"))
    }),
})
