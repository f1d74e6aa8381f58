import { deepStrictEqual, match, notStrictEqual, ok, strictEqual, throws } from "node:assert/strict"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { binaryName, namedTargets, permissions, targets } from "../../build/compile.ts"
import { variable } from "../../build/project.ts"
import { withJudge } from "../cli/external_repository.ts"
import { projectRoot } from "../services/program.ts"

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** By Deno's own API: its `node:child_process` adds permissions to a child that has none. */
function deno(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
  const command = new Deno.Command(Deno.execPath(), { args: [...args], cwd: folder, env: { NO_COLOR: "1", ...env } })
  const { code, stdout, stderr } = command.outputSync()
  const decoder = new TextDecoder()
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) }
}

/** Tries to make a binary, with these variables. */
function compileModule(env: Readonly<Record<string, string>>): Ran {
  const module = JSON.stringify(pathToFileURL(`${projectRoot}build/compile.ts`).href)
  const script = `
    import { compile } from ${module}
    await compile("build/oldest_node.ts", Deno.build.target, "made").catch((error) => console.log(error.name + ": " + error.message))
  `
  return deno(projectRoot, ["eval", script], env)
}

Deno.test("compile takes the named targets, each once, all of them, or this machine's", () => {
  deepStrictEqual(namedTargets([]), [Deno.build.target])
  const [first = "", second = ""] = targets
  deepStrictEqual(namedTargets(["--target", second, `--target=${first}`, "--target", second]), [second, first])
  deepStrictEqual(namedTargets(["--target", "all"]), targets)
  throws(
    () => namedTargets(["--target", "amiga"]),
    /^BuildFailed: unknown target "amiga": say one of x86_64-unknown-linux-gnu, /u,
  )
  throws(() => namedTargets(["--target"]), /unknown target ""/u)
  throws(() => namedTargets(["--fast"]), /^BuildFailed: unknown argument "--fast": say --target NAME, or nothing$/u)
  deepStrictEqual(targets.map(binaryName).filter((name) => name.endsWith(".exe")), ["retro-x86_64-pc-windows-msvc.exe"])
})

Deno.test("compile says which base binary it needs when it cannot be had", () => {
  for (const env of [{ DENO_COMPILE: "/no/such/deno" }, { DENORT_BIN: "/no/such/base" }]) {
    const { stdout } = compileModule(env)
    match(stdout, /^BuildFailed: cannot make made: /u)
    ok(Object.values(env).every((path) => stdout.includes(path)), stdout)
    match(stdout, /set DENORT_BIN to a base binary for this machine, and DENO_COMPILE to the deno of its version\.$/mu)
    ok(!stdout.includes("Stack backtrace"), stdout)
  }
})

Deno.test("a compile that fails leaves neither its module nor checksums of an earlier one", () => {
  const copy = mkdtempSync(join(tmpdir(), "retro-compile-"))
  try {
    for (const name of ["build", "src", "cli.ts", "mod.ts", "program.ts", "deno.json", "deno.lock"]) {
      cpSync(join(projectRoot, name), join(copy, name), { recursive: true })
    }
    mkdirSync(join(copy, "out"))
    writeFileSync(join(copy, "out/SHA256SUMS"), "of an earlier one\n")
    const { code } = deno(copy, ["run", "--allow-all", "build/compile.ts"], { DENO_COMPILE: "/no/such/deno" })
    deepStrictEqual([code, readdirSync(join(copy, "out"))], [1, ["retro.js"]])
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

Deno.test("an empty variable is none", () => {
  Deno.env.set("RETRO_TEST_BUILD", "")
  strictEqual(variable("RETRO_TEST_BUILD"), undefined)
  Deno.env.set("RETRO_TEST_BUILD", "/made")
  strictEqual(variable("RETRO_TEST_BUILD"), "/made")
  Deno.env.delete("RETRO_TEST_BUILD")
})

Deno.test("the permissions of the binary are enough for the whole program, and it needs each of them", () =>
  withJudge({}, ({ root }) => {
    const comment = ["tooling", "comment", "--repo", "o/r", "--pr", "1", "--findings", "tooling.json"]
    const nobody = "http://127.0.0.1:49999"
    const variables = { GITHUB_TOKEN: "token", GITHUB_API_URL: nobody, GITHUB_GRAPHQL_URL: nobody }
    const run = (allowed: readonly string[], ...command: readonly string[]): Ran =>
      deno(root, ["run", "--quiet", ...allowed, `${projectRoot}cli.ts`, ...command], variables)
    const checkpoint = ["checkpoint", "--external", "--today", "2026-12-01"]
    const prepared = run(permissions, "tooling", "check", "--json", "--transcript", "README.md")
    strictEqual(prepared.code, 0, prepared.stderr)
    Deno.writeTextFileSync(`${root}/tooling.json`, prepared.stdout)

    deepStrictEqual(run(permissions, ...checkpoint).code, 0)
    for (const left of permissions.filter((permission) => permission.startsWith("--allow-"))) {
      const others = permissions.filter((permission) => permission !== left)
      const refused = run(others, ...(left === "--allow-net" ? comment : checkpoint))
      notStrictEqual(refused.code, 0, `it works without ${left}`)
      match(refused.stderr, new RegExp(`Requires ${/\w+$/u.exec(left.split("=")[0] ?? "")?.[0]} access`, "u"))
    }
  }))
