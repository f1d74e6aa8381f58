import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { git, type Outcome, retro, withFolder } from "../services/program.ts"

const secrets = ["gh" + "p_Qm4vT8xK2nB7wR5yL9cHqm4vT8xK2nB7wR5yno", "tr0ub4dor-Zq9", "Zq9-hunter2"]
const [token = "", password = "", inAddress = ""] = secrets

/** A repository whose dead links, and the lines around them, hold made-up secrets. */
const files = {
  "docs/a.md": [
    "# A",
    "",
    `See [one](missing.md?token=${token}) with PASSWORD=${password} in hand.`,
    `Then [two](gone/b.md) at https://me:${inAddress}@example.org/x, --password ${password}.`,
    "",
  ].join("\n"),
  "docs/new/gone/b.md": "# B\n",
}

function holdsNone(run: Outcome): void {
  for (const secret of secrets) {
    strictEqual(run.stdout.includes(secret), false, run.stdout)
    strictEqual(run.stderr.includes(secret), false, run.stderr)
  }
}

function writtenBy(folder: string): readonly string[] {
  return readdirSync(join(folder, ".claude"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => readFileSync(join(folder, ".claude", path), "utf8"))
}

function prepare(folder: string): void {
  git(folder, "init", "-q")
  git(folder, "add", ".")
  git(folder, "commit", "-qm", "first")
}

Deno.test("retro checkpoint prints and keeps no secret, and the next run knows every finding again", () =>
  withFolder(files, (folder) => {
    prepare(folder)
    const first = retro(["checkpoint", "--root", folder, "--format", "md"], { cwd: folder })
    holdsNone(first)
    ok(first.stdout.includes("<redacted:") || first.stdout.includes("\\<redacted:"), first.stdout + first.stderr)
    const second = retro(["checkpoint", "--root", folder, "--json"], { cwd: folder })
    holdsNone(second)
    const report = JSON.parse(second.stdout)
    ok(report.findings.length >= 2)
    deepStrictEqual(
      report.findings.map(({ tag, matched_by }: { tag: string; matched_by: string }) => [tag, matched_by]),
      report.findings.map(() => ["CARRIED", "key"]),
    )
    deepStrictEqual([report.resolved, report.unverified], [[], []])
    const output = join(folder, "report.md")
    holdsNone(retro(["checkpoint", "--root", folder, "--dry-run", "--output", output], { cwd: folder }))
    for (const text of [...writtenBy(folder), readFileSync(output, "utf8")]) {
      for (const secret of secrets) strictEqual(text.includes(secret), false, text)
    }
  }))

Deno.test("retro checkpoint applies an edit to a line with a secret without showing it", () =>
  withFolder(files, (folder) => {
    prepare(folder)
    const first = retro(["checkpoint", "--root", folder, "--json"], { cwd: folder })
    const found: { readonly id: string; readonly edits?: unknown; readonly key: string }[] =
      JSON.parse(first.stdout).findings
    const fixable = found.find(({ edits }) => edits !== undefined)
    ok(fixable, first.stdout)
    const run = retro(["checkpoint", "--root", folder, "--select", `apply ${fixable.id}`, "--json"], { cwd: folder })
    holdsNone(run)
    deepStrictEqual(JSON.parse(run.stdout).outcomes.map(({ result }: { result: string }) => result), ["applied"])
    const text = readFileSync(join(folder, "docs/a.md"), "utf8")
    strictEqual(text, files["docs/a.md"].replace("gone/b.md", "new/gone/b.md"))
    for (const kept of writtenBy(folder)) holdsNone({ code: 0, stdout: kept, stderr: "" })
  }))

Deno.test("each stage prints no secret of the findings that it is given", () =>
  withFolder({}, (folder) => {
    const finding = {
      pass: "p",
      locator: "a.md",
      verdict: "BAD",
      severity: "High",
      what: `says TOKEN=${token}`,
      key: `PASSWORD=${password}`,
      route: "proposal",
      proposed_action: `remove --password ${password}`,
      evidence: [{ path: "a.md", line: 1, quote: `https://me:${inAddress}@example.org` }],
      proposal: { title: "x", password },
      edits: [{ path: "b.md", create: `TOKEN=${token}` }],
    }
    const diffed = retro([
      "diff",
      "--findings",
      "-",
      "--report-dir",
      join(folder, "r"),
      "--scope-slug",
      "corpus",
      "--json",
    ], { stdin: JSON.stringify([finding]) })
    holdsNone(diffed)
    const raw = JSON.stringify({
      run_mode: "fresh",
      baseline: null,
      findings: [{ id: "R001", tag: "NEW", ...finding }],
      resolved: [],
      unverified: [],
      id_max: 1,
      warnings: [`read TOKEN=${token}`],
    })
    for (const destination of ["terminal", "github"]) {
      holdsNone(retro(["render", "--report", "-", "--destination", destination], { stdin: raw }))
    }
    holdsNone(
      retro(["route", "--report", "-", "--select", "apply R001", "--root", folder, "--dry-run"], { stdin: raw }),
    )
    const persisted = retro([
      "persist",
      "--report",
      "-",
      "--report-dir",
      join(folder, ".claude"),
      "--scope-slug",
      "corpus",
    ], { stdin: raw })
    strictEqual(persisted.code, 0, persisted.stderr)
    for (const kept of writtenBy(folder)) holdsNone({ code: 0, stdout: kept, stderr: "" })
    const again = retro([
      "diff",
      "--findings",
      "-",
      "--report-dir",
      join(folder, ".claude"),
      "--scope-slug",
      "corpus",
      "--json",
    ], { stdin: JSON.stringify([finding]) })
    deepStrictEqual(
      JSON.parse(again.stdout).findings.map((
        { tag, matched_by }: { tag: string; matched_by: string },
      ) => [tag, matched_by]),
      [["CARRIED", "key"]],
    )
  }))

Deno.test("a mistake on the command line is told without the secret that was typed", () => {
  const run = retro(["checkpoint", `--tokn=${token}`])
  strictEqual(run.code, 2)
  holdsNone(run)
})

Deno.test("retro route refuses a capture that holds a secret, and takes one that holds a placeholder", () =>
  withFolder({}, (folder) => {
    const capturing = (body: string): Outcome =>
      retro(["route", "--report", "-", "--select", "apply R001", "--root", folder, "--json"], {
        stdin: JSON.stringify({
          run_mode: "fresh",
          baseline: null,
          findings: [{
            id: "R001",
            tag: "NEW",
            pass: "p",
            locator: "a.md",
            verdict: "LESSON",
            severity: "Low",
            what: "a lesson",
            route: "capture",
            proposed_action: "capture it",
            capture: { name: "lesson", body },
          }],
          resolved: [],
          unverified: [],
          id_max: 1,
          warnings: [],
        }),
      })
    const refused = capturing(`use TOKEN=${token}`)
    holdsNone(refused)
    const [outcome] = JSON.parse(refused.stdout).outcomes
    deepStrictEqual([refused.code, outcome.result, outcome.message], [
      3,
      "failed",
      "Cannot capture a.md: there is a secret in its body (github-token); take it out, and run again",
    ])
    const taken = capturing("use TOKEN=<redacted:github-token>")
    deepStrictEqual([taken.code, JSON.parse(taken.stdout).outcomes[0].result], [0, "handed_off"])
  }))
