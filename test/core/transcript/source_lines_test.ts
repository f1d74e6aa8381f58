import { deepStrictEqual } from "node:assert/strict"
import { readTooling } from "../../../src/core/transcript/analyze_transcript.ts"

const programs: readonly (readonly [transcript: string, line: number])[] = [
  ["bash <<'Y'\na\nb\ngh x\nY", 4],
  ["bash -c 'a\nb\ngh x'", 3],
  ["ls\nbash \\\n -c 'a\ngh \"x\"'", 4],
  ["eval 'a\n gh x'", 2],
  ["trap 'a\ngh x' EXIT", 2],
  ["bash <<< 'a\ngh x'", 2],
  ["echo 'a\ngh x' | bash", 2],
  ["cat <<'E' | bash\na\ngh x\nE", 3],
  ["bash <<A\nbash <<B\nx\ngh x\nB\nA", 4],
  ["bash -c 'a\nfoo(gh x'", 2],
  // All of it stands on one line of the transcript.
  ["bash -c $'a\\ngh x'", 1],
  ["printf 'a\\ngh x\\n' | bash", 1],
  ["a `b\ngh x`; c $(d\ne)", 2],
]

Deno.test("a command in a program that a shell is given is on the line of the transcript on which it stands", () => {
  for (const [transcript, line] of programs) {
    deepStrictEqual(readTooling(transcript).uses.map((use) => use.line), [line], transcript)
  }
})

Deno.test("what cannot be decided in a program that a shell is given is on its line, too", () => {
  const { undecided } = readTooling("x\nbash <<'E'\na\n$X y\nfoo(b\nE\n")
  deepStrictEqual(undecided.map(({ segment, line }) => [segment, line]), [["$X y", 4], ["foo(b", 5]])
})
