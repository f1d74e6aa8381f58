import { spawn } from "node:child_process"
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { join } from "node:path"
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { retroIn } from "../services/in_process.ts"
import { type Outcome, projectRoot, withFolder } from "../services/program.ts"
import { hasTerminal } from "../services/terminal.ts"

function check(args: readonly string[], stdin = ""): Promise<Outcome> {
  return retroIn("/", ["tooling", "check", ...args], stdin)
}

const clean = "internalToolingOnly: true\n"

Deno.test("retro tooling check ends with 2 when the standard input is both the policy and a transcript", async () => {
  for (const transcript of [[], ["--transcript", "-"], ["--transcript", "x", "--transcript", "-"]]) {
    deepStrictEqual(await check(["--policy", "-", ...transcript], "rules: []\n"), {
      code: 2,
      stdout: "",
      stderr: "retro: --policy - and the transcript cannot both be the standard input; name a file for one of them\n",
    })
  }
})

Deno.test("retro tooling check says that no command was read, and why", async () => {
  const [empty, none] = [": the transcript is empty", ": the transcript holds none"]
  for (const [stdin, why] of [["", empty], ["\n \n", empty], ["# gh x\n", none], ['{"type":"summary"}\n', none]]) {
    deepStrictEqual(await check([], stdin), { code: 0, stdout: clean, stderr: `retro: no command was read${why}\n` })
  }
  strictEqual((await check([], "ls\n")).stderr, "")
})

Deno.test("retro tooling check names what it could not read, and says that it is not complete", () =>
  withFolder({ "list.json": `${JSON.stringify([{ command: "gh x" }], undefined, 2)}\n` }, async (folder) => {
    const packed = join(folder, "packed.gz")
    writeFileSync(packed, gzipSync("gh api x\n"))
    const zipped = await check(["--transcript", packed])
    deepStrictEqual([zipped.code, zipped.stdout], [0, clean])
    strictEqual(
      zipped.stderr,
      `retro: the check is not complete: 1 line was not read; the first: ${packed}:1: ` +
        "the file is compressed (gzip); unpack it first\nretro: no command was read\n",
    )
    const list = await check(["--transcript", join(folder, "list.json")])
    match(
      list.stderr,
      /list\.json:1: no record of the file is of a known type, .*\nretro: records of types that are not known: \(none\) \(1\)\nretro: no command was read\n$/u,
    )
    const json = JSON.parse((await check(["--transcript", packed, "--json"])).stdout)
    deepStrictEqual([json.ok, json.coverage.complete], [true, false])
  }))

Deno.test("retro tooling check cuts long lists and long commands for a person, and counts what it cuts", async () => {
  const many = Array.from({ length: 120 }, (_, index) => `gh api x${index}\n$X y${index}\n`).join("")
  const { stderr } = await check([], many)
  const lines = stderr.split("\n")
  deepStrictEqual([lines[0], lines[50], lines[51]], [
    "internalToolingOnly: false, 120 raw calls",
    "  gh: gh api x49",
    "  and 70 more, which --json lists",
  ])
  ok(stderr.includes("  computed word: $X y49\n  and 70 more, which --json lists\n"))
  const long = await check([], `gh api '${"x".repeat(10_000_000)}'\n$X '${"y".repeat(5000)}'\n`)
  match(long.stderr, /^ {2}gh: gh api 'x{288} … \(9999713 more characters\)$/mu)
  match(long.stderr, /^ {2}computed word: \$X 'y{296} … \(4705 more characters\)$/mu)
  strictEqual(JSON.parse((await check(["--json"], many)).stdout).rawCallViolations.length, 120)
})

Deno.test("retro tooling check --help says what the exit codes are and what strict adds", async () => {
  const { code, stdout } = await retroIn("/", ["tooling", "check", "--help"])
  strictEqual(code, 0)
  for (const words of ["Exit codes: 0 no raw call; 1 at least one; 2 ", "3 reading broke off", "strict adds node -p"]) {
    ok(stdout.replace(/\s+/gu, " ").includes(words), words)
  }
})

Deno.test({
  name: "retro tooling check tells a person at a terminal that it waits for the standard input",
  ignore: !hasTerminal,
  fn: async () => {
    const command = `'${Deno.execPath()}' run -A '${projectRoot}cli.ts' tooling check`
    const child = spawn("script", ["-qec", command, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] })
    let seen = ""
    let isAsked = false
    child.stdout.on("data", (bytes: Uint8Array) => {
      seen += new TextDecoder().decode(bytes)
      if (isAsked || !seen.includes("--transcript")) return
      isAsked = true
      child.stdin.write("gh x\n\u0004")
    })
    const timeout = setTimeout(() => child.kill(), 30_000)
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
    clearTimeout(timeout)
    match(seen, /reading commands from the standard input; end with Ctrl-D, or name a file with --transcript/u)
    match(seen, /^ {2}gh: gh x\r$/mu)
    strictEqual(code, 1)
  },
})
