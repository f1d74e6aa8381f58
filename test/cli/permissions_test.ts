import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict"
import { git, projectRoot, withFolder } from "../services/program.ts"

/** What the YAML library looks at. */
const yaml = "LOG_TOKENS,LOG_STREAM"
/** What git inherits, and what Deno's process module looks at. */
const gitVariables =
  "PATH,HOME,XDG_CONFIG_HOME,GIT_CONFIG_GLOBAL,GIT_CONFIG_SYSTEM,GIT_CONFIG_NOSYSTEM,GIT_CONFIG_COUNT," +
  "GIT_CEILING_DIRECTORIES,GIT_DISCOVERY_ACROSS_FILESYSTEM,USERPROFILE,SystemRoot,NODE_V8_COVERAGE"
const terminal = "TERM,NO_COLOR,FORCE_COLOR"

/** The least that each command needs; the same table stands in the README. */
const commands: readonly (readonly [command: readonly string[], permissions: readonly string[]])[] = [
  [["schema", "Finding"], []],
  [["--version"], []],
  [["--help"], [`--allow-env=${terminal}`]],
  [["init"], ["--allow-read", "--allow-write"]],
  [["validate", "report.md"], ["--allow-read", `--allow-env=${yaml}`]],
  [["history"], ["--allow-read", `--allow-env=${yaml}`]],
  [["render", "--report", "report.json"], ["--allow-read"]],
  [["diff", "--findings", "findings.json", "--baseline", "baseline.json"], ["--allow-read"]],
  [["diff", "--findings", "findings.json", "--baseline", "report.md"], ["--allow-read", `--allow-env=${yaml}`]],
  [["route", "--report", "report.json", "--select", "apply R001"], [
    "--allow-read",
    "--allow-write",
    "--allow-run=git",
    `--allow-env=${gitVariables}`,
  ]],
  [["route", "--report", "capture.json", "--select", "apply R001"], [
    "--allow-read",
    "--allow-write",
    "--allow-run=git",
    `--allow-env=${gitVariables},${yaml}`,
  ]],
  [["persist", "--report", "report.json", "--report-dir", "kept", "--scope-slug", "corpus"], [
    "--allow-read",
    "--allow-write",
  ]],
  [["orient", "docs", "--kind", "docs"], ["--allow-read", "--allow-run=git", `--allow-env=${gitVariables},${yaml}`]],
  [["checkpoint", "--dry-run"], ["--allow-read", "--allow-run=git", `--allow-env=${gitVariables},${yaml}`]],
  [["checkpoint", "docs", "--dry-run"], ["--allow-read", "--allow-run=git", `--allow-env=${gitVariables},${yaml}`]],
  [["checkpoint"], ["--allow-read", "--allow-write", "--allow-run=git", `--allow-env=${gitVariables},${yaml}`]],
  [["tooling", "check", "--transcript", "typed.txt"], ["--allow-read"]],
  [["tooling", "check", "--transcript", "typed.txt", "--policy", "policy.yaml"], [
    "--allow-read",
    `--allow-env=${yaml}`,
  ]],
  [["gate", "check"], ["--allow-read", "--allow-run=git", `--allow-env=${gitVariables},${yaml}`]],
  [["gate", "status"], ["--allow-read", "--allow-run=git", `--allow-env=${gitVariables},${yaml}`]],
  [["gate", "require"], ["--allow-read", "--allow-write", "--allow-run=git", `--allow-env=${gitVariables}`]],
]

const finding = {
  pass: "p",
  locator: "docs/a.md",
  verdict: "DEAD",
  severity: "Low",
  what: "w",
  route: "direct-fix",
  proposed_action: "a",
  edits: [{ path: "docs/a.md", find: "dead", replace: "alive" }],
}
const diff = {
  run_mode: "fresh",
  baseline: null,
  findings: [{ ...finding, id: "R001", tag: "NEW" }],
  resolved: [],
  unverified: [],
  id_max: 1,
  warnings: [],
}

const memory = {
  name: "A",
  description: "A it is",
  type: "user",
  relevance: "during-review",
  body: "Use A.",
}
const capture = {
  ...diff,
  date: "2026-03-01",
  findings: [{ ...finding, id: "R001", tag: "NEW", route: "capture", edits: [], capture: memory }],
}

const policy = [
  "rules:",
  "  - id: raw-gh",
  "    label: gh",
  "    commands: [gh]",
  "    instead: the wrapper",
  "    match: [gh pr list]",
  "    not_match: [ghq list]",
  "",
].join("\n")

/** By Deno's own API: its `node:child_process` adds permissions to a child that has none. */
function run(
  folder: string,
  command: readonly string[],
  permissions: readonly string[],
): { code: number; stderr: string } {
  const args = ["run", "--no-prompt", "--quiet", ...permissions, `${projectRoot}cli.ts`, ...command]
  const child = new Deno.Command(Deno.execPath(), { args, cwd: folder, env: { NO_COLOR: "1" } }).outputSync()
  return { code: child.code, stderr: new TextDecoder().decode(child.stderr) }
}

for (const [command, permissions] of commands) {
  Deno.test(`retro ${command.join(" ")} needs ${permissions.length === 0 ? "no permission" : permissions.join(" ")} and no other`, () =>
    withFolder({
      "docs/a.md": "# A\n\n[dead](b.md)\n",
      "findings.json": JSON.stringify([finding]),
      "baseline.json": "[]",
      "report.json": JSON.stringify(diff),
      "capture.json": JSON.stringify(capture),
      "memory/MEMORY.md": "# Memory\n",
      "typed.txt": "git status\n",
      "policy.yaml": policy,
    }, (folder) => {
      git(folder, "init", "-q")
      git(folder, "add", "docs", "memory")
      git(folder, "commit", "-q", "-m", "first")
      const prepared = run(folder, ["checkpoint", "--output", "report.md"], ["--allow-all"])
      strictEqual(prepared.code, 0, prepared.stderr)
      for (const left of permissions) {
        const refused = run(folder, command, permissions.filter((permission) => permission !== left))
        notStrictEqual(refused.code, 0, `it works without ${left}`)
        strictEqual(refused.stderr.includes("internal error"), false, refused.stderr)
      }
      const allowed = run(folder, command, permissions)
      deepStrictEqual([allowed.code, /Requires/u.test(allowed.stderr)], [0, false], allowed.stderr)
    }))
}
