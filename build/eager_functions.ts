/**
 * Which functions of a bundle are compiled as soon as it is loaded. An engine compiles a function when it is first called, and
 * keeps for the next start what was compiled when the file was loaded. So the functions that every start calls are put into
 * parentheses, by which engines know what is called at once: `x = (() => …)`. The next start then compiles next to nothing.
 */
import { join } from "node:path"
import { parse } from "@babel/parser"
import * as Schema from "effect/Schema"
import { isMapping } from "../src/core/foreign/foreign_value.ts"
import { BuildFailed, execute } from "./project.ts"

/** Where a function begins and ends in a file, in UTF-16 code units: `12:34`. */
type FunctionPlace = string

/** What the engine counts of a file: the first range of a function is the function itself. */
const Coverage = Schema.Struct({
  url: Schema.String,
  functions: Schema.Array(Schema.Struct({
    ranges: Schema.NonEmptyArray(
      Schema.Struct({ startOffset: Schema.Natural, endOffset: Schema.Natural, count: Schema.Natural }),
    ),
  })),
})
const decodeCoverage = Schema.decodeUnknownSync(Schema.fromJsonString(Coverage))

/** What starts the program, and reads nothing but what it is given: it calls the same functions everywhere. */
const starts: readonly (readonly string[])[] = [
  ["schema", "Finding"],
  ["tooling", "check", "--json", "--transcript", "transcript.txt"],
]
const transcript = `git status
GH_TOKEN=x sudo gh api user && gh pr merge 7 --squash
bash -c "gh pr view 8 --json state" | head -1
`

/** The functions of a bundle that are called when the program starts. */
async function calledAtStart(bundle: string): Promise<ReadonlySet<FunctionPlace>> {
  const folder = await Deno.makeTempDir({ prefix: "retro-starts-" })
  try {
    const [path, counted] = [join(folder, "retro.js"), join(folder, "counted")]
    await Deno.writeTextFile(path, bundle)
    await Deno.writeTextFile(join(folder, "transcript.txt"), transcript)
    for (const start of starts) {
      await execute(Deno.execPath(), ["run", "--allow-all", "--no-config", `--coverage=${counted}`, path, ...start], {
        cwd: folder,
        // A transcript with raw calls is no failure of the start.
        accepted: [0, 1],
      })
    }
    const places = new Set<FunctionPlace>()
    for await (const { name } of Deno.readDir(counted)) {
      if (!name.endsWith(".json")) continue
      const { url, functions } = decodeCoverage(await Deno.readTextFile(join(counted, name)))
      if (!url.endsWith("/retro.js")) continue
      for (const { ranges: [{ startOffset, endOffset, count }] } of functions) {
        if (count > 0) places.add(`${startOffset}:${endOffset}`)
      }
    }
    if (places.size === 0) {
      throw new BuildFailed("no function of the bundle was counted: look at --coverage of this Deno")
    }
    return places
  } finally {
    await Deno.remove(folder, { recursive: true })
  }
}

/** The bundle with the functions that a start calls in parentheses. It does the same. */
export async function withEagerFunctions(bundle: string): Promise<string> {
  const called = await calledAtStart(bundle)
  const [opened, closed] = [new Map<number, number>(), new Map<number, number>()]
  for (const { start, end } of functionsOf(parse(bundle, { sourceType: "module" }).program)) {
    if (!called.has(`${start}:${end}`)) continue
    opened.set(start, (opened.get(start) ?? 0) + 1)
    closed.set(end, (closed.get(end) ?? 0) + 1)
  }
  const parts: string[] = []
  let from = 0
  for (const at of [...new Set([...opened.keys(), ...closed.keys()])].sort((left, right) => left - right)) {
    parts.push(bundle.slice(from, at), ")".repeat(closed.get(at) ?? 0), "(".repeat(opened.get(at) ?? 0))
    from = at
  }
  return parts.join("") + bundle.slice(from)
}

interface FunctionExpression {
  readonly start: number
  readonly end: number
}

/** The functions that are expressions, and in no parentheses; declarations and methods can have none. */
function functionsOf(program: unknown): readonly FunctionExpression[] {
  const found: FunctionExpression[] = []
  const nodes: unknown[] = [program]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (Array.isArray(node)) nodes.push(...node.filter((item) => item !== null))
    else if (isMapping(node)) {
      const { type, start, end, extra } = node
      const isFunction = type === "ArrowFunctionExpression" || type === "FunctionExpression"
      const isInParentheses = isMapping(extra) && extra["parenthesized"] === true
      if (isFunction && !isInParentheses && typeof start === "number" && typeof end === "number") {
        found.push({ start, end })
      }
      nodes.push(...Object.values(node).filter((value) => typeof value === "object" && value !== null))
    }
  }
  return found
}
