import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { retroIn } from "../services/in_process.ts"
import { withFolder } from "../services/program.ts"

const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
const required = '{"state":"required","triggeredAt":"2027-03-04T16:30:00.000Z"}'

interface CheckCase {
  readonly files: Readonly<Record<string, string>>
  readonly routing?: unknown
  readonly code: number
  readonly line: RegExp
  /** Absent: the proposal itself. */
  readonly kind?: string
}

const checks: readonly CheckCase[] = [
  { files: {}, code: 0, line: /^retro gate: not enforced \(none\): / },
  { files: { [checkpointPath]: required }, code: 0, line: /^retro gate: not enforced \(missing\): / },
  { files: { ".devloops": on }, code: 0, line: /^retro gate: open \(none\): / },
  {
    files: { ".devloops": on, [checkpointPath]: '{"state":" Complete "}' },
    code: 0,
    line: /^retro gate: open \(complete\): /,
  },
  {
    files: { ".devloops": on, [checkpointPath]: '{"state":"skipped"}' },
    code: 0,
    line: /^retro gate: open \(skipped\): /,
  },
  {
    files: { ".devloops": on, [checkpointPath]: required },
    routing: { routeKind: "inspect" },
    code: 0,
    line: /^retro gate: open \(missing\): /,
  },
  {
    files: { ".devloops": on, [checkpointPath]: required },
    code: 1,
    line: /^retro gate: closed \(missing\): .*operator.*retro gate complete --notes.*retro gate skip --reason/,
    kind: "needs_reconcile",
  },
  {
    files: { ".devloops": on, [checkpointPath]: "" },
    code: 1,
    line: /^retro gate: closed \(missing\): .*not JSON/,
    kind: "needs_reconcile",
  },
  {
    files: { ".devloops": on },
    routing: 7,
    code: 1,
    line: /^retro gate: closed \(none\): .*no object/,
    kind: "needs_reconcile",
  },
  {
    files: { ".devloops": on },
    routing: [],
    code: 1,
    line: /^retro gate: closed \(none\): .*an array, no object/,
    kind: "needs_reconcile",
  },
  {
    files: { ".devloops": on, [checkpointPath]: `{"state":"complete","x":${"[".repeat(3000)}${"]".repeat(3000)}}` },
    code: 1,
    line: /^retro gate: closed \(missing\): .*nested more than 200 levels deep/,
    kind: "needs_reconcile",
  },
  {
    files: { ".devloops": on.replace("Retrospective", "Retrospectiv") },
    code: 3,
    line: /^retro gate: cannot evaluate \(none\): Cannot tell whether \.devloops requires .* line 3 /,
    kind: "needs_reconcile",
  },
  {
    files: { ".devloops": on.replace("Retrospective", "Retrospect") },
    code: 0,
    line: /^retro gate: not enforced \(none\): .*did you mean "workflow\.requireRetrospective"/,
  },
  {
    files: { ".devloops": "version: 2\n" },
    code: 3,
    line: /^retro gate: cannot evaluate \(none\): .*line 1.*"version" is 2/,
    kind: "needs_reconcile",
  },
  {
    files: { ".devloops": "workflow: [\n", [checkpointPath]: '{"state":"complete"}' },
    routing: { routeKind: "stop" },
    code: 3,
    line: /^retro gate: cannot evaluate \(complete\): /,
    kind: "needs_reconcile",
  },
]

Deno.test("retro gate check prints the routing to go by, one line on the standard error, and the answer as its code", async () => {
  for (const { files, routing, code, line, kind } of checks) {
    await withFolder(files, async (root) => {
      const args = routing === undefined ? [] : ["--routing", "-"]
      for (const json of [[], ["--json"]]) {
        const run = await retroIn(root, ["gate", "check", ...args, ...json], routing)
        strictEqual(run.code, code, run.stderr)
        match(run.stderr, line)
        strictEqual(run.stderr.indexOf("\n"), run.stderr.length - 1)
        const proposal = routing ?? { publicEntrypoint: "dev-loop", routeKind: "route" }
        const effective: unknown = JSON.parse(run.stdout)
        if (kind === undefined) deepStrictEqual(effective, proposal)
        else strictEqual(Object.entries(effective ?? {}).find(([key]) => key === "routeKind")?.[1], kind)
      }
    })
  }
})

Deno.test("retro gate check closes where git, the checkpoint or the routing cannot be read, and refuses what is no JSON", async () => {
  const failing = await retroIn(undefined, ["gate", "check"])
  deepStrictEqual([failing.code, JSON.parse(failing.stdout).routeKind], [3, "needs_reconcile"])
  match(failing.stderr, /^retro gate: cannot evaluate \(missing\): .*dubious ownership.*\n$/u)
  await withFolder({ ".devloops": on, "routing.json": '{"routeKind":' }, async (root) => {
    const folder = await retroIn(root, ["gate", "check", "--routing", root])
    deepStrictEqual([folder.code, JSON.parse(folder.stdout).routeKind], [3, "needs_reconcile"])
    mkdirSync(join(root, "two\nlines"))
    match(
      (await retroIn(root, ["gate", "check", "--routing", join(root, "two\nlines")])).stderr,
      /^retro gate: .*two lines.*\n$/u,
    )
    for (const routing of [join(root, "routing.json"), join(root, "absent.json"), "-"]) {
      const run = await retroIn(root, ["gate", "check", "--routing", routing], "route")
      deepStrictEqual([run.code, run.stdout], [2, ""])
    }
    mkdirSync(join(root, checkpointPath), { recursive: true })
    const unreadable = await retroIn(root, ["gate", "check"])
    deepStrictEqual([unreadable.code, JSON.parse(unreadable.stdout).routeKind], [1, "needs_reconcile"])
    match(unreadable.stderr, /EISDIR.*; move it away, and run "retro gate require" in its place\n$/u)
    strictEqual(unreadable.stderr.includes("retro gate complete"), false)
    strictEqual((await retroIn(root, ["gate", "complete", "--notes", "fine"])).code, 3)
  })
})

Deno.test("retro gate check takes a symbolic link to nowhere for there: the record, its folder, and the configuration", async () => {
  const links: readonly (readonly [path: string, code: number])[] = [
    [".devloops", 3],
    [".pi", 3],
    [".pi/dev-loop", 3],
    [checkpointPath, 1],
  ]
  for (const [path, code] of links) {
    await withFolder({ ".devloops.yaml": on, ...(path === ".pi" ? {} : { ".pi/x": "" }) }, async (root) => {
      symlinkSync("/nowhere", join(root, path))
      const run = await retroIn(root, ["gate", "check"])
      deepStrictEqual([run.code, JSON.parse(run.stdout).routeKind], [code, "needs_reconcile"], path)
      match(run.stderr, /symbolic link to nowhere/u)
    })
  }
})

Deno.test("retro gate check closes on a routing that is too deep to be printed, and refuses none at all", async () => {
  await withFolder({ ".devloops": on }, async (root) => {
    for (const levels of [250, 200_000]) {
      const routing = `{"routeKind":"route","x":${"[".repeat(levels)}${"]".repeat(levels)}}`
      const deep = await retroIn(root, ["gate", "check", "--routing", "-"], routing)
      deepStrictEqual([deep.code, JSON.parse(deep.stdout).routeKind], [3, "needs_reconcile"])
      match(deep.stderr, /^retro gate: cannot evaluate \(missing\): the proposed routing is nested more than 200/u)
    }
    const empty = await retroIn(root, ["gate", "check", "--routing="])
    deepStrictEqual([empty.code, empty.stdout], [2, ""])
    match(empty.stderr, /^retro: Cannot read the routing: --routing is empty; name a file, or "-"\n$/u)
  })
})
