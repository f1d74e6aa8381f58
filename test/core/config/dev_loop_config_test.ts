import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { loadDevLoopConfig, type LoadedDevLoopConfig } from "../../../src/core/config/dev_loop_config.ts"
import { devLoopConfigPaths } from "../../../src/core/config/dev_loop_files.ts"
import { holds } from "../gate/foreign_json.ts"

const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
const off = "version: 1\nworkflow:\n  requireRetrospective: false\n"
const silent = "version: 1\n"

type Files = Readonly<Record<string, string>>

Deno.test("loadDevLoopConfig is permissive without files", () => {
  deepStrictEqual(loadDevLoopConfig({ "README.md": "# x" }), {
    config: { version: 1, workflow: { requireRetrospective: false } },
    requireRetrospective: false,
    errors: [],
    warnings: [],
  })
})

Deno.test("loadDevLoopConfig reads the first settings file, over the defaults", () => {
  const rows: readonly (readonly [Files, boolean])[] = [
    [{ ".devloops": on }, true],
    [{ ".devloops.yaml": on }, true],
    [{ ".devloops.yml": on }, true],
    [{ ".devloops.json": '{"version": 1, "workflow": {"requireRetrospective": true}}' }, true],
    [{ ".devloops": '{"version": 1,\n\t"workflow": {"requireRetrospective": true}}' }, true],
    [{ ".devloops": off, ".devloops.yaml": on, ".devloops.yml": on, ".devloops.json": on }, false],
    [{ ".devloops.yaml": on, ".devloops.yml": off }, true],
    [{ ".devloops.yml": on, ".devloops.json": "{}" }, true],
    [{ ".pi/dev-loop/defaults.yaml": on }, true],
    [{ ".pi/dev-loop/defaults.yaml": on, ".devloops": silent }, true],
    [{ ".pi/dev-loop/defaults.yaml": on, ".devloops": off }, false],
    [{ ".pi/dev-loop/defaults.yaml": off, ".devloops": on }, true],
    [{ ".pi/dev-loop/settings.yaml": on }, true],
    [{ ".pi/dev-loop/overrides.json": '{"version":1,"workflow":{"requireRetrospective":true}}' }, true],
    [{ ".pi/dev-loop/settings.yaml": on, ".devloops.json": '{"version":1}' }, false],
    [{ ".devloops": on.replace("true", "TRUE") }, true],
    [{ ".devloops": `\uFEFF${on.replaceAll("\n", "\r\n")}` }, true],
  ]
  for (const [files, required] of rows) {
    const { requireRetrospective, config, errors } = loadDevLoopConfig(files)
    deepStrictEqual([requireRetrospective, config.workflow.requireRetrospective, errors], [required, required, []])
  }
})

Deno.test("loadDevLoopConfig merges families one level deep and keeps what it does not read", () => {
  const { config } = loadDevLoopConfig({
    ".pi/dev-loop/defaults.yaml":
      "version: 1\nworkflow: {a: 1, list: [1, 2]}\nautonomy: {stopAt: [merge]}\nx: {y: {z: 1}}\n",
    ".devloops": "version: 1\nworkflow: {b: 2, list: [3]}\nx: {y: {}}\n",
  })
  deepStrictEqual(config, {
    version: 1,
    workflow: { requireRetrospective: false, a: 1, list: [3], b: 2 },
    autonomy: { stopAt: ["merge"] },
    x: { y: {} },
  })
})

const invalid: readonly (readonly [text: string, line: number, message: RegExp])[] = [
  ["", 1, /is empty; it needs "version: 1"/u],
  ["# nothing\n", 1, /is empty/u],
  ["- a\n", 1, /is an array, not a mapping/u],
  ["true\n", 1, /is true, not a mapping/u],
  ["workflow:\n  requireRetrospective: true\n", 1, /"version" is not there; write "version: 1"/u],
  ["# c\nversion: 2\n", 2, /"version" is 2; the only version is 1/u],
  ['version: "1"\n', 1, /"version" is "1"/u],
  ["version: 1\nworkflow:\n", 2, /"workflow" is null, not a mapping/u],
  ["version: 1\nworkflow: [requireRetrospective]\n", 2, /"workflow" is an array/u],
  [
    "version: 1\nworkflow:\n  x: 1\n  requireRetrospective: yes\n",
    4,
    /"workflow.requireRetrospective" is "yes"; write true or f/u,
  ],
  ['version: 1\nworkflow:\n  requireRetrospective: "true"\n', 3, /is "true"; write true or false/u],
  ["version: 1\nworkflow:\n  requireRetrospective: 1\n", 3, /is 1; write/u],
  ["version: 1\nworkflow:\n  requireRetrospective:\n", 3, /is null; write/u],
  [`${on}  requireRetrospective: true\n`, 4, /not YAML: .*unique/u],
  [`${on}  requireRetrospectiveGate: false\n`, 4, /"workflow.requireRetrospectiveGate" was removed: .*delete the key/u],
  [`${on}  requireRetrospectiveInternalTooling:\n`, 4, /InternalTooling" was removed: .*"retrospectiveFindings"/u],
  ["version: 1\nworkflow: [\n", 3, /not YAML/u],
  [`${on}---\n${on}`, 4, /not YAML: .*multiple documents/u],
]

for (const [text, line, message] of invalid) {
  Deno.test(`loadDevLoopConfig leaves out a file that says ${JSON.stringify(text)}`, () => {
    const { requireRetrospective, errors: [error, ...more] } = loadDevLoopConfig({ ".devloops": text })
    deepStrictEqual([requireRetrospective, error?.layer, error?.path, more], [false, "settings", ".devloops", []])
    match(error?.message ?? "", message)
    strictEqual(error?.message.startsWith(`Cannot use .devloops, line ${line}: `), true, error?.message)
  })
}

Deno.test("loadDevLoopConfig names every error of a file, and uses the other layer", () => {
  const broken = "version: 3\nworkflow:\n  requireRetrospective: maybe\n  requireRetrospectiveGate: true\n"
  const both = loadDevLoopConfig({ ".pi/dev-loop/defaults.yml": broken, ".devloops": on })
  deepStrictEqual([both.requireRetrospective, both.errors.map(({ layer }) => layer)], [
    true,
    ["defaults", "defaults", "defaults"],
  ])
  const json = loadDevLoopConfig({ ".devloops.json": on })
  deepStrictEqual(json.errors.map(({ message }) => message), ["Cannot use .devloops.json, line 1: not JSON"])
  // YAML is read to a depth of 100 levels, JSON to any.
  const deep = `{ "version": 1, "workflow": { "requireRetrospective": true }, "x": ${"[".repeat(110)}${
    "]".repeat(110)
  } }`
  const required = [".devloops", ".devloops.json", ".devloops.yaml"].map((path) => {
    const { requireRetrospective, errors } = loadDevLoopConfig({ [path]: deep })
    return [requireRetrospective, errors.length]
  })
  deepStrictEqual(required, [[true, 0], [true, 0], [false, 1]])
})

Deno.test("loadDevLoopConfig refuses a JSON key that is written twice, as it does in YAML", () => {
  const rows: readonly (readonly [path: string, text: string, message: RegExp])[] = [
    [
      ".devloops.json",
      '{"version": 1,\n"workflow": {"requireRetrospective": true,\n"requireRetrospective": false}}',
      /^Cannot use \.devloops\.json, line 3: the key "requireRetrospective" is written twice; keep one$/u,
    ],
    [
      ".devloops.json",
      '{"version": 1, "work\\u0066low": {}, "x": ["}", {"x": 1}], "workflow": {}}',
      /"workflow" is written tw/u,
    ],
    [
      ".devloops",
      '{"version": 1,\n"workflow": {"requireRetrospective": true}, "workflow": {}}',
      /^Cannot use \.devloops, line 2: the key "workflow" is written twice; keep one$/u,
    ],
  ]
  for (const [path, text, message] of rows) {
    const { requireRetrospective, errors } = loadDevLoopConfig({ [path]: text })
    deepStrictEqual([requireRetrospective, errors.length], [false, 1])
    match(errors[0]?.message ?? "", message)
  }
  const fine = '{"version": 1, "a": {"x": 1}, "b": [{"x": "a\\":\\\\"}, {"x": ":"}], "x": {"y": {"x": {}}}}'
  deepStrictEqual(loadDevLoopConfig({ ".devloops.json": fine }).errors, [])
})

Deno.test("loadDevLoopConfig refuses what is no text, and files that are no object", () => {
  // As from a caller in JavaScript, whom no type warns.
  const load = (files: unknown): LoadedDevLoopConfig => Reflect.apply(loadDevLoopConfig, undefined, [files])
  for (const value of [new TextEncoder().encode(on), 7, null, { text: on }, true, [on]]) {
    const { requireRetrospective, errors } = load({ ".devloops": value })
    deepStrictEqual([requireRetrospective, errors.map(({ path }) => path)], [false, [".devloops"]])
    match(errors[0]?.message ?? "", /^Cannot read \.devloops: it is .*; pass its text$/u)
  }
  for (const files of [undefined, null, 7, on, [on], new Map([[".devloops", on]])]) {
    match(load(files).errors[0]?.message ?? "", /^Cannot read the configuration: .*; pass an object of texts by path$/u)
  }
  for (const files of [{}, Object.create(null), { ".devloops": undefined }]) deepStrictEqual(load(files).errors, [])
})

Deno.test("loadDevLoopConfig warns of what it does not read", () => {
  const rows: readonly (readonly [Files, readonly string[]])[] = [
    [{ ".pi/dev-loop/settings.yml": on }, [".pi/dev-loop/settings.yml is deprecated; move it to .devloops"]],
    [{ ".pi/dev-loop/settings.yml": "[", ".devloops.yaml": on }, [
      ".pi/dev-loop/settings.yml is not read, because .devloops.yaml is there; delete it",
    ]],
    [{ ".devloops": on, ".devloops.json": "?" }, [
      ".devloops.json is not read, because .devloops is there; delete one of them",
    ]],
    [{ ".devloops": "version: 1\nworkflow:\n  requireRetrospectve: true\n" }, [
      '.devloops, line 3: "workflow.requireRetrospectve" is not read here and is kept as it is; did you mean "workflow.requireRetrospective"?',
    ]],
    [{ ".devloops": "version: 1\nrequireRetrospective: true\n" }, [
      '.devloops, line 2: "requireRetrospective" is not read here and is kept as it is; did you mean "workflow.requireRetrospective"?',
    ]],
    [{ ".devloops": "version: 1\nstrategy: x\n" }, [
      '.devloops, line 2: "strategy" is not read here and is kept as it is',
    ]],
  ]
  for (const [files, warnings] of rows) deepStrictEqual(loadDevLoopConfig(files).warnings, warnings)
})

Deno.test("loadDevLoopConfig never throws, and takes true from a boolean alone", async () => {
  const texts = Arbitrary.schema(Schema.Union([Schema.String, Schema.Literals([on, off, silent])]))
  const values = Arbitrary.schema(Schema.Json)
  await holds(Arbitrary.all([texts, texts, values]), ([first, second, value]) => {
    for (const path of devLoopConfigPaths) loadDevLoopConfig({ [path]: first, ".devloops": second })
    const workflow = JSON.stringify({ version: 1, workflow: { requireRetrospective: value } })
    const loaded = loadDevLoopConfig({ ".devloops.json": workflow })
    return loaded.requireRetrospective === (value === true) &&
      (typeof value === "boolean") === (loaded.errors.length === 0)
  }, 200)
})
