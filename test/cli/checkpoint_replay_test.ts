import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { git } from "../services/program.ts"
import { commitAll, treeOf } from "./demo_repository.ts"
import { coverage, type JudgedRepository, vague, withJudge } from "./external_repository.ts"

/** Takes the judge away: whoever runs it fails. */
function without({ root, around }: JudgedRepository): void {
  rmSync(join(root, "judge.sh"))
  rmSync(join(around, "answer.ndjson"))
  git(root, "commit", "-qam", "no judge")
}

const miss = { locator: "README.md", what: 'says "soon"', why: "it quotes somebody" }
const leak = {
  ...vague,
  key: "leak",
  what: "leaks PASSWORD=hunter2hunter2",
  evidence: [{ path: "docs/a.md", line: 4, quote: "PASSWORD=hunter2hunter2" }],
}
const lie = { ...vague, key: "lie", evidence: [{ path: "docs/a.md", line: 3, quote: "We shipped." }] }

/** Answers, good and bad, and how the program ends after them. */
const answers: readonly (readonly [name: string, lines: readonly unknown[], end: string, code: number])[] = [
  ["a good answer", [vague, miss, coverage], "exit 0", 0],
  ["a finding that quotes a secret", [leak, coverage], "exit 0", 0],
  ["lines that are no JSON, and made-up quotes", [lie, "soon", '{"severity": 1}', vague, coverage], "exit 0", 3],
  ["the answer of a program that failed", [vague], "echo no key >&2; exit 3", 3],
  ["the answer of a program that was killed", [vague, coverage], "kill -9 $$", 3],
  ["no answer at all", [], "exit 0", 3],
]

for (const [name, lines, end, code] of answers) {
  Deno.test(`retro checkpoint --replay gives ${name} as the program did, to the byte`, () =>
    withJudge({ "docs/a.md": "# A\n\nWe ship soon.\nPASSWORD=hunter2hunter2\n" }, (repository) => {
      const { root, around, checkpoint } = repository
      repository.answers(lines, end)
      const run = (...flags: readonly string[]) => [
        checkpoint("--dry-run", ...flags),
        checkpoint("--dry-run", "--json", ...flags),
      ]
      const live = run("--external", "--record", "../kept")
      deepStrictEqual(readdirSync(join(around, "kept")), ["judge.ndjson"])
      const first = readFileSync(join(around, "kept/judge.ndjson"), "utf8")
      without(repository)
      const tree = treeOf(root)
      const again = run("--replay", "../kept")
      deepStrictEqual([...live, ...again].map((outcome) => outcome.code), [code, code, code, code])
      // The commit of the run is another one: the judge was taken away in it.
      const shown = (text: string | undefined): string | undefined => text?.replace(/[0-9a-f]{40}/gu, "COMMIT")
      deepStrictEqual(again.map(({ stdout }) => shown(stdout)), live.map(({ stdout }) => shown(stdout)))
      ok(again.every(({ stderr }) => !/judge runs/u.test(stderr)))
      deepStrictEqual(treeOf(root), tree)
      strictEqual(readFileSync(join(around, "kept/judge.ndjson"), "utf8"), first)
    }))
}

Deno.test("retro checkpoint keeps an answer as it was printed, after one line that says what it answers", () =>
  withJudge({}, ({ around, answers, checkpoint }) => {
    answers(['{"locator" : "README.md", "what" : "w", "why" : "y"}', coverage])
    strictEqual(checkpoint("--external", "--record", "../kept/deep", "--dry-run").code, 0)
    const [header = "", ...rest] = readFileSync(join(around, "kept/deep/judge.ndjson"), "utf8").split("\n")
    match(
      header,
      /^\{"type":"record","schema":1,"pass":"judge","request":"sha256:[0-9a-f]{64}","today":"2026-03-01","ended":\{"how":"exit","code":0\}\}$/u,
    )
    deepStrictEqual(rest, ['{"locator" : "README.md", "what" : "w", "why" : "y"}', JSON.stringify(coverage), ""])
  }))

Deno.test("a kept answer fits the runs that follow, also those that were persisted, on another day, or kept in the repository", () =>
  withJudge({}, ({ root, answers, checkpoint }) => {
    answers([vague, coverage])
    strictEqual(checkpoint("--external", "--record", "judged").code, 0)
    strictEqual(checkpoint("--replay", "judged").code, 0)
    const later = checkpoint("--replay", "judged", "--today", "2026-04-01")
    strictEqual(later.code, 0, later.stderr)
    match(later.stderr, /^retro: judge: its answer is of 2026-03-01$/mu)
    commitAll(root)
    strictEqual(checkpoint("--replay", "judged", "--pass", "judge").code, 0)
  }))

Deno.test("a kept answer over a change fits although the record itself is a change", () =>
  withJudge({}, ({ root, answers, checkpoint }) => {
    git(root, "checkout", "-q", "-b", "change")
    writeFileSync(join(root, "docs/b.md"), "# B\n")
    answers([coverage])
    strictEqual(checkpoint("--since", "main", "--external", "--record", "judged").code, 0)
    const again = checkpoint("--since", "main", "--replay", "judged")
    strictEqual(again.code, 0, again.stderr)
  }))

Deno.test("a kept answer to another request is refused: it resolves nothing, and the code is 3", () =>
  withJudge({}, ({ root, around, answers, checkpoint }) => {
    answers([vague, coverage])
    strictEqual(checkpoint("--external", "--record", "../kept").code, 0)
    answers([coverage])
    const refused = (why: RegExp, ...flags: readonly string[]) => {
      const run = checkpoint("--dry-run", "--replay", "../kept", ...flags)
      strictEqual(run.code, 3)
      match(run.stderr, why)
      match(run.stdout, /^\| R001 \| judge \| docs\/a\.md \| High \| {2}\| UNVERIFIED \|/mu)
    }
    const unfit =
      /^retro: judge is incomplete: the record "\.\.\/kept\/judge\.ndjson" does not fit: it answers another request/mu
    // Text that the request does not hold, but that was judged.
    writeFileSync(join(root, "docs/a.md"), "# A\n\nWe ship late.\n")
    refused(unfit)
    writeFileSync(join(root, "docs/a.md"), "# A\n\nWe ship soon.\n")
    strictEqual(checkpoint("--dry-run", "--replay", "../kept").code, 0)
    writeFileSync(join(root, "docs/b.md"), "# B\n")
    refused(unfit)
    rmSync(join(root, "docs/b.md"))
    writeFileSync(join(around, "kept/judge.ndjson"), "{}\n")
    refused(
      /^retro: judge is incomplete: cannot use the record "\.\.\/kept\/judge\.ndjson": its first line is no header/mu,
    )
    rmSync(join(around, "kept/judge.ndjson"))
    refused(
      /^retro: judge is incomplete: there is no record "\.\.\/kept\/judge\.ndjson"; make one with --external --record$/mu,
    )
  }))

Deno.test("retro checkpoint refuses flags of programs that do not go together", () =>
  withJudge({}, ({ root, checkpoint }) => {
    const cases: readonly (readonly [flags: readonly string[], said: RegExp])[] = [
      [["--record", "a", "--replay", "a"], /^retro: --record runs the programs and --replay does not; leave one out$/u],
      [["--record", "a"], /^retro: --record keeps what programs answer, and none runs; add --external, or name one/u],
      [["--replay", "a"], /^retro: Cannot read "a": there is no such folder; keep answers there first/u],
      [["--replay", "README.md"], /^retro: Cannot read "README\.md": it must be a folder/u],
    ]
    for (const [flags, said] of cases) {
      const run = checkpoint(...flags)
      deepStrictEqual([run.code, run.stdout], [2, ""])
      match(run.stderr.trimEnd(), said)
    }
    strictEqual(existsSync(join(root, ".claude")), false)
    writeFileSync(join(root, ".retro.yaml"), "")
    const none = checkpoint("--external", "--dry-run")
    strictEqual(none.code, 0)
    match(none.stderr, /^retro: --external finds no pass with a "command" under "passes:" in \.retro\.yaml$/mu)
  }))
