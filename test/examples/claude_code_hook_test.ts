import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Schema from "effect/Schema"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { projectRoot, withFolder } from "../services/program.ts"
import { commandsWithRetro } from "./retro_command.ts"

const hook = join(projectRoot, "examples/claude-code-hook/retro-gate.sh")
const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
const required = '{"state":"required","triggeredAt":"2027-03-04T16:30:00.000Z"}'
const unix = { ignore: process.platform === "win32" }

/** An event of Claude Code before a tool runs. */
function event(tool_name: string, tool_input: object): string {
  return JSON.stringify({ session_id: "s", cwd: "/dev-loop", hook_event_name: "PreToolUse", tool_name, tool_input })
}
const start = event("Task", { description: "next", prompt: "go", subagent_type: "dev-loop" })

/** An event of Claude Code when the user has sent a prompt. */
function prompted(prompt: string): string {
  return JSON.stringify({ session_id: "s", cwd: "/dev-loop", hook_event_name: "UserPromptSubmit", prompt })
}

/** An event of Claude Code when a subagent is done. */
function ended(agent_type: string | undefined, more: object = {}): string {
  const last_assistant_message = '"agent_type": "dev-loop"'
  return JSON.stringify({
    ...{ session_id: "s", cwd: "/dev-loop", hook_event_name: "SubagentStop", stop_hook_active: false },
    ...{ agent_type, last_assistant_message, ...more },
  })
}

/** Runs the hook for a project, from a folder that need not be the project's. */
function run(
  project: string,
  stdin: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  cwd = project,
) {
  const { status, stdout, stderr } = spawnSync(hook, args, {
    cwd,
    input: stdin,
    encoding: "utf8",
    env: { ...process.env, CLAUDE_PROJECT_DIR: project, NO_COLOR: "1", ...env },
  })
  strictEqual(stdout, "")
  return { code: status, stderr }
}

Deno.test({
  ...unix,
  name: "the hook lets a dev loop start where the gate is open or not enforced",
  fn: async () => {
    using commands = commandsWithRetro()
    const env = { RETRO: join(commands.folder, "retro") }
    for (const files of [{}, { [checkpointPath]: required }, { ".devloops": on }] as const) {
      await withFolder(files, (folder) => deepStrictEqual(run(folder, start, env), { code: 0, stderr: "" }))
    }
  },
})

Deno.test({
  ...unix,
  name: "the hook blocks, with the code 2 and who can open the gate, where it is closed or cannot be evaluated",
  fn: async () => {
    using commands = commandsWithRetro()
    const env = { PATH: `${commands.folder}:${process.env["PATH"]}` }
    await withFolder({ ".devloops": on, [checkpointPath]: required }, (folder) => {
      for (
        const given of [start, event("Skill", { skill: "acme:dev-loop" }), event("Skill", { command: "/dev-loop" })]
      ) {
        const closed = run(folder, given, env)
        strictEqual(closed.code, 2)
        match(closed.stderr, /^retro gate: closed \(missing\): .*retro gate complete --notes.*\n$/u)
      }
    })
    await withFolder({ ".devloops": "version: 2\n" }, (folder) => {
      const unknown = run(folder, start, env)
      strictEqual(unknown.code, 2)
      match(unknown.stderr, /^retro gate: cannot evaluate \(none\): /u)
    })
  },
})

Deno.test({
  ...unix,
  name: "the hook blocks on everything that is no clear verdict",
  fn: async () => {
    using commands = commandsWithRetro()
    const script = (name: string, body: string) => ({ RETRO: commands.script(name, body) })
    const open = "echo 'retro gate: open (none): fine' >&2"
    const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ RETRO: "/nowhere/retro" }, /no verdict from \/nowhere\/retro \(exit code 127\)/u],
      [script("silent", "exit 0"), /no verdict from/u],
      [script("stdout", "echo 'retro gate: open (none): fine'"), /no verdict from/u],
      [script("refused", `${open}; exit 1`), /open/u],
      [script("killed", `${open}; kill -9 $$`), /open/u],
      [script("closed", "echo 'retro gate: closed (missing): open it' >&2"), /closed/u],
      [{ ...script("open", open), RETRO_GATE_STARTS: "(" }, /RETRO_GATE_STARTS/u],
    ]
    await withFolder({}, (folder) => {
      for (const [env, message] of cases) {
        const { code, stderr } = run(folder, start, env)
        strictEqual(code, 2, stderr)
        match(stderr, message)
      }
      deepStrictEqual(run(folder, start, script("open", open)), { code: 0, stderr: "" })
      for (const broken of ["", "{}", '{"prompt":"\\"tool_input\\""}']) strictEqual(run(folder, broken, {}).code, 2)
      for (const broken of ["", "{}", start.replace('"prompt"', '"text"')]) {
        strictEqual(run(folder, broken, {}, ["prompt"]).code, 2)
      }
      strictEqual(run(folder, start, {}, ["check"]).code, 2)
    })
  },
})

Deno.test({
  ...unix,
  name: "the hook asks nothing for what starts no dev loop, so that the retrospective itself can run",
  fn: async () => {
    await withFolder({ ".devloops": on, [checkpointPath]: required }, (folder) => {
      const others = [
        event("Task", { subagent_type: "retrospective", prompt: 'why did "subagent_type": "dev-loop" stop?' }),
        event("Bash", { command: "retro gate complete --notes fine" }),
        event("Skill", { skill: "dev-loop-review" }),
      ]
      for (const other of others) deepStrictEqual(run(folder, other, { RETRO: "/nowhere" }), { code: 0, stderr: "" })
    })
  },
})

Deno.test({
  ...unix,
  name: "the hook blocks a typed dev loop where the gate is closed, and no other prompt",
  fn: async () => {
    using commands = commandsWithRetro()
    const env = { RETRO: join(commands.folder, "retro") }
    await withFolder({ ".devloops": on, [checkpointPath]: required }, (folder) => {
      for (const prompt of ["/dev-loop", "/dev-loop 64", "\n /acme:dev-loop\n64", '/dev-loop "x"']) {
        const { code, stderr } = run(folder, prompted(prompt), env, ["prompt"])
        strictEqual(code, 2, prompt)
        match(stderr, /^retro gate: closed/u)
      }
      const others = [
        "hello",
        "why did /dev-loop stop?",
        "/dev-loop-review",
        "/retro",
        'the "prompt": "/dev-loop" again',
      ]
      for (const prompt of others) {
        deepStrictEqual(
          run(folder, prompted(prompt), { RETRO: "/nowhere" }, ["prompt"]),
          { code: 0, stderr: "" },
          prompt,
        )
      }
    })
  },
})

Deno.test({
  ...unix,
  name: "the hook asks the gate of the project, whatever folder the session has gone to",
  fn: async () => {
    using commands = commandsWithRetro()
    const env = { RETRO: join(commands.folder, "retro") }
    await withFolder(
      { "a b/.devloops": on, [`a b/${checkpointPath}`]: required, "other/x": "", "elsewhere/a b/x": "" },
      (folder) => {
        const other = join(folder, "other")
        const project = join(folder, "a b")
        match(run(project, start, env, [], other).stderr, /^retro gate: closed/u)
        deepStrictEqual(run(project, ended("dev-loop"), env, ["require"], other), { code: 0, stderr: "" })
        strictEqual(existsSync(join(other, ".pi")), false)
        // A relative folder is not looked for elsewhere.
        match(
          run("a b", start, { ...env, CDPATH: join(folder, "elsewhere") }, [], folder).stderr,
          /^retro gate: closed/u,
        )
        for (const missing of ["", join(folder, "gone")]) {
          for (
            const [given, args] of [[start, []], [prompted("/dev-loop"), ["prompt"]], [ended("dev-loop"), [
              "require",
            ]]] as const
          ) {
            const { code, stderr } = run(missing, given, env, args, project)
            strictEqual(code, 2)
            match(stderr, /cannot evaluate: CLAUDE_PROJECT_DIR is "/u)
          }
        }
      },
    )
  },
})

Deno.test({
  ...unix,
  name: "after a dev loop in a subagent the hook requires a retrospective, and says when it cannot",
  fn: async () => {
    using commands = commandsWithRetro()
    const env = { RETRO: join(commands.folder, "retro") }
    await withFolder({ ".devloops": on }, (folder) => {
      deepStrictEqual(run(folder, ended("retrospective"), env, ["require"]), { code: 0, stderr: "" })
      const unnamed = run(folder, ended(undefined), env, ["require"])
      strictEqual(unnamed.code, 1)
      match(unnamed.stderr, /does not say which subagent is done; after a dev loop, run: retro gate require/u)
      strictEqual(existsSync(join(folder, checkpointPath)), false)
      deepStrictEqual(run(folder, ended("acme:dev-loop"), env, ["require"]), { code: 0, stderr: "" })
      match(readFileSync(join(folder, checkpointPath), "utf8"), /"state": "required"/u)
      strictEqual(run(folder, start, env).code, 2)
      const failing = run(folder, ended("dev-loop"), { RETRO: "/nowhere" }, ["require"])
      strictEqual(failing.code, 2)
      match(failing.stderr, /^retro gate: the retrospective could not be required: .*\/nowhere/u)
      // A subagent that is kept from its end again and again would never end.
      strictEqual(
        run(folder, ended("dev-loop", { stop_hook_active: true }), { RETRO: "/nowhere" }, ["require"]).code,
        1,
      )
    })
  },
})

const Settings = Schema.fromJsonString(Schema.Struct({
  hooks: Schema.Record(
    Schema.String,
    Schema.Array(
      Schema.Struct({
        matcher: Schema.optionalKey(Schema.String),
        hooks: Schema.Array(Schema.Struct({ type: Schema.Literal("command"), command: Schema.String })),
      }),
    ),
  ),
}))

Deno.test({
  ...unix,
  name: "the settings of the hook block as well when its script is missing or may not be run",
  fn: async () => {
    using commands = commandsWithRetro()
    const settings = Schema.decodeSync(Settings)(
      readFileSync(join(projectRoot, "examples/claude-code-hook/settings.json"), "utf8"),
    )
    const commandOf = (hook: string): string => settings.hooks[hook]?.[0]?.hooks[0]?.command ?? ""
    await withFolder({ ".claude/hooks/x": "" }, (folder) => {
      const script = join(folder, ".claude/hooks/retro-gate.sh")
      const codeOf = (hook: string, stdin: string) => {
        // A file, since a command that ends before it reads may close a pipe under the event.
        writeFileSync(join(folder, "event.json"), stdin)
        return spawnSync("sh", ["-c", `(${commandOf(hook)}) < event.json`], {
          cwd: folder,
          env: { ...process.env, CLAUDE_PROJECT_DIR: folder, RETRO: join(commands.folder, "retro") },
        }).status
      }
      const codes = () => [codeOf("PreToolUse", start), codeOf("UserPromptSubmit", prompted("/dev-loop"))]
      deepStrictEqual(codes(), [2, 2])
      cpSync(hook, script)
      deepStrictEqual(codes(), [0, 0])
      strictEqual(codeOf("SubagentStop", ended("dev-loop")), 0)
      match(readFileSync(join(folder, checkpointPath), "utf8"), /"state": "required"/u)
      rmSync(script)
      deepStrictEqual(codes(), [2, 2])
    })
  },
})
