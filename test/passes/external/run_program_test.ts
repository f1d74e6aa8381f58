import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { type ProgramRun, runProgram } from "../../../src/passes/external/run_program.ts"
import { hostLayer } from "../../../src/host/host_layer.ts"
import { withFolder } from "../../services/program.ts"

interface Heard {
  readonly run: ProgramRun
  readonly lines: readonly string[]
}

async function running(command: readonly string[], root: string, seconds = 60, input = "{}\n"): Promise<Heard> {
  const lines: string[] = []
  const program = { command, root, input, seconds, tell: (line: string) => Effect.sync(() => void lines.push(line)) }
  return { run: await Effect.runPromise(runProgram(program).pipe(Effect.provide(hostLayer))), lines }
}

function shell(script: string): readonly string[] {
  return ["sh", "-c", script]
}

Deno.test("runProgram gives the request, runs in the root, and tells the standard error as it comes", () =>
  withFolder({ "here.txt": "in the root\n" }, async (root) => {
    const script = "cat; cat here.txt; printf 'one\\r\\n\\033[31mred\\033[0m\\n\\n' >&2; printf unfinished >&2"
    deepStrictEqual(await running(shell(script), root, 60, "asked\n"), {
      run: {
        _tag: "ran",
        output: "asked\nin the root\n",
        ended: { how: "exit", code: 0 },
        last_words: "unfinished",
      },
      lines: ["one", "red", "unfinished"],
    })
  }))

Deno.test("runProgram finds a program with a slash in the root", () =>
  withFolder({ "tools/judge.sh": "echo found\n" }, async (root) => {
    await Deno.chmod(join(root, "tools/judge.sh"), 0o755)
    await Deno.writeTextFile(join(root, "tools/judge.sh"), "#!/bin/sh\necho found\n")
    const { run } = await running(["tools/judge.sh"], root)
    deepStrictEqual(run, { _tag: "ran", output: "found\n", ended: { how: "exit", code: 0 } })
  }))

Deno.test("runProgram takes a program that does not read a large request", () =>
  withFolder({}, async (root) => {
    const { run } = await running(shell("echo done"), root, 60, "x".repeat(5_000_000))
    deepStrictEqual(run, { _tag: "ran", output: "done\n", ended: { how: "exit", code: 0 } })
  }))

Deno.test("runProgram ends a program whose time is over with all that it started, and keeps its whole lines", () =>
  withFolder({}, async (root) => {
    const script = "(sleep 4; touch late) & trap '' TERM; echo whole; printf part; sleep 30; sleep 30"
    const start = performance.now()
    const { run } = await running(shell(script), root, 0.5)
    deepStrictEqual(run, { _tag: "ran", output: "whole\n", ended: { how: "timeout", seconds: 0.5 } })
    ok(performance.now() - start < 15_000, "it waited for the program")
    await new Promise((done) => setTimeout(done, 4500))
    strictEqual(existsSync(join(root, "late")), false, "a process of its group went on")
  }))

Deno.test("runProgram does not wait for what a program left running, and ends it", () =>
  withFolder({}, async (root) => {
    const start = performance.now()
    const { run } = await running(shell("(sleep 30; touch late) & echo done"), root)
    deepStrictEqual(run, { _tag: "ran", output: "done\n", ended: { how: "exit", code: 0 } })
    ok(performance.now() - start < 15_000, "it waited for what was left running")
  }))

Deno.test("runProgram ends a program that prints too much", () =>
  withFolder({}, async (root) => {
    const { run } = await running(["yes"], root)
    strictEqual(run._tag, "ran")
    if (run._tag !== "ran") return
    deepStrictEqual(run.ended, { how: "limit", bytes: 16_000_000 })
    ok(run.output.length <= 16_000_000 && run.output.endsWith("y\n"))
  }))

Deno.test("runProgram shows the first part of an endless standard error, and drains the rest", () =>
  withFolder({}, async (root) => {
    const { run, lines } = await running(shell("yes | head -c 3000000 >&2; echo last >&2; exit 4"), root)
    deepStrictEqual(run, { _tag: "ran", output: "", ended: { how: "exit", code: 4 }, last_words: "last" })
    strictEqual(lines.at(-1), "… what it says from here on is not shown")
    ok(lines.length < 200_000)
  }))

Deno.test("runProgram says how a program ended", () =>
  withFolder({}, async (root) => {
    const ended = await Promise.all(
      ["echo a; exit 7", "kill -9 $$", "kill -15 $$"].map(async (script) => (await running(shell(script), root)).run),
    )
    deepStrictEqual(ended.map((run) => run._tag === "ran" ? run.ended : run), [
      { how: "exit", code: 7 },
      { how: "signal", signal: "SIGKILL" },
      { how: "signal", signal: "SIGTERM" },
    ])
  }))

Deno.test("runProgram says why a program could not be started", () =>
  withFolder({ "plain.txt": "no program\n" }, async (root) => {
    const why = await Promise.all(
      [["no-such-judge"], ["./no/judge"], ["./plain.txt"], ["a\0b"]].map(async (command) => {
        const { run } = await running(command, root)
        return run._tag === "not started" ? run.why : run._tag
      }),
    )
    strictEqual(why[0], 'there is no program "no-such-judge" on the PATH; install it, or correct "command"')
    strictEqual(why[1], 'there is no program "./no/judge" in the root; install it, or correct "command"')
    match(why[2] ?? "", /^its program ".\/plain.txt" could not be started \(.*EACCES.*\); correct "command"$/u)
    match(why[3] ?? "", /^its program .* could not be started/u)
  }))
