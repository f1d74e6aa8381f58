import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Report } from "../../src/core/schema/report.ts"
import { git, type Outcome } from "../services/program.ts"
import { commitAll, today } from "./demo_repository.ts"
import { coverage, vague, withJudge } from "./external_repository.ts"

const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(Report))

/** What a report says of the judge. */
function judgeIn({ stdout }: Outcome): readonly [state: string | undefined, reason: string | undefined] {
  const pass = decodeReport(stdout).passes.find((one) => one.pass === "judge")
  return [pass?.state, pass?.skip_reason]
}

Deno.test("retro checkpoint runs a program only with --external or when --pass names it, and says which", () =>
  withJudge({}, ({ around, checkpoint }) => {
    const plain = checkpoint("--dry-run", "--json")
    strictEqual(plain.code, 0, plain.stderr)
    deepStrictEqual(judgeIn(plain), ["skipped", "it is a program, which runs with --external or --pass judge only"])
    deepStrictEqual(judgeIn(checkpoint("--dry-run", "--json", "--pass", "link-integrity")), [
      "skipped",
      "not chosen by --pass",
    ])
    strictEqual(existsSync(join(around, "request.json")), false)
    for (const flags of [["--external"], ["--pass", "judge"], ["--external", "--pass", "judge"]]) {
      const run = checkpoint("--dry-run", "--json", ...flags)
      deepStrictEqual([run.code, judgeIn(run)], [0, ["complete", undefined]], run.stderr)
      strictEqual(run.stderr, "judge runs: sh judge.sh (at most 300 s)\njudge: thinking\n")
    }
    deepStrictEqual(
      judgeIn(checkpoint("--dry-run", "--json", "--external", "--pass", "link-integrity")),
      ["skipped", "not chosen by --pass"],
    )
  }))

Deno.test("retro checkpoint asks a program about the nodes in scope, and tells it the others, too", () =>
  withJudge({}, ({ around, checkpoint }) => {
    strictEqual(checkpoint("docs", "--dry-run", "--external").code, 0)
    const request: { [field: string]: unknown } = JSON.parse(readFileSync(join(around, "request.json"), "utf8"))
    match(String(request["contents"]), /^sha256:[0-9a-f]{64}$/u)
    deepStrictEqual({ ...request, contents: "" }, {
      schema: 1,
      pass: "judge",
      scope: "corpus docs",
      roots: ["docs"],
      today,
      contents: "",
      nodes: [{ path: "README.md", kind: "doc", title: "Demo" }, { path: "docs/a.md", kind: "doc", title: "A" }],
      orientation: [{
        kind: "docs",
        roots: ["docs"],
        nodes: { doc: 1 },
        largest: ["docs/a.md"],
        most_linked: ["docs/a.md"],
        focus: [],
      }],
      request: { rules: [], candidates: ["docs/a.md"] },
    })
  }))

Deno.test("retro checkpoint takes findings and near misses of a program, carries and resolves them", () =>
  withJudge({}, ({ answers, checkpoint }) => {
    const miss = { locator: "README.md", what: 'says "soon"', why: "it quotes somebody" }
    const tags = (...flags: readonly string[]) => {
      const run = checkpoint("--json", ...flags)
      const { findings, resolved, unverified } = decodeReport(run.stdout)
      return [...findings, ...resolved, ...unverified].map(({ id, pass, tag }) => [id, pass, tag])
    }
    answers([vague, miss, coverage])
    deepStrictEqual(tags("--external"), [["R001", "judge", "NEW"]])
    deepStrictEqual(tags("--external"), [["R001", "judge", "CARRIED"]])
    deepStrictEqual(tags(), [["R001", "judge", "UNVERIFIED"]])
    match(checkpoint("--external", "--dry-run").stdout, /^- README\.md: says "soon" — it quotes somebody \(judge\)$/mu)
    answers([{ ...coverage, scanned: ["README.md"] }])
    deepStrictEqual(tags("--external"), [["R001", "judge", "UNVERIFIED"]])
    answers([coverage])
    deepStrictEqual(tags("--external"), [["R001", "judge", "RESOLVED"]])
  }))

/** Answers that prove nothing, and what is said of each. */
const failures: readonly (readonly [name: string, lines: readonly unknown[], end: string, why: RegExp])[] = [
  ["fails", [coverage], "echo no key >&2; exit 3", /^its program ended with code 3; it said last: no key$/u],
  ["is killed", [coverage], "kill -9 $$", /^its program was ended by SIGKILL; it said last: thinking$/u],
  ["says nothing", [], "exit 0", /^its answer has no coverage line, so that nothing says what it looked at$/u],
  ["looks at a part", [{ ...coverage, complete: false }], "exit 0", /^it says that it did not look at everything$/u],
  ["says why", [{ ...coverage, complete: false, why: "no credit" }], "exit 0", /^no credit$/u],
  ["talks", ["I found nothing.", coverage], "exit 0", /^left out line 1 of its answer: is not JSON \(.+\)$/u],
  [
    "makes up a quote",
    [{ ...vague, key: "x", evidence: [{ path: "docs/a.md", line: 2, quote: "We ship soon." }] }, coverage],
    "exit 0",
    /^evidence_mismatch: one of its findings quotes what is not there, and was left out$/u,
  ],
]

for (const [name, lines, end, why] of failures) {
  Deno.test(`retro checkpoint resolves nothing, says why and ends with 3 when a program ${name}`, () =>
    withJudge({}, ({ answers, checkpoint }) => {
      answers([vague, coverage])
      strictEqual(checkpoint("--external").code, 0)
      answers(lines, end)
      const run = checkpoint("--external", "--dry-run", "--json", "--fail-on", "low")
      const [state, reason = ""] = judgeIn(run)
      deepStrictEqual([run.code, state], [3, "incomplete"])
      match(reason, why)
      const { findings, unverified, resolved, warnings } = decodeReport(run.stdout)
      deepStrictEqual([findings, resolved], [[], []])
      deepStrictEqual(unverified.map(({ id, why }) => [id, why]), [["R001", "pass incomplete"]])
      ok(warnings.includes(`judge is incomplete: ${reason}`))
      strictEqual(run.stderr.split(`retro: judge is incomplete: ${reason}\n`).length, 2, run.stderr)
    }))
}

Deno.test("retro checkpoint lists a quote that is not at its line, and keeps the other findings", () =>
  withJudge({ "src/main.rs": "// soon\nfn main() {}\n" }, ({ answers, checkpoint }) => {
    const quoting = (path: string, line: number, quote: string) => ({
      ...vague,
      key: `${path}:${quote}`,
      evidence: [{ path, line, quote }],
    })
    answers([
      quoting("docs/a.md", 3, "ship soon"),
      quoting("docs/a.md", 3, "ship later"),
      quoting("src/main.rs", 1, "// soon"),
      quoting("../answer.ndjson", 1, "locator"),
      quoting(".git/HEAD", 1, "ref"),
      coverage,
    ])
    const run = checkpoint("--external", "--dry-run", "--json")
    const { findings, warnings } = decodeReport(run.stdout)
    deepStrictEqual(findings.map(({ key }) => key), ["docs/a.md:ship soon", "src/main.rs:// soon"])
    deepStrictEqual(warnings, [
      "judge is incomplete: evidence_mismatch: 3 of its findings quote what is not there, and were left out",
      'judge: left out a finding about docs/a.md (evidence_mismatch): "locator" is not at ../answer.ndjson:1',
      'judge: left out a finding about docs/a.md (evidence_mismatch): "ref" is not at .git/HEAD:1',
      'judge: left out a finding about docs/a.md (evidence_mismatch): "ship later" is not at docs/a.md:3',
    ])
    strictEqual(run.code, 3)
  }))

Deno.test("retro checkpoint ends a program when its time is over, and the other passes go on", () =>
  withJudge({
    ".retro.yaml": "passes:\n  judge:\n    command: [sh, -c, echo started >&2; sleep 60]\n    timeout_seconds: 0.5\n",
    "docs/b.md": "# B\n\n[gone](gone.md)\n",
  }, ({ checkpoint }) => {
    const run = checkpoint("--external", "--dry-run", "--json")
    deepStrictEqual([run.code, judgeIn(run)], [3, [
      "incomplete",
      'its program was ended after 0.5 s; raise "timeout_seconds", or let it look at less; it said last: started',
    ]])
    deepStrictEqual(decodeReport(run.stdout).findings.map(({ pass }) => pass), ["link-integrity"])
  }))

Deno.test("retro checkpoint says which program is not there", () =>
  withJudge({ ".retro.yaml": "passes:\n  judge:\n    command: [no-such-judge]\n" }, ({ checkpoint }) => {
    const run = checkpoint("--external", "--dry-run", "--json")
    deepStrictEqual([run.code, judgeIn(run)], [
      3,
      ["incomplete", 'there is no program "no-such-judge" on the PATH; install it, or correct "command"'],
    ])
  }))

Deno.test("retro checkpoint --fail-on counts what a program finds", () =>
  withJudge({}, ({ answers, checkpoint }) => {
    answers([vague, coverage])
    deepStrictEqual(
      ["critical", "high", "low"].map((least) => checkpoint("--dry-run", "--external", "--fail-on", least).code),
      [0, 1, 1],
    )
    strictEqual(checkpoint("--external").code, 0)
    // Nobody looked again: what is not verified does not count.
    strictEqual(checkpoint("--dry-run", "--fail-on", "low").code, 0)
    strictEqual(checkpoint("--external", "--fail-on", "low", "--select", "wontfix R001 by design").code, 0)
    strictEqual(checkpoint("--external", "--fail-on", "low").code, 0)
  }))

Deno.test("retro checkpoint runs a program only in its scopes, and shows it the change", () =>
  withJudge({
    ".retro.yaml": "passes:\n  judge:\n    command: [sh, judge.sh]\n    scopes: [diff]\n",
  }, ({ root, around, answers, checkpoint }) => {
    const corpus = checkpoint("--dry-run", "--json", "--pass", "judge")
    deepStrictEqual(judgeIn(corpus), ["skipped", 'its "scopes" are diff, not corpus'])
    git(root, "checkout", "-q", "-b", "change")
    git(root, "mv", "docs/a.md", "docs/b.md")
    writeFileSync(join(root, "README.md"), "# Demo\n\nSee [b](docs/b.md).\n")
    commitAll(root)
    writeFileSync(join(root, "new.rs"), "fn main() {}\n")
    const found = { ...vague, locator: "new.rs", evidence: [{ path: "new.rs", line: 1, quote: "fn main()" }] }
    answers([found, { ...coverage, scanned: ["new.rs"] }])
    const run = checkpoint("--since", "main", "--dry-run", "--json", "--external")
    deepStrictEqual([run.code, judgeIn(run)], [0, ["complete", undefined]], run.stderr)
    deepStrictEqual(
      decodeReport(run.stdout).findings.filter(({ pass }) => pass === "judge").map((
        { locator, tag },
      ) => [locator, tag]),
      [["new.rs", "NEW"]],
    )
    const request: { [field: string]: unknown } = JSON.parse(readFileSync(join(around, "request.json"), "utf8"))
    deepStrictEqual(request["change"], {
      commit: git(root, "rev-parse", "main").trim(),
      files: [
        { kind: "modified", path: "README.md" },
        { kind: "renamed", path: "docs/b.md", from: "docs/a.md" },
        { kind: "added", path: "new.rs" },
      ],
    })
    deepStrictEqual(request["request"], { rules: [], candidates: ["README.md", "docs/b.md", "new.rs"] })
  }))

Deno.test("retro checkpoint --since takes programs as they are named where the change starts", () =>
  withJudge({ ".retro.yaml": "" }, ({ root, around, checkpoint }) => {
    git(root, "checkout", "-q", "-b", "change")
    writeFileSync(join(root, ".retro.yaml"), "passes:\n  judge:\n    command: [sh, judge.sh]\n")
    const run = checkpoint("--since", "main", "--dry-run", "--json", "--pass", "judge")
    deepStrictEqual(judgeIn(run), ["skipped", "the configuration that counts here has no such pass"])
    strictEqual(existsSync(join(around, "request.json")), false)
  }))

Deno.test("retro checkpoint refuses a pass that nobody has, and names what may be meant, if anything", () =>
  withJudge({}, ({ checkpoint }) => {
    const hints = [
      ["juge", 'did you mean "judge"? '],
      ["Frontmater", 'did you mean "frontmatter"? '],
      ["path", 'did you mean "path-reference" or "path-config"? '],
      ["link-check", 'did you mean "link-integrity"? '],
      ["D1", ""],
      ["spelling", ""],
      ["", ""],
    ] as const
    for (const [named, hint] of hints) {
      const run = checkpoint("--pass", named, "--dry-run")
      deepStrictEqual([run.code, run.stdout], [2, ""])
      const start = `retro: --pass "${named}" names no pass; ${
        hint === "" ? "there" : `${hint}There`
      } are decision-integrity, `
      deepStrictEqual([run.stderr.slice(0, start.length), run.stderr.slice(-8)], [start, ", judge\n"])
    }
  }))

Deno.test("retro checkpoint shows no secret that a program prints or that a command holds", () =>
  withJudge({
    ".retro.yaml": "passes:\n  judge:\n    command: [sh, judge.sh, --token=hunter2hunter2]\n",
    "docs/a.md": "# A\n\nPASSWORD=hunter2hunter2\n",
  }, ({ around, answers, checkpoint }) => {
    const leak = { ...vague, what: "leaks PASSWORD=hunter2hunter2", key: "leak" }
    answers(
      [{ ...leak, evidence: [{ path: "docs/a.md", line: 3, quote: "PASSWORD=hunter2hunter2" }] }, coverage],
      "echo API_KEY=hunter2hunter2 >&2; exit 1",
    )
    const run = checkpoint("--external", "--record", "../kept", "--json", "--dry-run")
    strictEqual(decodeReport(run.stdout).findings.length, 1, run.stderr)
    const kept = readFileSync(join(around, "kept/judge.ndjson"), "utf8")
    for (const text of [run.stdout, run.stderr, kept]) strictEqual(text.includes("hunter2hunter2"), false, text)
  }))
