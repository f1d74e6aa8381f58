import { deepStrictEqual } from "node:assert/strict"
import { analyzeTranscript } from "../../../src/core/transcript/analyze_transcript.ts"
import { strictPolicy } from "../../../src/core/transcript/built_in_policies.ts"

Deno.test("pasted prompts are looked through under the strict policy alone, and stay in the text of the command", () => {
  const prompts = [
    "$",
    "%",
    "❯",
    "➜",
    "λ",
    "host%",
    "me@host:~$",
    "me@host:~/a-b/c.d$",
    "root@h:/w#",
    "root@1a2b3c:/#",
    "bash-5.1$",
    "bash-5.1#",
    "[me@host w]$",
    "[root@h ~]#",
    "[me@host my w]$",
    "~/w $",
    "~ ❯",
    "me@mac ~ %",
    "me@mac w %",
    "➜ ~",
    "➜  ~",
    "➜  repo",
    "[12:00:01] $",
  ]
  for (const prompt of prompts) {
    const text = `${prompt} sudo gh x`
    deepStrictEqual(analyzeTranscript(text, strictPolicy).violations, [`gh: ${text}`])
    deepStrictEqual(analyzeTranscript(text).violations, [], text)
    deepStrictEqual(analyzeTranscript(`${prompt} ls gh`, strictPolicy).violations, [], text)
  }
})

Deno.test("what a pasted prompt stands before may be a compound, which is read as far as it goes", () => {
  for (
    const text of [
      "$ ! gh x",
      "$ if gh x\n> then :\n> fi",
      "$ if true; then gh x; fi",
      "$ while gh x; do :; done",
      "me@host:~$ { gh x; }",
      "$ (gh x)",
    ]
  ) {
    deepStrictEqual(analyzeTranscript(text, strictPolicy).violations.length, 1, text)
    deepStrictEqual(analyzeTranscript(text.replace("gh x", "ls gh"), strictPolicy).violations, [], text)
  }
})

Deno.test("prompts with brackets do not parse: what stands behind them counts, and the line is undecided", () => {
  for (
    const prompt of [
      "(venv) $",
      "(venv) me@host:~/w$",
      "me@host:~/w (main)$",
      "➜  repo git:(main) ✗",
      "➜  r git:(a/b-c)",
    ]
  ) {
    const { violations, undecided } = analyzeTranscript(`${prompt} gh x`, strictPolicy)
    deepStrictEqual([violations.length, undecided.map(({ reason }) => reason)], [1, ["does not parse"]], prompt)
  }
})

Deno.test("a comment, a path and an argument are no prompts", () => {
  for (
    const text of [
      "# gh x",
      "#gh x",
      "a # root@h:/w# gh x",
      "~/bin/a gh x",
      "./w $ gh",
      "echo $ gh x",
      "a/b gh",
      "❯ ls gh",
    ]
  ) {
    deepStrictEqual(analyzeTranscript(text, strictPolicy).violations, text === "./w $ gh" ? ["gh: ./w $ gh"] : [], text)
  }
})
