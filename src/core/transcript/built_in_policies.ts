import type { Policy, PolicyAllowed, PolicyRule } from "../schema/policy.ts"
import { nodeValueFlags } from "./node_value_flags.ts"
import { wrapperTable } from "./wrapper_table.ts"

const gh: PolicyRule = {
  id: "raw-gh",
  label: "gh",
  commands: ["gh"],
  instead: "the internal tooling for GitHub",
  match: ["gh api user", "GH_TOKEN=x gh pr view 1", "sudo env gh api x", "cd x && /usr/bin/gh api y"],
  not_match: ["ghq list", "git push origin gh-pages", "echo 'gh api x'", "command -v gh"],
}

const python: PolicyRule = {
  id: "raw-python",
  label: "python",
  commands: ["python", "python2", "python2.*"],
  instead: "a script of the internal tooling",
  match: ["python x.py", "python2 -V", "python2.7 x.py"],
  not_match: ["python-config --libs", "python3 x.py", "pytest -q"],
}

const python3: PolicyRule = {
  id: "raw-python3",
  label: "python3",
  commands: ["python3", "python3.*"],
  instead: "a script of the internal tooling",
  match: ["python3 x.py", "python3.11 -c x", "./.venv/bin/python3 -m x"],
  not_match: ["python3-config --libs", "python3.11-config", "python x.py"],
}

const node: PolicyRule = {
  id: "node-inline",
  label: "node -e",
  commands: ["node", "nodejs"],
  inline: {
    flags: ["-e", "--eval"],
    cluster_letters: "pe",
    value_flags: nodeValueFlags,
    program_on_stdin: "heredoc",
    no_stdin_flags: ["-c", "--check", "-h", "--help", "-v", "--version", "--test", "--run", "--v8-options"],
  },
  instead: "a script file of the internal tooling: node scripts/NAME.mjs",
  match: ["node -e 'x'", "node --eval=x", "node -r ./a.cjs -e x", "node -pe 1", "node - <<E\nx\nE"],
  not_match: ["node scripts/x.mjs -e y", "node -- -e", "node -p 1", "node --check <<E\nx\nE", "echo 1 | node"],
}

const strictNode: PolicyRule = {
  ...node,
  inline: {
    ...node.inline ?? { flags: [], cluster_letters: "", value_flags: [], program_on_stdin: "never" },
    flags: ["-e", "--eval", "-p", "--print"],
    program_on_stdin: "any",
  },
  match: [...node.match, "node -p 1", "node --print 1", "echo 1 | node"],
  not_match: ["node scripts/x.mjs -e y", "node -- -e", "node --check <<E\nx\nE", "echo 1 | node x.mjs"],
}

/** Write operations that have no wrapper, or whose wrapper calls them: recorded, but no violation. */
const allowed: readonly PolicyAllowed[] = [
  ["pr", "merge"],
  ["pr", "ready"],
  ["issue", "create"],
  ["issue", "edit"],
  ["label", "create"],
].map(([noun = "", verb = ""]) => ({
  words: ["gh", noun, verb],
  value_flags: ["-R", "--repo", "--hostname"],
  match: [`gh ${noun} ${verb} 1`, `gh -R o/r ${noun} --repo o/r ${verb}`, `gh  ${noun}\t${verb}`],
  not_match: [`gh ${noun} ${verb}-queue 1`, `gh ${noun} list`, `gh ${noun} x ${verb}`],
}))

/**
 * The policy that holds when none is named: `gh`, `python` of every version, inline code for `node`; five allowed write
 * operations.
 *
 * @example
 * ```ts
 * import { defaultPolicy } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(defaultPolicy.rules.map((rule) => rule.label), ["gh", "python", "python3", "node -e"])
 * ```
 */
export const defaultPolicy: Policy = {
  rules: [gh, python, python3, node],
  allowed,
  wrappers: wrapperTable,
  resolve: { prompts: false, ssh: false, literal_variables: false },
}

/**
 * The stricter policy: also `node -p` and a program piped into node, commands that `ssh` runs elsewhere, pasted prompts,
 * and variables as command word.
 *
 * @example
 * ```ts
 * import { analyzeTranscript, strictPolicy } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(analyzeTranscript("$ node -p 1", strictPolicy).violations, ["node -e: $ node -p 1"])
 * ```
 */
export const strictPolicy: Policy = {
  rules: [gh, python, python3, strictNode],
  allowed,
  wrappers: wrapperTable,
  resolve: { prompts: true, ssh: true, literal_variables: true },
}
