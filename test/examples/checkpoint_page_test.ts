import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { loadDevLoopConfig } from "../../src/core/config/dev_loop_config.ts"
import { RetrospectiveCheckpoint } from "../../src/core/schema/retrospective_checkpoint.ts"
import { retroIn } from "../services/in_process.ts"
import { projectRoot, withFolder } from "../services/program.ts"

const page = readFileSync(join(projectRoot, "docs/retrospective-checkpoint.md"), "utf8")

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(RetrospectiveCheckpoint))

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gmu"))].map(([, body = ""]) => body)
}

Deno.test("the page on the checkpoint shows the examples as they are", () => {
  const shown = [
    ["ts", "examples/gate-callers/read_gate.ts"],
    ["ts", "examples/gate-callers/option_a.ts"],
    ["ts", "examples/gate-callers/option_b.ts"],
    ["json", "examples/claude-code-hook/settings.json"],
  ] as const
  for (const [language, path] of shown) {
    ok(blocks(language).includes(readFileSync(join(projectRoot, path), "utf8")), `${path} is not on the page as it is`)
  }
})

Deno.test("the records on the page are records, and its configuration is this repository's", () => {
  const records = blocks("json").slice(0, 3).map((text) => decode(text))
  deepStrictEqual(records.map(({ state }) => state), ["required", "complete", "skipped"])
  for (const text of [blocks("yaml")[0] ?? "", readFileSync(join(projectRoot, ".devloops"), "utf8")]) {
    const { requireRetrospective, errors, warnings } = loadDevLoopConfig({ ".devloops": text })
    deepStrictEqual([requireRetrospective, errors, warnings], [true, [], []])
  }
})

Deno.test("the commands on the page print what it says", async () => {
  const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu
  const commands = blocks("console").flatMap((
    session,
  ) => [...session.matchAll(/^\$ retro (.*)\n((?:(?!\$ ).*\n)*)/gmu)])
  strictEqual(commands.length, 5)
  await withFolder({ ".devloops": blocks("yaml")[0] ?? "" }, async (root) => {
    for (const [, line = "", expected = ""] of commands) {
      const args = [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "")
      const { code, stdout, stderr } = await retroIn(root, args)
      const said = `${stdout}${stderr}${code === 0 ? "" : `(exit code ${code})\n`}`.replaceAll(root, "/home/me/shop")
      strictEqual(said.replace(time, "T"), expected.replace(time, "T"), line)
    }
  })
})
