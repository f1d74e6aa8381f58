import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { ToolingReport } from "../../src/core/schema/tooling_report.ts"
import { bashLine } from "../core/session/session_report.ts"
import { retroIn } from "../services/in_process.ts"
import { type Outcome, retro, withFolder } from "../services/program.ts"

const decode = Schema.decodeUnknownSync(ToolingReport, { onExcessProperty: "error" })

function check(args: readonly string[], stdin = ""): Promise<Outcome> {
  return retroIn("/", ["tooling", "check", ...args], stdin)
}

/** What `--json` printed, which must keep its contract. */
function reportOf({ stdout, stderr }: Outcome): ToolingReport {
  deepStrictEqual([stdout.split("\n").length, stderr], [2, ""])
  return decode(JSON.parse(stdout))
}

Deno.test("retro tooling check says on the standard output that a transcript is clean, and ends with 0", async () => {
  deepStrictEqual(await check([], "git status\n"), { code: 0, stdout: "internalToolingOnly: true\n", stderr: "" })
  deepStrictEqual(await check([], "gh pr ready 1\ngh issue create\n"), {
    code: 0,
    stdout: "internalToolingOnly: true\nallowed write operations: 2\n",
    stderr: "",
  })
})

Deno.test("retro tooling check lists raw calls on the standard error, says what to use instead, and ends with 1", async () => {
  const { code, stdout, stderr } = await check([], "gh pr ready 1\ncd x && gh api y\nsudo node -e 1\ngh api z\n")
  deepStrictEqual([code, stdout], [1, ""])
  strictEqual(
    stderr,
    [
      "internalToolingOnly: false, 3 raw calls",
      "  gh: gh api y",
      "  node -e: sudo node -e 1",
      "  gh: gh api z",
      "instead of gh, use the internal tooling for GitHub",
      "instead of node -e, use a script file of the internal tooling: node scripts/NAME.mjs",
      "",
    ].join("\n"),
  )
})

Deno.test("retro tooling check says where a command stands, whatever its last word is", () =>
  withFolder({ "one.txt": "gh api --token\ngh login -p\n" }, async (folder) => {
    const file = join(folder, "one.txt")
    const { stderr } = await check(["--transcript", file])
    deepStrictEqual(stderr.split("\n").slice(1, 3), [
      `  gh: gh api --token  [${file}:1]`,
      `  gh: gh login -p  [${file}:2]`,
    ])
  }))

Deno.test("retro tooling check --json prints one document in the shape of the contract", async () => {
  const run = await check(["--json"], "sudo gh api x\ngh pr merge 7\n$X y\n")
  strictEqual(run.code, 1)
  deepStrictEqual(reportOf(run), {
    ok: false,
    internalToolingOnly: false,
    rawCallViolations: ["gh: sudo gh api x"],
    allowedWriteOps: ["gh pr merge 7"],
    details: [
      {
        kind: "violation",
        label: "gh",
        segment: "sudo gh api x",
        rule: "raw-gh",
        instead: "the internal tooling for GitHub",
        via: ["sudo"],
        source: { file: "-", line: 1 },
      },
      {
        kind: "allowed",
        label: "gh",
        segment: "gh pr merge 7",
        rule: "raw-gh",
        instead: "the internal tooling for GitHub",
        via: [],
        source: { file: "-", line: 2 },
      },
    ],
    undecided: [{ segment: "$X y", reason: "computed word", source: { file: "-", line: 3 } }],
    coverage: {
      complete: true,
      files: 1,
      formats: { lines: 1, claude: 0, codex: 0, pi: 0 },
      records: 3,
      commands: 3,
      userCommands: 0,
      duplicates: 0,
      skipped: { count: 0 },
      unknownRecords: {},
    },
  })
  deepStrictEqual((await check(["--json"], "git status\n")).code, 0)
})

Deno.test("retro tooling check says what it could not decide or read, and its exit code does not change", async () => {
  const undecided = await check([], "$X y\n")
  deepStrictEqual([undecided.code, undecided.stdout], [0, "internalToolingOnly: true\n"])
  strictEqual(
    undecided.stderr,
    "retro: it cannot be decided what this command runs; look at it yourself\n  computed word: $X y\n",
  )
  const skipped = await check(["--from", "claude"], `${bashLine("t", "ls")}{\n42\n`)
  deepStrictEqual([skipped.code, skipped.stdout], [0, "internalToolingOnly: true\n"])
  strictEqual(
    skipped.stderr,
    "retro: 2 lines were not read; the first: the standard input:2: it is not JSON\n",
  )
  const unknown = await check([], '{"type":"dream"}\n{"kind":"x"}\n')
  deepStrictEqual([unknown.code, unknown.stdout], [0, "internalToolingOnly: true\n"])
  strictEqual(
    unknown.stderr,
    "retro: the check is not complete: 1 line was not read; the first: the standard input:1: " +
      "no record of the file is of a known type, so nothing of it was judged; name its format with --from\n" +
      "retro: records of types that are not known: dream (1), (none) (1)\nretro: no command was read\n",
  )
})

Deno.test("retro tooling check says that it is not complete when a line was too long", () =>
  withFolder({ "long.txt": `${"x".repeat(16 * 1024 * 1024 + 1)}\nls\n` }, async (folder) => {
    const file = join(folder, "long.txt")
    const { code, stderr } = await check(["--transcript", file])
    deepStrictEqual([code, stderr], [
      0,
      `retro: the check is not complete: 1 line was not read; the first: ${file}:1: it is longer than 16 MiB\n`,
    ])
    const report = reportOf(await check(["--transcript", file, "--json"]))
    deepStrictEqual([report.ok, report.coverage.complete], [true, false])
  }))

Deno.test("retro tooling check takes files, folders and the standard input together, and says where a call stands", () =>
  withFolder({ "a.txt": "ls\ngh a\n", "s/x.jsonl": bashLine("t1", "gh x\ngh y") }, async (folder) => {
    const args = ["--transcript", join(folder, "a.txt"), "--transcript", join(folder, "s"), "--transcript", "-"]
    const { code, stderr } = await check(args, "gh stdin\n")
    strictEqual(code, 1)
    deepStrictEqual(stderr.split("\n").slice(1, 5), [
      `  gh: gh a  [${join(folder, "a.txt")}:2]`,
      `  gh: gh x  [${join(folder, "s/x.jsonl")}:1]`,
      `  gh: gh y  [${join(folder, "s/x.jsonl")}:1]`,
      "  gh: gh stdin",
    ])
    const { formats, files } = reportOf(await check([...args, "--json"], "gh stdin\n")).coverage
    deepStrictEqual([files, formats], [3, { lines: 2, claude: 1, codex: 0, pi: 0 }])
  }))

Deno.test("an empty name of a transcript stands for the standard input", async () => {
  strictEqual((await check(["--transcript", "", "--json"], "gh api x\n")).code, 1)
})

Deno.test("retro tooling check ends with 2 when a transcript is not there or cannot be one, and prints nothing", () =>
  withFolder({ "empty/a.txt": "" }, async (folder) => {
    for (
      const [name, problem] of [["none", "there is no such file"], ["empty", 'there is no "*.jsonl" file']] as const
    ) {
      for (const json of [[], ["--json"]]) {
        const { code, stdout, stderr } = await check(["--transcript", join(folder, name), ...json])
        deepStrictEqual([code, stdout], [2, ""])
        ok(stderr.includes(`retro: Cannot open the transcript "${join(folder, name)}": ${problem}`), stderr)
      }
    }
  }))

Deno.test("retro tooling check ends with 2 for wrong usage", async () => {
  for (const args of [["extra"], ["--from", "word"], ["--transcrip", "x"], ["--transcript"]]) {
    const { code, stdout, stderr } = await check(args)
    deepStrictEqual([code, stdout], [2, ""], args.join(" "))
    match(stderr, /^usage: retro tooling check/u)
  }
  const alone = await retroIn("/", ["tooling"])
  deepStrictEqual([alone.code, alone.stdout], [2, ""])
  match(alone.stderr, /needs a subcommand: check, policy or comment/u)
})

Deno.test("retro tooling check takes a policy by name or as a file", () =>
  withFolder({
    "policy.yaml":
      "rules:\n  - { id: aws, label: aws, commands: [aws], instead: x y, match: [aws s3], not_match: [ls] }\n",
    "wrong.yaml": "rules:\n  - { id: aws, label: aws, commands: [aws], match: [gcloud], not_match: [ls] }\n",
    "strict": "rules: []\n",
  }, async (folder) => {
    const text = "$ node -p 1\naws s3 ls\ngh x\n"
    const labels = async (policy: string): Promise<readonly string[]> =>
      reportOf(await check(["--policy", policy, "--json"], text)).details.map(({ label }) => label)
    deepStrictEqual(await labels("default"), ["gh"])
    deepStrictEqual(await labels("strict"), ["node -e", "gh"])
    deepStrictEqual(await labels(join(folder, "policy.yaml")), ["aws"])
    const wrong = await check(["--policy", join(folder, "wrong.yaml")], text)
    deepStrictEqual([wrong.code, wrong.stdout], [2, ""])
    match(
      wrong.stderr,
      /^retro: Cannot use the policy .*wrong\.yaml, line 2: the rule "aws" does not catch "gcloud"$/mu,
    )
    const absent = await check(["--policy", join(folder, "none.yaml")], text)
    deepStrictEqual([absent.code, absent.stdout], [2, ""])
    match(absent.stderr, /there is no such file; name another file, or a built-in policy: "default" or "strict"$/mu)
    const directory = await check(["--policy", folder], text)
    deepStrictEqual([directory.code, directory.stdout], [2, ""])
    match(directory.stderr, /^retro: Cannot read the policy ".*": EISDIR.*; name another file, or a built-in policy/mu)
  }))

Deno.test("retro tooling policy prints a built-in policy as a file that says the same", async () => {
  for (const [args, text] of [[[], "node -p 1"], [["strict"], "node -p 1"]] as const) {
    const { code, stdout, stderr } = await retroIn("/", ["tooling", "policy", ...args])
    deepStrictEqual([code, stderr], [0, ""])
    await withFolder({ "policy.yaml": stdout }, async (folder) => {
      const own = await check(["--policy", join(folder, "policy.yaml"), "--json"], text)
      deepStrictEqual(own, await check(["--policy", args[0] ?? "default", "--json"], text))
    })
  }
})

Deno.test("a command of several lines, or with control characters, is one line of the text for a person", async () => {
  const { stderr } = await check([], "gh api \\\n  x '\u001b[2J\u202e'\n$X '\u0007'\n")
  deepStrictEqual(stderr.split("\n").slice(1, 2), ["  gh: gh api \\ ⏎ x '\\u001b[2J\\u202e'"])
  // deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
  strictEqual(/[\u0000-\u0009\u000b-\u001f\u202e]/u.test(stderr), false)
})

const secrets = ["gh" + "p_Qm4vT8xK2nB7wR5yL9cHqm4vT8xK2nB7wR5yno", "tr0ub4dor-Zq9", "Zq9-hunter2"]
const [token = "", password = "", inAddress = ""] = secrets

Deno.test("retro tooling check prints no secret, in whatever it prints", async () => {
  const commands = [
    `GH_TOKEN=${token} gh api x`,
    `gh pr merge 7 --token ${token}`,
    `sh -c 'PASSWORD=${password} python3 x.py'`,
    `$X --password ${password} https://me:${inAddress}@example.org/x`,
    `gh api x <<E\nAPI_KEY=${password}\n$(gh y --token ${token})\nE`,
    `PASSWORD=${password} gh x 'open`,
  ]
  const session = [
    ...commands.map((command, index) => bashLine(`t${index}`, command)),
    `{"type":"PASSWORD=${password}","sessionId":"s"}\n`,
    `{"type":"broken","TOKEN":"${token}"\n`,
  ].join("")
  for (const [text, from] of [[commands.join("\n"), "lines"], [session, "claude"], [session, "auto"]] as const) {
    for (const output of [[], ["--json"]]) {
      const run = await check(["--from", from, ...output], text)
      strictEqual(run.code, 1)
      ok(`${run.stdout}${run.stderr}`.includes("<redacted:"))
      for (const secret of secrets) strictEqual(`${run.stdout}${run.stderr}`.includes(secret), false, secret)
    }
  }
  const refused = await check(["--transcript", `none/${token}`])
  deepStrictEqual([refused.code, refused.stderr.includes(token)], [2, false])
})

Deno.test("retro tooling check is a program that reads a pipe and a file", () =>
  withFolder({ "t.txt": "python x\n" }, (folder) => {
    const clean = retro(["tooling", "check"], { stdin: "git status\n" })
    deepStrictEqual(clean, { code: 0, stdout: "internalToolingOnly: true\n", stderr: "" })
    const found = retro(["tooling", "check", "--transcript", "t.txt", "--json"], { cwd: folder })
    deepStrictEqual([found.code, reportOf(found).rawCallViolations], [1, ["python: python x"]])
    const printed = retro(["schema", "ToolingReport"])
    deepStrictEqual([printed.code, JSON.parse(printed.stdout).title], [0, "ToolingReport"])
  }))
