import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import { parseConfig } from "../../src/core/config/parse_config.ts"
import { projectRoot, retro, withFolder } from "../services/program.ts"

const page = readFileSync(join(projectRoot, "docs/external-passes.md"), "utf8")
const example = readFileSync(join(projectRoot, "examples/external-passes/loose_todos.py"), "utf8")

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gmu"))].map(([, body = ""]) => body)
}

const [configuration = "", ...moreConfigurations] = blocks("yaml")
const [request = ""] = blocks("json")
const [answer = ""] = blocks("ndjson")
const files = {
  ".retro.yaml": configuration,
  "docs/plan.md": blocks("markdown")[0] ?? "",
  "tools/loose_todos.py": example,
}

/** Whether the language of the example is there. */
const hasPython = spawnSync("python3", ["--version"]).status === 0
if (!hasPython) Deno.test.ignore("the page on external passes: left out, because python3 is not on the PATH", () => {})

Deno.test("the configurations on the page on external passes are configurations", () => {
  for (const text of [configuration, ...moreConfigurations]) {
    ok(Result.isSuccess(parseConfig(text, ".retro.yaml")), text)
  }
  strictEqual(moreConfigurations.length, 1)
})

Deno.test({
  name: "the request and the answer on the page on external passes are real ones",
  ignore: !hasPython,
  fn: () =>
    withFolder(files, (folder) => {
      // Between the two, what is asked is kept.
      const keeping = "tee asked.json | python3 tools/loose_todos.py"
      writeFileSync(join(folder, ".retro.yaml"), configuration.replace("[python3, ", `[sh, -c, "${keeping}", `))
      const run = retro(
        [
          "checkpoint",
          "--external",
          "--dry-run",
          "--today",
          "2026-03-01",
          "--root",
          folder,
          "--record",
          `${folder}/judged`,
        ],
      )
      strictEqual(run.code, 0, run.stderr)
      const asked = readFileSync(join(folder, "asked.json"), "utf8")
      strictEqual(asked.trimEnd().includes("\n"), false)
      deepStrictEqual(
        JSON.parse(asked.replace(/sha256:[0-9a-f]{64}/u, "sha256:…")),
        JSON.parse(request),
      )
      deepStrictEqual(Object.keys(JSON.parse(asked)), Object.keys(JSON.parse(request)))
      strictEqual(readFileSync(join(folder, "judged/loose-todos.ndjson"), "utf8").replace(/^.*\n/u, ""), answer)
    }),
})

Deno.test({
  name: "the commands on the page on external passes print what it says",
  ignore: !hasPython,
  fn: () =>
    withFolder(files, (folder) => {
      const commands = blocks("console").flatMap((session) => [
        ...session.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gmu),
      ])
      strictEqual(commands.length, 5)
      for (const [, line = "", expected = ""] of commands) {
        const [program, ...args] = line.split(" ")
        if (program === "echo") {
          appendFileSync(join(folder, "docs/plan.md"), "More to do.\n")
          continue
        }
        const output = args.map((arg) => arg === "../report.md" ? `${folder}.report.md` : arg)
        const { code, stdout, stderr } = retro([...output, "--today", "2026-03-01"], { cwd: folder })
        strictEqual(`${stdout}${stderr}${code === 0 ? "" : `(exit code ${code})\n`}`, expected, line)
        Deno.removeSync(`${folder}.report.md`)
      }
    }),
})
