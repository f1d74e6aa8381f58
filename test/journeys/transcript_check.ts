import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict"
import { agentSession } from "./agent_session.ts"
import { inBash, type Journey } from "./visit.ts"

const calls = [
  { command: "git status --short && ls docs", output: " M docs/guide.md\nguide.md\n" },
  { command: "cd docs && gh pr view 12 --json title", output: '{"title":"Notes"}\n' },
  { command: 'git commit -m "use gh; not curl" -m "$(cat <<\'EOF\'\ngh api is only named here\nEOF\n)"', output: "ok" },
  { command: "sudo bash -c 'gh api user' | jq .login", output: "HTTP 401", fails: true },
  { command: "for f in *.md; do python3 - \"$f\" <<'PY'\nprint('ä ✓')\nPY\ndone", output: "ä ✓\n" },
  { command: "gh pr merge 12 --squash", output: "✓ Merged" },
  { command: "$(cat command.txt) --all", output: "" },
]

/** What a host keeps of a session is checked after the fact, and told in a pull request. */
export const transcriptCheck: Journey = {
  name: "transcript check: what an agent typed in a session, for a person, for a program",
  ...inBash,
  files: {
    "sessions/notes/0b6c3f5e.jsonl": agentSession("Merge the notes, please. No gh api!", calls),
    "sessions/clean.jsonl": agentSession("Look at it.", calls.slice(0, 1)),
    "typed.txt": "gh pr view 12\r\ngit log\r\n",
  },
  make: async (visit) => {
    const clean = await visit.retro(["tooling", "check", "--transcript", "sessions/clean.jsonl"])
    deepStrictEqual(clean, { code: 0, stdout: "internalToolingOnly: true\n", stderr: "" })
    const told = await visit.retro(["tooling", "check", "--transcript", "sessions"])
    deepStrictEqual([told.code, told.stdout], [1, ""])
    match(told.stderr, /^internalToolingOnly: false, 3 raw calls\n/u)
    match(told.stderr, /gh: gh api user {2}\[sessions\/notes\/0b6c3f5e\.jsonl:\d+\]/u)
    doesNotMatch(told.stderr, /only named here|not curl|pr merge/u)
    match(told.stderr, /it cannot be decided what this command runs/u)

    const json = await visit.shell("retro tooling check --transcript sessions --json > .git/tooling.json")
    strictEqual(json.code, 1)
    const report = JSON.parse(visit.read(".git/tooling.json"))
    deepStrictEqual(report.rawCallViolations.map((call: string) => call.split(":")[0]), ["gh", "gh", "python3"])
    deepStrictEqual(report.allowedWriteOps, ["gh pr merge 12 --squash"])
    strictEqual(report.coverage.complete, true)
    const piped = await visit.shell("cat sessions/notes/*.jsonl typed.txt | retro tooling check --from auto")
    strictEqual(piped.code, 1)
    const policy = await visit.shell(
      "retro tooling policy strict > .git/policy.yaml && retro tooling check --policy .git/policy.yaml --transcript typed.txt",
    )
    deepStrictEqual([policy.code, policy.stderr.split("\n")[1]], [1, "  gh: gh pr view 12  [typed.txt:1]"])
  },
}
