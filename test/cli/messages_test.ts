import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { retro, withFolder } from "../services/program.ts"
import { demoFiles, runs, today, withRepository } from "./demo_repository.ts"
import { refuses } from "./refuses.ts"

Deno.test("render, route and persist say in words that they need a report", async () => {
  await withFolder({ "findings.json": "[]", "base.json": "[]" }, (folder) => {
    const says = [
      /^retro: Cannot read "findings\.json": expected a report as a JSON object, as "retro diff --json" pri/,
    ]
    for (
      const command of [["render"], ["route", "--select", "none"], [
        "persist",
        "--report-dir",
        "kept",
        "--scope-slug",
        "corpus",
      ]]
    ) {
      refuses(folder, [...command, "--report", "findings.json"], { code: 2, says })
    }
  })
})

Deno.test("a flag that is given twice, and a value that is none, are said in the words of this program", () => {
  const wrong = [
    [["checkpoint", "--since", "A", "--since", "B"], "--since is given 2 times; give it once"],
    [
      ["tooling", "check", "--policy", "a", "--policy", "b", "--policy", "c"],
      "--policy is given 3 times; give it once",
    ],
    [
      ["checkpoint", "--today", "2026-02-30"],
      'Invalid value for flag --today: "2026-02-30". It must be a calendar date YYYY-MM-DD',
    ],
  ] as const
  for (const [args, problem] of wrong) {
    const { code, stdout, stderr } = retro(args)
    deepStrictEqual([code, stdout, stderr.split("\n").slice(1)], [2, "", ["ERROR", `  ${problem}`, ""]])
  }
})

Deno.test("retro diff refuses to read the standard input twice", async () => {
  await withFolder({ "base.json": "[]" }, (folder) => {
    refuses(folder, ["diff", "--findings", "-", "--orientation", "-", "--baseline", "base.json"], {
      code: 2,
      stdin: "[]",
      says: [/^retro: --findings and --orientation: only one of them can be the standard input/],
    })
  })
})

Deno.test({
  name: "a standard output that cannot be written is no internal error",
  ignore: !existsSync("/dev/full"),
  fn: () =>
    withFolder({}, (folder) => {
      for (const args of [["schema", "Report"], ["--help"], ["--version"], ["--completions", "bash"]]) {
        const through = ["sh", "-c", 'exec "$@" > /dev/full', "sh"]
        deepStrictEqual(retro(args, { cwd: folder, through }), {
          code: 3,
          stdout: "",
          stderr: "retro: Cannot write the standard output: ENOSPC: no space left on device\n",
        })
      }
      // Nobody can be told of it: the exit code stays what it is.
      const through = ["sh", "-c", 'exec "$@" 2> /dev/full', "sh"]
      deepStrictEqual(retro(["no-command"], { cwd: folder, through }), { code: 2, stdout: "", stderr: "" })
    }),
})

Deno.test({
  name: "a reader that has seen enough, such as head, ends the program without a message",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withFolder({}, (folder) => {
      for (const args of [["schema", "Report"], ["--help"]]) {
        const through = ["bash", "-c", '"$@" | (exec <&-; sleep 2); exit "${PIPESTATUS[0]}"', "bash"]
        deepStrictEqual(retro(args, { cwd: folder, through }), { code: 3, stdout: "", stderr: "" })
      }
    }),
})

Deno.test("a report from pipes does not say how many files were scanned when nobody knows", async () => {
  const diff = {
    run_mode: "fresh",
    baseline: null,
    findings: [],
    resolved: [],
    unverified: [],
    id_max: 0,
    warnings: [],
  }
  await withFolder({ "diff.json": JSON.stringify(diff) }, (folder) => {
    const { code, stdout, stderr } = retro(["render", "--report", "diff.json", "--today", today], { cwd: folder })
    strictEqual(code, 0, stderr)
    match(stdout, /^Corpus: unknown$/mu)
  })
})

Deno.test("retro history says what the next run does with a latest.md that is none of the runs", async () => {
  await withRepository(demoFiles, (folder) => {
    strictEqual(retro(["checkpoint", "--today", today], { cwd: folder }).code, 0)
    const latest = join(folder, runs, "latest.md")
    const text = Deno.readTextFileSync(latest)
    const fates: readonly (readonly [string, RegExp])[] = [
      [
        text.replace("## Orientation", "<<<<<<< HEAD\n## Orientation"),
        /refuses it until the merge conflict at line \d+ is/,
      ],
      [text.replace("| R002 |", "| R001 |"), /refuses it until it is corrected: line \d+: two rows are R001/],
      ["no report\n", /moves it aside: line 1: /],
      [`${text}\nA remark.\n`, /keeps it beside them/],
    ]
    for (const [content, fate] of fates) {
      writeFileSync(latest, content)
      const { code, stderr } = retro(["history"], { cwd: folder })
      deepStrictEqual([code, stderr.split("\n").length], [0, 2], stderr)
      match(stderr, /latest\.md is none of these runs; the next run /)
      match(stderr, fate)
    }
  })
})
