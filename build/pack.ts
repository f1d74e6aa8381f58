/**
 * `deno task pack`: the npm package `out/retro-cli-VERSION.tgz`. It is what `deno pack` makes of the modules, each with its types,
 * and the bundle as the command `retro`: one file starts faster than nine hundred. The versions of its dependencies are the exact
 * ones of `deno.json`.
 */
import process from "node:process"
import * as Schema from "effect/Schema"
import { bundle, writeStart } from "./bundle.ts"
import { BuildFailed, execute, outputFolder, print, projectRoot, runTask } from "./project.ts"

const description =
  "Find what a repository of decisions, skills and docs says that is no longer true, run after run; keep AI-agent loops to " +
  "their retrospectives, and tell what commands an agent really typed"

/** What all dependencies run on, by their own manifests: some package managers refuse others. */
const nodeVersions = "^22.19.0 || >=24.11.0"

const keywords = [
  "adr",
  "decision-records",
  "documentation",
  "drift",
  "link-checker",
  "retrospective",
  "agents",
  "deno",
]

/** What `deno pack` writes. */
const Manifest = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  type: Schema.Literal("module"),
  license: Schema.String,
  main: Schema.String,
  types: Schema.String,
  exports: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String)),
  dependencies: Schema.Record(Schema.String, Schema.String),
})
type Manifest = typeof Manifest.Type
const readManifest = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))
const readImports = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ imports: Schema.Record(Schema.String, Schema.String) })),
)

/** `@babel/parser` of `npm:@babel/parser@8.1.3` is `8.1.3`. */
function exactVersions(imports: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(imports).flatMap(([name, specifier]) => {
      const version = /^npm:.+@(\d[^@/]*)$/u.exec(specifier)?.[1]
      return version === undefined ? [] : [[name, version] as const]
    }),
  )
}

/** The repository that the package says it is from: npm checks the provenance of a release against it. */
function repository(): { readonly repository?: { readonly type: "git"; readonly url: string } } {
  const { GITHUB_SERVER_URL: server = "https://github.com", GITHUB_REPOSITORY: name } = process.env
  return name === undefined ? {} : { repository: { type: "git", url: `git+${server}/${name}.git` } }
}

/** The manifest of the package: what `deno pack` wrote, and what a command needs. */
function completed(manifest: Manifest, imports: Readonly<Record<string, string>>): unknown {
  const exact = exactVersions(imports)
  const dependencies = Object.fromEntries(
    Object.keys(manifest.dependencies).sort().map((name) => {
      const version = exact[name]
      if (version === undefined) {
        throw new BuildFailed(`deno.json pins no version of the dependency "${name}": add it to "imports"`)
      }
      return [name, version]
    }),
  )
  const { name, version, ...rest } = manifest
  return {
    name,
    version,
    description,
    keywords,
    ...repository(),
    ...rest,
    bin: { retro: "./start.js" },
    engines: { node: nodeVersions },
    dependencies,
  }
}

/** Makes the package in a folder, and gives its name. */
export async function pack(folder: string): Promise<string> {
  const work = await Deno.makeTempDir({ prefix: "retro-pack-" })
  try {
    await execute(Deno.execPath(), ["pack", "--allow-dirty", "--no-source-maps", "--output", `${work}/modules.tgz`])
    await execute("tar", ["xzf", "modules.tgz"], { cwd: work })
    await bundle(`${work}/package/retro.js`)
    await writeStart(`${work}/package/start.js`)
    const manifestPath = `${work}/package/package.json`
    const manifest = readManifest(await Deno.readTextFile(manifestPath))
    const { imports } = readImports(await Deno.readTextFile(`${projectRoot}deno.json`))
    await Deno.writeTextFile(manifestPath, `${JSON.stringify(completed(manifest, imports), null, 2)}\n`)
    const packed = await execute("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: `${work}/package` })
    return packed.trim()
  } finally {
    await Deno.remove(work, { recursive: true })
  }
}

if (import.meta.main) {
  await runTask(async () => {
    await Deno.mkdir(outputFolder, { recursive: true })
    const name = await pack(outputFolder)
    const { size } = await Deno.stat(`${outputFolder}${name}`)
    print(`out/${name}: ${(size / 1e6).toFixed(2)} MB`)
  })
}
