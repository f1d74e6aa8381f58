import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { projectRoot, withFolder } from "../services/program.ts"
import { commandsWithRetro } from "./retro_command.ts"

const Workflow = Schema.Struct({
  on: Schema.Record(Schema.String, Schema.Unknown),
  concurrency: Schema.Struct({ group: Schema.String, "cancel-in-progress": Schema.Literal(false) }),
  jobs: Schema.Struct({
    start: Schema.Struct({
      "runs-on": Schema.Array(Schema.String),
      steps: Schema.Array(
        Schema.Struct({
          name: Schema.optionalKey(Schema.String),
          run: Schema.optionalKey(Schema.String),
          if: Schema.optionalKey(Schema.String),
          uses: Schema.optionalKey(Schema.String),
          with: Schema.optionalKey(Schema.Struct({ clean: Schema.Boolean })),
        }),
      ),
    }),
  }),
})
const workflow = Schema.decodeUnknownSync(Workflow)(
  parse(readFileSync(join(projectRoot, "examples/ci/start-dev-loop.yml"), "utf8")),
)
const { steps } = workflow.jobs.start
const script = steps.find(({ name }) => name === "Retrospective gate")?.run ?? ""

Deno.test("the CI workflow runs before a start, and on no pull request", () => {
  deepStrictEqual(Object.keys(workflow.on), ["workflow_dispatch"])
  deepStrictEqual(steps.map(({ name }) => name).slice(-3), [
    "Retrospective gate",
    "Dev loop",
    "Require the retrospective",
  ])
})

Deno.test("the CI workflow runs where the record of the last loop is, and keeps it", () => {
  strictEqual(workflow.jobs.start["runs-on"].includes("self-hosted"), true)
  const checkout = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))
  deepStrictEqual(checkout.map((step) => step.with), [{ clean: false }])
})

Deno.test("the CI workflow requires the retrospective of every loop that has begun, however it ended", () => {
  const last = steps.at(-1)
  deepStrictEqual([last?.run, last?.if], ["retro gate require", "${{ always() && steps.loop.outcome != 'skipped' }}"])
})

Deno.test({
  name: "the CI step goes on only with an open gate, and shows the verdict",
  ignore: process.platform === "win32",
  fn: async () => {
    using commands = commandsWithRetro()
    using runner = commandsWithRetro()
    const step = (cwd: string, path = `${commands.folder}:${process.env["PATH"]}`) =>
      spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script], {
        cwd,
        encoding: "utf8",
        env: { ...process.env, PATH: path, RUNNER_TEMP: runner.folder },
      })
    const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
    const cases = [
      [{}, 0, /^retro gate: not enforced/u],
      [{ ".devloops": on }, 0, /^retro gate: open/u],
      [{ ".devloops": on, [checkpointPath]: '{"state":"required"}' }, 1, /^retro gate: closed/u],
      [{ ".devloops": "version: 2\n" }, 1, /^retro gate: cannot evaluate/u],
    ] as const
    for (const [files, code, verdict] of cases) {
      await withFolder(files, (folder) => {
        const { status, stdout } = step(folder)
        strictEqual(status, code)
        match(stdout, verdict)
        strictEqual(existsSync(join(runner.folder, "routing.json")), true)
        deepStrictEqual(
          readdirSync(folder).sort(),
          [...new Set(Object.keys(files).map((path) => path.split("/")[0]))].sort(),
        )
      })
    }
    commands.script("retro", "exit 0")
    await withFolder({}, (folder) => strictEqual(step(folder).status, 1))
    await withFolder({}, (folder) => strictEqual(step(folder, "/usr/bin:/bin").status, 1))
  },
})
