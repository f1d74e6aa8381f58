/**
 * `deno task compile [--target NAME]…`: the bundle as a program that needs nothing else, for this machine or for each target that
 * is named (`all` names every one), and `out/SHA256SUMS` with the checksums of what was made.
 *
 * `DENORT_BIN` is the base binary for this machine's target, where the download host of Deno cannot be reached; `DENO_COMPILE` is
 * the `deno` that fits it. Else the `deno` that runs this compiles, and fetches the base binaries itself.
 */
import process from "node:process"
import { bundle, writeStart } from "./bundle.ts"
import { BuildFailed, bundlePath, execute, outputFolder, print, runTask, variable } from "./project.ts"

/** The targets by the names that Rust gives them. */
export const targets: readonly string[] = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
]

/**
 * What the whole program needs. It reads and writes where it is told to; it starts git, the editor, and the programs that a
 * configuration names as passes; these inherit the environment; the advisory comment goes to GitHub, whose host a variable may
 * name; the node modules ask for the user's ids when they start a program of the configuration. Nothing else: no foreign code
 * (ffi), no other facts of the system, no imports from elsewhere. What is not here is refused without a question.
 */
export const permissions: readonly string[] = [
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env",
  "--allow-net",
  "--allow-sys=uid,gid",
  "--no-prompt",
]

/** The binary of a target. */
export function binaryName(target: string): string {
  return `retro-${target}${target.includes("windows") ? ".exe" : ""}`
}

/** The targets that the arguments name, or else this machine's. */
export function namedTargets(args: readonly string[]): readonly string[] {
  const named: string[] = []
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? ""
    const [flag, value = args[++index] ?? ""] = argument.split("=", 2)
    if (flag !== "--target") throw new BuildFailed(`unknown argument "${argument}": say --target NAME, or nothing`)
    if (value !== "all" && !targets.includes(value)) {
      throw new BuildFailed(`unknown target "${value}": say one of ${targets.join(", ")}, or all`)
    }
    named.push(...(value === "all" ? targets : [value]))
  }
  return named.length === 0 ? [Deno.build.target] : [...new Set(named)]
}

/** Makes a binary of a module and what it imports. */
export async function compile(module: string, target: string, output: string): Promise<void> {
  const { DENORT_BIN: _, ...environment } = process.env
  const base = variable("DENORT_BIN")
  const isHere = target === Deno.build.target
  const args = ["compile", "--quiet", "--no-check", "--no-config", "--no-lock", ...permissions]
  const command = variable("DENO_COMPILE") ?? Deno.execPath()
  try {
    await execute(command, [...args, "--target", target, "--output", output, module], {
      env: present(isHere && base !== undefined ? { ...environment, DENORT_BIN: base } : environment),
    })
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error
    throw new BuildFailed(
      `cannot make ${output}: ${error.message}\n` +
        "deno compile needs the base binary of the target (denort). It is fetched from dl.deno.land; where that host cannot be " +
        "reached, set DENORT_BIN to a base binary for this machine, and DENO_COMPILE to the deno of its version.",
    )
  }
}

function present(environment: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => value === undefined ? [] : [[name, value] as const]),
  )
}

/** The line of a file in `SHA256SUMS`, as `sha256sum --check` reads it. */
async function checksumLine(name: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(`${outputFolder}${name}`))
  return `${new Uint8Array(digest).toHex()}  ${name}\n`
}

if (import.meta.main) {
  await runTask(async () => {
    const named = namedTargets(Deno.args)
    const sums = `${outputFolder}SHA256SUMS`
    await Deno.mkdir(outputFolder, { recursive: true })
    // Those of an earlier run are not of what this one makes, also if it fails.
    await Deno.remove(sums).catch(() => {})
    await bundle(bundlePath)
    const start = `${outputFolder}start.js`
    await writeStart(start)
    const names: string[] = []
    try {
      for (const target of named) {
        const name = binaryName(target)
        await compile(start, target, `${outputFolder}${name}`)
        names.push(name)
        const { size } = await Deno.stat(`${outputFolder}${name}`)
        print(`out/${name}: ${(size / 1e6).toFixed(1)} MB`)
      }
    } finally {
      await Deno.remove(start)
    }
    const lines = await Promise.all(names.sort().map(checksumLine))
    await Deno.writeTextFile(sums, lines.join(""))
    print(`out/SHA256SUMS: ${names.length === 1 ? "1 binary" : `${names.length} binaries`}`)
  })
}
