import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { RetrospectiveCheckpoint } from "../../src/core/schema/retrospective_checkpoint.ts"
import { retroIn } from "../services/in_process.ts"
import { git, retro, withFolder } from "../services/program.ts"

const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
const required = '{"state":"required","triggeredAt":"2027-03-04T16:30:00.000Z"}'
const completion = { type: "agent_end", messages: [{ role: "user", content: "Background task completed: dev-loop" }] }
const decodeRecord = Schema.decodeUnknownSync(Schema.fromJsonString(RetrospectiveCheckpoint))
const recordIn = (root: string): RetrospectiveCheckpoint =>
  decodeRecord(readFileSync(join(root, checkpointPath), "utf8"))
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u

Deno.test("retro gate require, complete and skip write the record and print it", async () => {
  await withFolder(
    { [checkpointPath]: '{"state":"complete","notes":"old","runId":"r","identity":{"prNumber":7}}' },
    async (root) => {
      const steps: readonly (readonly [readonly string[], string, string, readonly string[]])[] = [
        [["require"], "required", "triggeredAt", ["state", "triggeredAt", "identity"]],
        [["complete", "--notes", " No drift. "], "complete", "completedAt", [
          "state",
          "completedAt",
          "notes",
          "identity",
        ]],
        [["skip", "--reason", "docs only"], "skipped", "skippedAt", ["state", "skippedAt", "reason", "identity"]],
      ]
      for (const [args, state, time, fields] of steps) {
        const run = await retroIn(root, ["gate", ...args, "--json"])
        deepStrictEqual([run.code, run.stderr], [0, ""])
        const record = recordIn(root)
        deepStrictEqual(JSON.parse(run.stdout), { file: checkpointPath, record })
        deepStrictEqual([record.state, Object.keys(record)], [state, fields])
        match(String(record[time]), isTime)
        match(
          (await retroIn(root, ["gate", ...args])).stdout,
          new RegExp(`^retrospective ${state}: .*${checkpointPath}\n$`, "u"),
        )
      }
    },
  )
})

Deno.test("a discharge with blank or missing text is bad usage and writes nothing", async () => {
  await withFolder({ [checkpointPath]: required }, async (root) => {
    for (
      const args of [
        ["complete"],
        ["complete", "--notes", ""],
        ["complete", "--notes", " \n"],
        ["skip"],
        [
          "skip",
          "--reason=\t",
        ],
        ["skip", "--reason", "\u200b\u2060"],
        ["complete", "--notes", "\u00ad"],
      ]
    ) {
      const run = await retroIn(root, ["gate", ...args])
      deepStrictEqual([run.code, run.stdout], [2, ""])
      match(run.stderr, /notes|reason/u)
      strictEqual(readFileSync(join(root, checkpointPath), "utf8"), required)
    }
  })
})

Deno.test("a secret in a note or a reason is neither written nor printed", async () => {
  await withFolder({}, async (root) => {
    for (const args of [["complete", "--notes"], ["skip", "--reason"]]) {
      const run = await retroIn(root, ["gate", ...args, "ran GH_TOKEN=hunter2 gh api", "--json"])
      deepStrictEqual([run.code, run.stdout.includes("hunter2")], [0, false])
      match(JSON.stringify(recordIn(root)), /GH_TOKEN=<redacted:[a-z-]+> gh api/u)
    }
  })
})

Deno.test("retro gate without a subcommand, and with one that is none, is bad usage", async () => {
  for (const args of [["gate"], ["gate", "open"], ["gate", "check", "extra"], ["loop"], ["envelope"]]) {
    const run = await retroIn("/", args)
    deepStrictEqual([run.code, run.stdout], [2, ""])
  }
})

Deno.test("a file that is no record is moved aside, and said to be", async () => {
  await withFolder({ [checkpointPath]: "{" }, async (root) => {
    const run = await retroIn(root, ["gate", "complete", "--notes", "fine", "--json"])
    const aside = checkpointPath.replace(".json", ".malformed-1.json")
    deepStrictEqual([run.code, JSON.parse(run.stdout)], [0, {
      file: checkpointPath,
      record: recordIn(root),
      moved_aside: aside,
    }])
    match(
      run.stderr,
      /^retro: the old checkpoint was no record \(the file is not JSON\); it is kept as ".*malformed-1\.json"\n$/u,
    )
    strictEqual(readFileSync(join(root, aside), "utf8"), "{")
  })
})

Deno.test("a record of an unknown state is said not to have been understood", async () => {
  await withFolder({ [checkpointPath]: '{"state":"paused","x":1}' }, async (root) => {
    const run = await retroIn(root, ["gate", "skip", "--reason", "docs"])
    deepStrictEqual([run.code, recordIn(root).state, recordIn(root)["x"]], [0, "skipped", 1])
    match(
      run.stderr,
      /^retro: the old record was not understood \("state" is "paused".*\); its other fields are kept\n$/u,
    )
  })
})

Deno.test("retro gate observe arms the checkpoint and prints the prompt, once for a run", async () => {
  await withFolder({}, async (root) => {
    const event = { ...completion, runId: "run-8" }
    const first = await retroIn(root, ["gate", "observe"], event)
    deepStrictEqual([first.code, first.stderr], [0, ""])
    match(first.stdout, /retro gate complete --notes/u)
    deepStrictEqual([recordIn(root).state, recordIn(root).runId], ["required", "run-8"])
    await retroIn(root, ["gate", "complete", "--notes", "fine"])
    const replay = await retroIn(root, ["gate", "observe", "--json"], event)
    deepStrictEqual(JSON.parse(replay.stdout), {
      armed: false,
      file: checkpointPath,
      why: "the retrospective of this run is discharged already",
      prompt: null,
    })
    deepStrictEqual([replay.code, recordIn(root).state], [0, "complete"])
    strictEqual(JSON.parse((await retroIn(root, ["gate", "observe", "--json"], completion)).stdout).armed, true)
    strictEqual(recordIn(root).state, "required")
  })
})

Deno.test("retro gate observe leaves the checkpoint alone for any other event, and refuses what is no JSON", async () => {
  await withFolder({}, async (root) => {
    for (
      const event of [{}, [], '"text"', { type: "agent_end", messages: [] }, { ...completion, type: "agent_start" }]
    ) {
      const run = await retroIn(root, ["gate", "observe"], event)
      deepStrictEqual([run.code, run.stdout], [0, ""])
      match(run.stderr, /^retro: the checkpoint is left as it is: /u)
    }
    strictEqual((await retroIn(root, ["gate", "observe"], "Background task completed: dev-loop")).code, 2)
    strictEqual(existsSync(join(root, ".pi")), false)
  })
})

Deno.test("retro gate status prints the state, the configuration and what there is to do", async () => {
  await withFolder({ ".devloops": `${on}  requireRetrospectiv: true\n`, [checkpointPath]: required }, async (root) => {
    const run = await retroIn(root, ["gate", "status", "--json"])
    const { nextAction, config: { warnings, ...config }, ...status } = JSON.parse(run.stdout)
    deepStrictEqual([run.code, status, config], [0, {
      checkpointState: "missing",
      enforced: true,
      file: checkpointPath,
      record: JSON.parse(required),
      problem: null,
    }, { file: ".devloops", errors: [] }])
    match(nextAction, /retro gate complete/u)
    match(warnings[0], /did you mean "workflow\.requireRetrospective"/u)
    const text = await retroIn(root, ["gate", "status"])
    match(text.stdout, /^state +missing\nenforced +yes \(\.devloops\)\nfile +.*\nnext +A retrospective is pending/u)
    match(text.stderr, /did you mean/u)
  })
  const sources: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [
      { ".devloops": "version: 1\n", ".pi/dev-loop/defaults.yml": on },
      /^enforced +yes \(\.pi\/dev-loop\/defaults\.yml\)$/mu,
    ],
    [{ ".devloops": "version: 1\n" }, /^enforced +no \(\.devloops does not say\)$/mu],
    [{ ".devloops": "version: 2\n" }, /^enforced +unknown \(\.devloops\)$/mu],
    [{ ".devloops": "version: 1\nrequireRetrospective: true\n" }, /^enforced +unknown \(\.devloops\)$/mu],
    [{}, /^enforced +no$/mu],
  ]
  for (const [files, line] of sources) {
    await withFolder(files, async (root) => match((await retroIn(root, ["gate", "status"])).stdout, line))
  }
  await withFolder({ ".devloops": "version: 1\nworkflow:\n  requireRetrospectiveGate: true\n" }, async (root) => {
    const { enforced, config, nextAction } = JSON.parse((await retroIn(root, ["gate", "status", "--json"])).stdout)
    deepStrictEqual([enforced, config.errors.length, nextAction], [null, 1, config.errors[0].message])
    match(nextAction, /was removed: .*workflow\.requireRetrospective/u)
  })
})

Deno.test("the same checkpoint is found from a subdirectory and a linked work tree, each with its own configuration", async () => {
  await withFolder({ "main/.devloops": on, "main/sub/x": "" }, (folder) => {
    const main = join(folder, "main")
    git(main, "init", "-q", "-b", "main")
    git(main, "add", ".devloops", "sub")
    git(main, "commit", "-q", "-m", "x")
    git(main, "worktree", "add", "-q", "-b", "other", join(folder, "linked"))
    git(main, "worktree", "add", "-q", "--detach", join(folder, "off"))
    git(join(folder, "off"), "rm", "-q", ".devloops")
    mkdirSync(join(folder, "linked", "deep"))
    strictEqual(retro(["gate", "require"], { cwd: join(folder, "linked", "deep") }).code, 0)
    deepStrictEqual(recordIn(main).state, "required")
    strictEqual(existsSync(join(folder, "linked", ".pi")), false)
    const codes = ["main", "main/sub", "linked", "off"].map((place) =>
      retro(["gate", "check"], { cwd: join(folder, place) }).code
    )
    deepStrictEqual(codes, [1, 1, 1, 0])
  })
})

Deno.test("a record that is a symbolic link becomes a file, and that is said", async () => {
  await withFolder({ "elsewhere.json": required, ".pi/x": "" }, async (root) => {
    symlinkSync("../elsewhere.json", join(root, checkpointPath))
    const run = await retroIn(root, ["gate", "complete", "--notes", "fine"])
    strictEqual(run.code, 0)
    strictEqual(
      run.stderr,
      'retro: the record was a symbolic link to "../elsewhere.json"; it is a file now, and what it led to is as it was\n',
    )
    deepStrictEqual([recordIn(root).state, readFileSync(join(root, "elsewhere.json"), "utf8")], ["complete", required])
  })
})

Deno.test("what stands in the way of a record is named, with the next step", async () => {
  await withFolder({}, async (root) => {
    symlinkSync("/nowhere", join(root, ".pi"))
    const run = await retroIn(root, ["gate", "require"])
    deepStrictEqual([run.code, run.stdout], [3, ""])
    match(
      run.stderr,
      /^retro: Cannot read ".*\.pi": it is a symbolic link to nowhere; move it away, and run "retro gate/u,
    )
  })
})

Deno.test("without git a gate whose repository is there cannot be evaluated, and nothing is written", async () => {
  await withFolder({ ".devloops": on, [checkpointPath]: required, "sub/x": "" }, (folder) => {
    git(folder, "init", "-q")
    const at = { cwd: join(folder, "sub"), env: { PATH: "/nowhere" } }
    const check = retro(["gate", "check"], at)
    strictEqual(check.code, 3)
    match(
      check.stderr,
      /^retro gate: cannot evaluate \(missing\): .*git is not on the PATH .*; install git; until then/u,
    )
    strictEqual(retro(["gate", "require"], at).code, 3)
    strictEqual(existsSync(join(folder, "sub", ".pi")), false)
  })
})

Deno.test("without a repository the checkpoint is the working directory's", async () => {
  await withFolder({ ".devloops": on, [checkpointPath]: required, "sub/x": "" }, (folder) => {
    const codes = ["", "sub"].map((place) => retro(["gate", "check"], { cwd: join(folder, place) }).code)
    deepStrictEqual(codes, [1, 0])
  })
})
