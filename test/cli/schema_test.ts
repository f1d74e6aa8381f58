import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { retro } from "../services/program.ts"

Deno.test("retro schema lists the contracts, and prints one as JSON Schema", () => {
  const list = retro(["schema"])
  deepStrictEqual([list.code, list.stderr], [0, ""])
  strictEqual(list.stdout.split("\n").includes("Finding"), true)
  const finding: unknown = JSON.parse(retro(["schema", "Finding"]).stdout)
  strictEqual(typeof finding === "object" && finding !== null && "$defs" in finding, true)
})

Deno.test("retro schema of an unknown name is bad usage and says which names there are", () => {
  const run = retro(["schema", "Findings"])
  deepStrictEqual([run.code, run.stdout], [2, ""])
  strictEqual(run.stderr.includes('"PassResult"'), true)
})

Deno.test("retro prints its version and shell completions on the standard output", () => {
  deepStrictEqual(retro(["--version"]), { code: 0, stdout: "retro v0.1.0\n", stderr: "" })
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout, stderr } = retro(["--completions", shell])
    deepStrictEqual([code, stdout.includes("retro"), stderr], [0, true, ""])
  }
})

Deno.test("an unknown command is bad usage, named on the standard error with the nearest one", () => {
  const run = retro(["schem"])
  deepStrictEqual([run.code, run.stdout], [2, ""])
  strictEqual(run.stderr.includes("schema"), true)
})
