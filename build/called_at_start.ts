/** Which functions of a bundle are called whenever the program starts: two starts are run, and the engine counts. */
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { BuildFailed, execute } from "./project.ts"

/** Where a function begins and ends in a file, in UTF-16 code units: `12:34`. */
export type FunctionPlace = `${number}:${number}`

/** The place of a function. */
export function placeOf({ start, end }: { readonly start: number; readonly end: number }): FunctionPlace {
  return `${start}:${end}`
}

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
export async function calledAtStart(bundle: string): Promise<ReadonlySet<FunctionPlace>> {
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
        if (count > 0) places.add(placeOf({ start: startOffset, end: endOffset }))
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
