import { deepStrictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { projectRoot } from "../services/program.ts"

Deno.test("loading the program tells no stack of an error, which costs a third of its start, and changes no limit", () => {
  const program = pathToFileURL(join(projectRoot, "cli.ts")).href
  const script = `
    let told = 0
    Error.prepareStackTrace = () => { told++; return "" }
    Error.stackTraceLimit = 7
    await import(${JSON.stringify(program)})
    console.log(JSON.stringify([told, Error.stackTraceLimit]))
  `
  const output = execFileSync(Deno.execPath(), ["run", "--no-check", "-A", "-"], {
    input: script,
    cwd: projectRoot,
    encoding: "utf8",
  })
  deepStrictEqual(JSON.parse(output), [0, 7])
})
