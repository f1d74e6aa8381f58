import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import type { Policy } from "../../src/core/schema/policy.ts"
import { analyzeTranscript, readTooling } from "../../src/core/transcript/analyze_transcript.ts"
import { defaultPolicy, strictPolicy } from "../../src/core/transcript/built_in_policies.ts"
import { parsePolicy } from "../../src/core/transcript/parse_policy.ts"
import { naiveLabels } from "../core/transcript/naive_matcher.ts"
import { projectRoot, retro, withFolder } from "../services/program.ts"

const page = readFileSync(join(projectRoot, "docs/tooling-verifier.md"), "utf8")

function block(language: string): string {
  const [, body = ""] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "mu").exec(page) ?? []
  return body
}

/** The rows below the head that begins so, as cells. */
function tableOf(head: string): readonly (readonly string[])[] {
  const from = page.indexOf(`\n| ${head} `)
  const [, , ...rows] = page.slice(from + 1).split("\n\n", 1)[0]?.trim().split("\n") ?? []
  return rows.map((row) => row.slice(2, -2).split(/(?<!\\) ?\| /u).map((cell) => cell.replaceAll("\\|", "|")))
}

/** The code spans of a cell; line ends are signs in it. */
function codeOf(cell: string): readonly string[] {
  return [...cell.matchAll(/``\s(.*?)\s``|`([^`]*)`/gu)].map(([, long, short]) =>
    (long ?? short ?? "").replaceAll(" ⏎ ", "\n")
  )
}

function cellOf(labels: readonly string[]): string {
  const shown = labels.map((label) => label === "allowed" || label === "undecided" ? label : `\`${label}\``)
  return shown.length === 0 ? "clean" : shown.join(", ")
}

/** What is found, in order, then what is undecided. */
function retroLabels(transcript: string, policy: Policy): readonly string[] {
  const { uses, undecided } = readTooling(transcript, policy)
  return [
    ...uses.map(({ kind, label }) => kind === "allowed" ? "allowed" : label),
    ...undecided.map(() => "undecided"),
  ]
}

Deno.test("the page on the verifier says of each kind of command what a matcher without a parser and retro say", () => {
  const rows = tableOf("kind of command")
  ok(rows.length > 40)
  for (const [kind, example = "", naive, ours] of rows) {
    const command = codeOf(example)[0] ?? ""
    const [said, known] = [cellOf(naiveLabels(command)), cellOf(retroLabels(command, defaultPolicy))]
    deepStrictEqual([naive, ours], [said, said === known ? known : `**${known}**`], kind)
  }
})

Deno.test("the page on the verifier tells the strict policy from the default one", () => {
  const examples: readonly (readonly string[])[] = [
    ["node -p 1", "node --print 1", "echo 1 | node"],
    ["ssh host 'gh api x'", "docker exec c gh api x"],
    [
      "$ gh api x",
      "me@host:~$ gh api x",
      "root@h:/w# gh api x",
      "[me@host w]$ gh api x",
      "~/w $ gh api x",
      "➜ ~ gh api x",
    ],
    ["G=gh; $G api x"],
  ]
  const rows = tableOf("| default")
  strictEqual(rows.length, examples.length)
  for (const [index, [, byDefault, strictly]] of rows.entries()) {
    for (const example of examples[index] ?? []) {
      const [lax, strict] = [defaultPolicy, strictPolicy].map((policy) => retroLabels(example, policy))
      const expected = byDefault?.startsWith("undecided") === true ? ["undecided"] : []
      deepStrictEqual([lax, strict?.length, strictly], [expected, 1, "counts"], example)
    }
  }
})

Deno.test("the reasons on the page on the verifier are those of its examples", () => {
  const rows = tableOf("reason")
  strictEqual(rows.length, 4)
  for (const [reason = "", examples = ""] of rows) {
    for (const example of codeOf(examples)) {
      const { undecided } = analyzeTranscript(example)
      deepStrictEqual(undecided.map((each) => `\`${each.reason}\``), [reason], example)
    }
  }
})

Deno.test("the policy on the page on the verifier is complete, and holds on its own examples", () => {
  const policy = Result.getOrThrow(parsePolicy(block("yaml"), "policy.yaml"))
  const found = analyzeTranscript("K=kubectl; $K -n a delete pod b; kubectl -n a get pods; ruby -ne 'puts 1'", policy)
  deepStrictEqual(found, {
    violations: ["kubectl: $K -n a delete pod b", "ruby -e: ruby -ne 'puts 1'"],
    allowedWriteOps: ["kubectl -n a get pods"],
    internalToolingOnly: false,
    undecided: [],
  })
})

Deno.test("the command on the page on the verifier prints what it says, and so does its JSON", () =>
  withFolder({ "typed.txt": block("sh") }, (cwd) => {
    const [, line = "", expected = ""] = /^\$ retro (.*)\n([^]*)$/u.exec(block("console")) ?? []
    const { code, stdout, stderr } = retro(line.split(" "), { cwd })
    strictEqual(`${stdout}${stderr}(exit code ${code})\n`, expected)
    const json = retro([...line.split(" "), "--json"], { cwd })
    deepStrictEqual(JSON.parse(json.stdout), JSON.parse(block("json")))
  }))
