import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import process from "node:process"
import * as Schema from "effect/Schema"
import { binaryName, permissions, targets } from "../../build/compile.ts"
import { version } from "../../src/cli/version.ts"
import { projectRoot, withFolder } from "../services/program.ts"
import { commandsWithRetro } from "./retro_command.ts"

const textOf = (path: string): string => readFileSync(join(projectRoot, path), "utf8")
const page = textOf("docs/installation.md")
const release = textOf("docs/release.md")

function commandsOf(text: string): readonly string[] {
  return [...text.matchAll(/^ *```sh\n([^]*?)^ *```$/gmu)].flatMap(([, body = ""]) =>
    body.trim().split("\n").map((line) => line.trim())
  )
}

Deno.test("the page on installation names the binary of each target, and the permissions that are baked in", () => {
  const rows = [...page.matchAll(/^\| .+ \| `(retro-.+)` \|$/gmu)].map(([, name]) => name)
  deepStrictEqual(rows, targets.map(binaryName))
  const [, section = ""] = /^## Permissions\n(.*?)^## /msu.exec(page) ?? []
  const named = [...section.matchAll(/^\| (?!permission|-)(.+?) \| /gmu)].flatMap(([, cell = ""]) =>
    cell.includes(":")
      ? [`--allow-${cell.replace(": ", "=").replace(", ", ",")}`]
      : cell.split(", ").map((name) => `--allow-${name}`)
  )
  deepStrictEqual(named, permissions.filter((permission) => permission.startsWith("--allow-")))
})

Deno.test("the pages on installation and releases name tasks that exist, and the version of the package", () => {
  const configuration = Schema.decodeUnknownSync(
    Schema.fromJsonString(Schema.Struct({ tasks: Schema.Record(Schema.String, Schema.Unknown) })),
  )
  const { tasks } = configuration(textOf("deno.json"))
  const commands = [...commandsOf(page), ...commandsOf(release)]
  ok(commands.length > 30, "the pages have commands")
  const unknown = commands.flatMap((line) => /^deno task (\S+)/u.exec(line)?.[1] ?? []).filter((task) =>
    !(task in tasks)
  )
  deepStrictEqual(unknown, [])
  const versions = [
    ...`${page}${release}`.matchAll(/retro-cli-(\d[\d.]*\d)|@retro\/cli@(\d[\d.]*\d)| v(\d+\.\d+\.\d+) /gu),
  ]
    .map(([, file, package_, tag]) => file ?? package_ ?? tag)
  deepStrictEqual(new Set(versions), new Set([version]))
})

Deno.test({
  name: "the commands for completions write a file that its shell reads",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withFolder({}, (home) => {
      using commands = commandsWithRetro()
      const lines = commandsOf(page).filter((line) => line.includes("completions"))
      const env = { ...process.env, HOME: home, PATH: `${commands.folder}${delimiter}${process.env["PATH"] ?? ""}` }
      const { status, stderr } = spawnSync("sh", ["-e"], { input: lines.join("\n"), env, encoding: "utf8" })
      strictEqual(status, 0, stderr)
      const files = [
        ".local/share/bash-completion/completions/retro",
        ".config/fish/completions/retro.fish",
        ".zsh/completions/_retro",
      ]
      for (const file of files) ok(statSync(join(home, file)).size > 1000, file)
      if (spawnSync("bash", ["--version"]).status !== 0) return
      writeFileSync(join(home, "kept.md"), "")
      const completed = (line: string): string => {
        const words = line.split(" ")
        const script = `. "$HOME/${files[0]}"
          COMP_WORDS=(${line}) COMP_CWORD=${words.length - 1} COMP_LINE="${line}" COMP_POINT=${line.length}
          _retro retro "${words.at(-1)}"; printf "%s\\n" "\${COMPREPLY[@]}"`
        return spawnSync("bash", ["-c", script], { cwd: home, env, encoding: "utf8" }).stdout
      }
      strictEqual(completed("retro gate st"), "status\n")
      strictEqual(completed("retro render --report ke"), "kept.md\n")
      strictEqual(completed("retro checkpoint ke"), "kept.md\n")
      match(completed("retro checkpoint --report-dir .zs"), /^\.zsh\/?\n$/u)
      strictEqual(completed("retro schema ke"), "\n")
    }),
})
