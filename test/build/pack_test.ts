import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { pack } from "../../build/pack.ts"
import { projectRoot, retro } from "../services/program.ts"

/** The versions of Node that the package is for, as npm gives them. */
const nodes = ["22", "24"]
const typescript = "typescript@5.9.3"

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(command: string, args: readonly string[], folder: string): Ran {
  const { status, stdout, stderr } = spawnSync(command, [...args], {
    cwd: folder,
    encoding: "utf8",
    input: "",
    env: { ...Deno.env.toObject(), NO_COLOR: "1" },
  })
  return { code: status, stdout: stdout ?? "", stderr: stderr ?? "" }
}

/** Why npm cannot be used here, or nothing. */
function npmMissing(): string | undefined {
  const { code, stderr } = run("npm", ["view", "effect@4.1.0", "version"], tmpdir())
  if (code === 0) return undefined
  return code === null ? "there is no npm on the PATH" : `npm cannot reach its registry: ${stderr.split("\n")[0]}`
}

/** The example of the README, which runs a pass of one's own. */
function readmeProgram(): string {
  const [, program] = /^```ts\n(import \{ checkpoint.*?)^```$/msu.exec(
    readFileSync(`${projectRoot}README.md`, "utf8"),
  ) ?? []
  ok(program !== undefined, "README.md shows the library")
  return program
}

const readManifest = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({
  bin: Schema.Unknown,
  engines: Schema.Unknown,
  dependencies: Schema.Record(Schema.String, Schema.String),
})))

const missing = npmMissing()
const reason = missing === undefined ? "" : ` (left out: ${missing})`

Deno.test({
  name:
    `the npm package works in an empty project as a library, in strict TypeScript and JavaScript, and as npx retro${reason}`,
  ignore: missing !== undefined,
  fn: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "retro-pack-"))
    const inProject = (command: string, ...args: readonly string[]): Ran => run(command, args, folder)
    try {
      const tarball = await pack(folder)
      writeFileSync(join(folder, "package.json"), '{ "name": "empty", "version": "1.0.0", "type": "module" }\n')
      const installed = inProject("npm", "install", "--no-audit", "--no-fund", `./${tarball}`, typescript)
      strictEqual(installed.code, 0, installed.stderr)
      writeFileSync(join(folder, "example.ts"), readmeProgram())
      writeFileSync(join(folder, "README.md"), "no heading\n")

      for (const further of [[], ["--skipLibCheck"]]) {
        await context.step(`tsc --strict --module nodenext ${further.join(" ")} finds no fault`, () => {
          const flags = ["--strict", "--module", "nodenext", "--target", "es2023", ...further]
          deepStrictEqual(inProject("npx", "tsc", ...flags, "example.ts"), { code: 0, stdout: "", stderr: "" })
        })
      }
      await context.step("a wrong type is one", () => {
        writeFileSync(join(folder, "wrong.ts"), 'import { redact } from "@retro/cli/core"\nredact(1)\n')
        const checked = inProject(
          "npx",
          "tsc",
          "--strict",
          "--module",
          "nodenext",
          "--noEmit",
          "--skipLibCheck",
          "wrong.ts",
        )
        ok(checked.code !== 0 && checked.stdout.startsWith("wrong.ts(2,8): error TS2345"), checked.stdout)
      })
      for (const node of nodes) {
        const withNode = (...args: readonly string[]): Ran => inProject("npx", "--yes", "-p", `node@${node}`, ...args)
        await context.step(`Node ${node} runs the compiled example, and npx retro`, () => {
          strictEqual(withNode("node", "--version").stdout.split(".")[0], `v${node}`)
          const example = withNode("node", "example.js")
          deepStrictEqual([example.code, example.stderr], [0, ""])
          ok(example.stdout.startsWith("{ new: 1,") || example.stdout.startsWith("{ new: 0,"), example.stdout)
          // A script that requires it gets what a module imports.
          const names =
            "console.log(['', '/core', '/cli'].map((entry) => typeof require(`@retro/cli${entry}`)).join())\n"
          writeFileSync(join(folder, "script.cjs"), names)
          deepStrictEqual(withNode("node", "script.cjs"), { code: 0, stdout: "object,object,object\n", stderr: "" })
          // That is `npx retro`, with a Node that npx gets too.
          deepStrictEqual(withNode("retro", "schema", "Finding"), retro(["schema", "Finding"]))
        })
      }
      await context.step("importing it under Deno needs no permission and says nothing", () => {
        for (const entry of ["", "/core", "/cli"]) {
          const name = `entry${entry.replace("/", "-")}.js`
          writeFileSync(join(folder, name), `import * as entry from "@retro/cli${entry}"\nvoid entry\n`)
          const args = ["run", "--no-prompt", "--quiet", "--no-lock", "--node-modules-dir=manual", name]
          deepStrictEqual(inProject(Deno.execPath(), ...args), { code: 0, stdout: "", stderr: "" })
        }
      })
      await context.step("it pins its dependencies, and says which Node it needs", () => {
        const manifest = readManifest(readFileSync(join(folder, "node_modules/@retro/cli/package.json"), "utf8"))
        const loose = Object.entries(manifest.dependencies).filter(([, range]) => !/^\d+\.\d+\.\d+$/u.test(range))
        deepStrictEqual([loose, manifest.bin, manifest.engines], [[], { retro: "./start.js" }, {
          node: "^22.19.0 || >=24.11.0",
        }])
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
