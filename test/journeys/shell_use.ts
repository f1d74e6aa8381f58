import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { existsSync } from "node:fs"
import { rowsOf } from "./review_runs.ts"
import { inBash, type Journey, today } from "./visit.ts"

const name = "döcs/naïve ✓/日本 語.md"
const dry = `retro checkpoint --dry-run --today ${today}`

/** What shells do with a program: they cut its output, close its input, and give it much. */
export const inPipes: Journey = {
  name: "in pipes: head, a closed input, much input, a slow reader, a full disk",
  ...inBash,
  files: { "a.md": "# A\n\n[gone](gone.md)\n" },
  make: async (visit) => {
    const shell = (script: string) => visit.shell(script, { typed: true })
    deepStrictEqual(await shell(`${dry} | head -2`), { code: 0, stdout: "---\nschema: 1\n", stderr: "" })
    strictEqual((await shell(`${dry} <&- | tail -1`)).stdout, (await shell(`${dry} | tail -1`)).stdout)

    // More findings than a pipe holds.
    await shell("seq 1 5000 | sed 's/.*/gh pr view &/' > .git/typed.txt")
    const counted = await shell("cat .git/typed.txt | retro tooling check --json | grep -o '\"segment\"' | wc -l")
    strictEqual(counted.stdout.trim(), "5000")
    const slow = await shell("retro tooling check --json < .git/typed.txt | { sleep 0.3; tail -c 25; }")
    deepStrictEqual([slow.stdout, slow.stderr], ['0},"unknownRecords":{}}}\n', ""])
    const cut = 'retro tooling check --json --transcript .git/typed.txt | head -c 11; echo " ${PIPESTATUS[0]}"'
    deepStrictEqual(await shell(cut), { code: 0, stdout: '{"ok":false 3\n', stderr: "" })
    deepStrictEqual(await shell("retro tooling check --transcript .git/typed.txt 2>&-"), {
      code: 1,
      stdout: "",
      stderr: "",
    })
    if (!existsSync("/dev/full")) return
    for (const command of ["schema", "--version"]) {
      deepStrictEqual(await shell(`retro ${command} > /dev/full`), {
        code: 3,
        stdout: "",
        stderr: "retro: Cannot write the standard output: ENOSPC: no space left on device\n",
      })
    }
  },
}

/** Names of all scripts, and the line ends of other systems. */
export const otherScripts: Journey = {
  name: "names of all scripts, line ends of other systems, a misspelt setting",
  files: {
    [name]: "# Ä\r\n\r\n[weg](fehlt-ü.md)\r\n",
    ".retro.yaml": "report_dir: kept\r\nfail_on: low\r\nignore: [vendor/**]\r\n",
    "vendor/a.md": "[x](y.md)\n",
  },
  make: async (visit) => {
    const run = await visit.retro(["checkpoint", "--today", today])
    strictEqual(run.code, 1)
    match(run.stderr, /low or worse, which fail_on in \.retro\.yaml forbids\n$/u)
    strictEqual(run.stdout, visit.read("kept/corpus/v1.md"))
    strictEqual(rowsOf(run.stdout).length, 1)
    match(run.stdout, /^### döcs\/naïve ✓\/日本 語\.md$/mu)
    const inside = await visit.retro(["checkpoint", "--today", today, "日本 語.md", "--dry-run"], {
      at: "döcs/naïve ✓",
    })
    strictEqual(inside.code, 1, inside.stderr)
    visit.write(".retro.yaml", "report_dir: kept\r\nfail_no: low\r\n")
    const misspelt = await visit.retro(["checkpoint"])
    deepStrictEqual([misspelt.code, misspelt.stdout], [2, ""])
    match(misspelt.stderr, /\.retro\.yaml, line 2: unknown key "fail_no"; did you mean "fail_on"\?/u)
  },
}
