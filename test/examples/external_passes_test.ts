import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { type Outcome, projectRoot, retro, withFolder } from "../services/program.ts"
import { commandsWithRetro } from "./retro_command.ts"

const examples = join(projectRoot, "examples/external-passes")
const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(Report))

function checkpoint(folder: string, args: readonly string[], path = ""): Outcome {
  const env = path === "" ? {} : { PATH: `${path}:${Deno.env.get("PATH") ?? ""}` }
  return retro(["checkpoint", "--json", "--today", "2026-03-01", ...args], { cwd: folder, env })
}

function rowsOf({ stdout }: Outcome): readonly unknown[] {
  return decodeReport(stdout).findings.map(({ tag, locator, key, what }) => [tag, locator, key, what])
}

const hasPython = spawnSync("python3", ["--version"]).status === 0
if (!hasPython) Deno.test.ignore("loose_todos.py: left out, because python3 is not on the PATH", () => {})

Deno.test({
  name: "loose_todos.py finds each task without an issue once, and says what it could not read",
  ignore: !hasPython,
  fn: () =>
    withFolder({
      ".retro.yaml": `passes:\n  loose-todos:\n    command: [python3, ${
        JSON.stringify(`${examples}/loose_todos.py`)
      }]\n`,
      "a.md": "# A\n\nTODO: tell why\n\nFIXME tell   why\n\nTODO(#3): done there\n",
      "b.md": "# B\n\nÄ TODO\n",
      "c.md": "# C\n\nAll done.\n",
    }, (folder) => {
      const first = checkpoint(folder, ["--pass", "loose-todos"])
      deepStrictEqual([first.code, rowsOf(first)], [0, [
        ["NEW", "a.md", "tell why", '"tell why" is to be done, and no issue says so'],
        ["NEW", "b.md", "nothing", '"nothing" is to be done, and no issue says so'],
      ]], first.stderr)
      deepStrictEqual(decodeReport(first.stdout).findings[0]?.evidence?.map(({ line }) => line), [3, 5])
      writeFileSync(join(folder, "a.md"), "# A\n\nWe know why.\n")
      const second = checkpoint(folder, ["--pass", "loose-todos"])
      deepStrictEqual(decodeReport(second.stdout).resolved.map(({ id }) => id), ["R001"])
    }),
})

/** What a model may print: talk, a finding, one whose quote is made up, and its end. */
const talk = [
  "Sure! Here is what I found:",
  "```json",
  '{"path": "docs/a.md", "line": 3, "quote": "We ship soon.", "rule": "rules/dates.md", "what": "it gives no date", "fix": "say the day"}',
  '{"path": "docs/b.md", "line": 3, "quote": "We ship later.", "rule": "be exact", "what": "it gives no date", "fix": "say the day"}',
  "```",
]

const modelFiles = {
  ".retro.yaml": `passes:\n  house-rules:\n    command: ${
    JSON.stringify([Deno.execPath(), "run", "-A", `${examples}/ask_model.ts`, "model", "--print"])
  }\n`,
  "rules/dates.md": "# Dates\n\nSay the day.\n",
  "docs/a.md": "# A\n\nWe ship soon.\n",
  "docs/b.md": "# B\n\nWe ship on 2026-05-01.\n",
}

Deno.test("ask_model.ts asks a model through its command, and retro leaves out what the model made up", () =>
  withFolder(modelFiles, (folder) => {
    using commands = commandsWithRetro()
    const says = (lines: readonly string[]) => {
      writeFileSync(join(commands.folder, "talk"), lines.map((line) => `${line}\n`).join(""))
      commands.script(
        "model",
        `echo "$@" > ${commands.folder}/args; cat > ${commands.folder}/prompt; cat ${commands.folder}/talk`,
      )
    }
    says([...talk, '{"done": true}'])
    const first = checkpoint(folder, ["--pass", "house-rules", "--record", "judged"], commands.folder)
    deepStrictEqual([first.code, rowsOf(first)], [3, [["NEW", "docs/a.md", "rules/dates.md", "it gives no date"]]])
    match(first.stderr, /^house-rules: asking about docs\/a\.md, docs\/b\.md$/mu)
    ok(
      decodeReport(first.stdout).warnings.includes(
        'house-rules: left out a finding about docs/b.md (evidence_mismatch): "We ship later." is not at docs/b.md:3',
      ),
    )
    const prompt = readFileSync(join(commands.folder, "prompt"), "utf8")
    for (
      const part of ["The rules:\n\n=== rules/dates.md\n1: # Dates\n2: \n3: Say the day.\n", "=== docs/a.md\n1: # A\n"]
    ) {
      ok(prompt.includes(part), prompt)
    }
    strictEqual(readFileSync(join(commands.folder, "args"), "utf8"), "--print\n")

    // From here on there is no model.
    rmSync(join(commands.folder, "model"))
    const again = checkpoint(folder, ["--pass", "house-rules", "--replay", "judged"])
    deepStrictEqual(rowsOf(again), [["CARRIED", "docs/a.md", "rules/dates.md", "it gives no date"]])

    says(['{"done": true}'])
    const clean = checkpoint(folder, ["--pass", "house-rules", "--dry-run"], commands.folder)
    deepStrictEqual([clean.code, decodeReport(clean.stdout).resolved.map(({ id }) => id)], [0, ["R001"]], clean.stderr)
  }))

Deno.test("ask_model.ts does not take a model that broke off, talks nonsense or fails for one that found nothing", () =>
  withFolder(modelFiles, (folder) => {
    using commands = commandsWithRetro()
    const reasonWhen = (script: string): string | undefined => {
      commands.script("model", `cat > /dev/null\n${script}`)
      const run = checkpoint(folder, ["--pass", "house-rules", "--dry-run"], commands.folder)
      strictEqual(run.code, 3)
      return decodeReport(run.stdout).passes.find(({ pass }) => pass === "house-rules")?.skip_reason
    }
    strictEqual(reasonWhen("echo Sure"), "the model did not come to its end with docs/a.md, docs/b.md")
    match(
      reasonWhen(`echo '{"path": "docs'; echo '{"done": true}'`) ?? "",
      /^left out line 1 of its answer: is not JSON/u,
    )
    strictEqual(
      reasonWhen("echo no credit >&2; exit 4"),
      "its program ended with code 1; it said last: cannot ask model --print: it ended with code 4: no credit",
    )
  }))
