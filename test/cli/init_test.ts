import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readFileSync } from "node:fs"
import * as Result from "effect/Result"
import { parseConfig } from "../../src/core/config/parse_config.ts"
import { retro, withFolder } from "../services/program.ts"

Deno.test("retro init writes a configuration that says nothing yet and explains everything", () =>
  withFolder({}, (folder) => {
    deepStrictEqual(retro(["init"], { cwd: folder }), { code: 0, stdout: "created .retro.yaml\n", stderr: "" })
    const text = readFileSync(`${folder}/.retro.yaml`, "utf8")
    deepStrictEqual(Result.getOrThrow(parseConfig(text, ".retro.yaml")), {})
    const everySetting = text.replace(/^# (?=[a-z_]+:| {2,})/gmu, "")
    strictEqual(Result.isSuccess(parseConfig(everySetting, ".retro.yaml")), true)
  }))

Deno.test("retro init never touches an existing configuration", () =>
  withFolder({ ".retro.yaml": "fail_on: low\n" }, (folder) => {
    const run = retro(["init"], { cwd: folder })
    deepStrictEqual([run.code, run.stdout], [2, ""])
    strictEqual(run.stderr, 'retro: Cannot create ".retro.yaml": it exists already; edit it instead\n')
    strictEqual(readFileSync(`${folder}/.retro.yaml`, "utf8"), "fail_on: low\n")
  }))
