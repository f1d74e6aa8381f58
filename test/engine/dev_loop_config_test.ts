import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type DevLoopConfigOnDisk, readDevLoopConfig } from "../../src/engine/dev_loop_config.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { faultyFileSystem } from "../services/faulty_file_system.ts"
import { withFolder } from "../services/program.ts"

const on = "version: 1\nworkflow:\n  requireRetrospective: true\n"
const off = on.replace("true", "false")

async function read(
  files: Readonly<Record<string, string>>,
  folders: readonly string[] = [],
): Promise<DevLoopConfigOnDisk> {
  let config: DevLoopConfigOnDisk | undefined
  await withFolder(files, async (root) => {
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
    config = await Effect.runPromise(readDevLoopConfig(root).pipe(Effect.provide(hostLayer)))
  })
  if (config === undefined) throw new Error("nothing was read")
  return config
}

Deno.test("readDevLoopConfig reads the layers, and names the file of the highest one", async () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, boolean, string | null])[] = [
    [{}, false, null],
    [{ ".devloops": on }, true, ".devloops"],
    [{ ".devloops.yml": on, ".devloops.json": "{}" }, true, ".devloops.yml"],
    [{ ".devloops": `\uFEFF${on.replaceAll("\n", "\r\n")}` }, true, ".devloops"],
    [{ ".pi/dev-loop/defaults.yaml": on }, true, ".pi/dev-loop/defaults.yaml"],
    [{ ".pi/dev-loop/defaults.yaml": on, ".devloops": off }, false, ".devloops"],
    [{ ".pi/dev-loop/settings.yaml": on }, true, ".pi/dev-loop/settings.yaml"],
    [{ ".pi/dev-loop/settings.yaml": on, ".devloops": off }, false, ".devloops"],
  ]
  for (const [files, required, file] of cases) {
    const config = await read(files)
    deepStrictEqual([config.requireRetrospective, config.file, config.errors], [required, file, []])
  }
})

Deno.test("a folder named as a configuration file gives way to another file of its group, or is an error", async () => {
  const other = await read({ ".devloops.yaml": on }, [".devloops"])
  deepStrictEqual([other.requireRetrospective, other.file, other.errors], [true, ".devloops.yaml", []])
  deepStrictEqual(other.warnings, [".devloops is a folder and is not read"])
  const alone = await read({}, [".devloops"])
  deepStrictEqual([alone.file, alone.errors.map(({ path, layer }) => [path, layer])], [".devloops", [[
    ".devloops",
    "settings",
  ]]])
  match(alone.errors[0]?.message ?? "", /^Cannot read ".*\.devloops": EISDIR.*; make it a readable file$/u)
  const layers = await read({ ".devloops": on }, [".pi/dev-loop/defaults.yml"])
  deepStrictEqual([layers.file, layers.errors.map(({ layer }) => layer)], [".devloops", ["defaults"]])
})

Deno.test("what stands in the way of several files is one error, which names it", async () => {
  const { errors } = await read({ ".pi": "a file" })
  deepStrictEqual(errors.map(({ path, layer }) => [path, layer]), [[".pi", "defaults"]])
  match(
    errors[0]?.message ?? "",
    /^Cannot read ".*\.pi": it must be a folder and is none; move it away, or make it a readable folder$/u,
  )
})

Deno.test({
  name: "what is to be a folder is never told to become a file",
  ignore: process.platform === "win32",
  fn: async () => {
    await withFolder({}, async (root) => {
      symlinkSync("/nowhere", join(root, ".pi"))
      symlinkSync("/nowhere", join(root, ".devloops"))
      const { errors } = await Effect.runPromise(readDevLoopConfig(root).pipe(Effect.provide(hostLayer)))
      deepStrictEqual(errors.map(({ path, message }) => [path, message.replace(/^.*: /u, "")]), [
        [".pi", "it is a symbolic link to nowhere; move it away, or make it a readable folder"],
        [".devloops", "it is a symbolic link to nowhere; make it a readable file"],
      ])
    })
  },
})

Deno.test("an old file that cannot be read is no error where a current one is there", async () => {
  const config = await read({ ".devloops": on }, [".pi/dev-loop/settings.yaml"])
  deepStrictEqual([config.requireRetrospective, config.errors], [true, []])
  strictEqual((await read({}, [".pi/dev-loop/settings.yaml"])).errors.length, 1)
})

Deno.test("a file that cannot be read is an error, though another one could stand in for it", async () => {
  await withFolder({ ".devloops": on, ".devloops.yaml": off }, async (root) => {
    const seen = new Set<string>()
    for (let operation = 1; operation <= 20; operation++) {
      const faulty = faultyFileSystem({ at: operation, kind: "fail", code: "EACCES" }, { operations: 0 })
      const config = await Effect.runPromise(
        readDevLoopConfig(root).pipe(Effect.provide(Layer.merge(hostLayer, faulty))),
      )
      for (const { path } of config.errors) seen.add(path)
    }
    deepStrictEqual([...seen].filter((path) => path.startsWith(".devloops")), [
      ".devloops",
      ".devloops.yaml",
      ".devloops.yml",
      ".devloops.json",
    ])
  })
})
