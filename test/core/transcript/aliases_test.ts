import { deepStrictEqual } from "node:assert/strict"
import { analyzeTranscript } from "../../../src/core/transcript/analyze_transcript.ts"

Deno.test("an alias that stands for something that counts leaves its use undecided", () => {
  const texts = [
    "shopt -s expand_aliases\nalias g=gh\ng x",
    "alias h=g g='sudo gh'\nh x",
    "alias g='cd x; gh'\ng x",
    'alias g="$T"\ng x',
    "alias sh='sh -c'\nsh 'gh x'",
    "eval 'alias g=gh'\neval 'g x'",
  ]
  for (const text of texts) {
    const { violations, undecided } = analyzeTranscript(text)
    deepStrictEqual([violations, undecided.map(({ reason }) => reason)], [[], ["computed word"]], text)
  }
})

Deno.test("an alias that stands for something harmless, or is quoted, is no matter", () => {
  for (
    const text of [
      "alias ll='ls -l'\nll x",
      "alias ls='ls --color'\nls gh",
      "alias g=gh\n\\g x",
      "alias g=gh a=a b=c c=b\nb; a",
    ]
  ) {
    deepStrictEqual(analyzeTranscript(text), {
      violations: [],
      allowedWriteOps: [],
      internalToolingOnly: true,
      undecided: [],
    }, text)
  }
  deepStrictEqual(analyzeTranscript("alias gh=true\ngh x").violations, ["gh: gh x"])
})
