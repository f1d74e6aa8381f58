import { deepStrictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { projectRoot, retro } from "../services/program.ts"

Deno.test("loading the program builds no segmenter, which costs a tenth of its start, and leaves Intl as it was", () => {
  const program = pathToFileURL(join(projectRoot, "cli.ts")).href
  const script = `
    const own = Intl.Segmenter
    let built = 0
    Intl.Segmenter = class extends own { constructor(...given) { super(...given); built++ } }
    const before = Intl.Segmenter
    await import(${JSON.stringify(program)})
    console.log(JSON.stringify([built, Intl.Segmenter === before]))
  `
  const output = execFileSync(Deno.execPath(), ["run", "--no-check", "-A", "-"], {
    input: script,
    cwd: projectRoot,
    encoding: "utf8",
  })
  deepStrictEqual(JSON.parse(output), [0, true])
})

Deno.test("a help text is aligned by the width of its graphemes, with a segmenter that is built when it is asked", () => {
  const { code, stdout } = retro(["--help"])
  const columns = stdout.split("\n").filter((line) => /^ {2}\w+ {2,}\w/u.test(line)).map((line) =>
    /^ +\w+ +/u.exec(line)?.[0].length
  )
  deepStrictEqual([code, columns.length > 10, new Set(columns).size], [0, true, 1])
})
