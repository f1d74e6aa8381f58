import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { gzipSync } from "node:zlib"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blocks, componentTest, run } from "./component.ts"

componentTest("the page on the component shows what its example prints", async (_, folder) => {
  writeFileSync(join(folder, "host.mjs"), blocks("js")[0] ?? "")
  const [command = "", ...printed] = blocks("console")[0]?.split("\n") ?? []
  strictEqual(await run(command.replace("$ ", ""), folder), printed.join("\n"))
})

componentTest("the component imports nothing and is small", (_, folder) => {
  const bytes = readFileSync(join(folder, "out/retro-core.wasm"))
  const [megabytes, zipped] = [bytes.length / 1e6, gzipSync(bytes).length / 1e6]
  deepStrictEqual([megabytes <= 7, zipped <= 2.5], [true, true], `${megabytes} MB, ${zipped} MB with gzip`)
  const module = readFileSync(join(folder, "out/retro-core/retro-core.js"), "utf8")
  deepStrictEqual([...module.matchAll(/^import .* from '(?!node:)/gmu)].map(([line]) => line), [])
})
