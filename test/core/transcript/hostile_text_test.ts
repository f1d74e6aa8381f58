import { deepStrictEqual, ok } from "node:assert/strict"
import { readTooling } from "../../../src/core/transcript/analyze_transcript.ts"
import { cpuTime } from "../../services/cpu_time.ts"

const sentinel = "\npython3 sentinel\n"

/** Texts of about `length` characters that would cost more than their length, or overflow a stack. */
const shapes: { readonly [name: string]: (length: number) => string } = {
  "heredocs on one line": (length) => "cat" + " <<E".repeat(length / 8) + "\n" + "x\nE\n".repeat(length / 8),
  "a heredoc a line": (length) => "cat <<E\nx\nE\n".repeat(length / 12),
  "open heredocs": (length) => "cat <<E\n".repeat(length / 8),
  "single quotes": (length) => "'".repeat(length | 1),
  "double quotes": (length) => '"'.repeat(length | 1),
  "a stray quote a line": (length) => "echo don't\n".repeat((length / 11) | 1),
  "open substitutions": (length) => "$(".repeat(length / 2),
  "an open substitution a line": (length) => "a $(\n".repeat(length / 5),
  "closed substitutions": (length) => "$(".repeat(length / 3) + ")".repeat(length / 3),
  "substitutions in quotes": (length) => '"$('.repeat(length / 3),
  "brackets": (length) => "(".repeat(length),
  "closing brackets": (length) => "a )\n".repeat(length / 4),
  "backticks": (length) => "`".repeat(length | 1),
  "parameters": (length) => "${".repeat(length / 2),
  "arithmetic": (length) => `$((1${"+1".repeat(length / 2)}))`,
  "nested arithmetic": (length) => "$((".repeat(length / 3),
  "functions": (length) => "f() ".repeat(length / 4),
  "conditions": (length) => "if x\nthen\n".repeat(length / 10),
  "cases": (length) => "case ".repeat(length / 5),
  "tests": (length) => "[[ a\n".repeat(length / 5),
  "wrappers": (length) => "sudo ".repeat(length / 5),
  "words to split": (length) => "env -S env ".repeat(length / 11),
  "evaluations": (length) => "eval ".repeat(length / 5) + "x",
  "backslashes": (length) => "\\".repeat(length & ~1),
  "continued lines": (length) => "a \\\n".repeat(length / 4) + "\n",
  "commands for find": (length) => "find" + " -exec a \\;".repeat(length / 11),
  "pipes": (length) => "a|".repeat(length / 2) + "b",
  "pipes into a shell": (length) => "echo a" + "|sh".repeat(length / 3),
  "statements": (length) => "a;".repeat(length / 2),
  "separators": (length) => ";".repeat(length),
  "uses": (length) => "gh x\n".repeat(length / 5),
  "uses that do not parse": (length) => "gh x $(\n".repeat(length / 8),
  "one word": (length) => "a".repeat(length),
  "expansions in one word": (length) => "$a".repeat(length / 2),
  "here-strings": (length) => "a <<<b\n".repeat(length / 7),
  "here-strings on one line": (length) => "bash" + " <<<b".repeat(length / 5),
  "here-strings for a shell": (length) => "bash <<<'a b'\n".repeat(length / 14),
  "quotes in words to split": (length) => `env -S '${'"a '.repeat(length / 3)}'`,
  "blanks in words to split": (length) => `env -S '${"a\\_".repeat(length / 3)}'`,
  "brackets for dash": (length) => `sh -c '${"(".repeat(length / 2)}x${")".repeat(length / 2)}'`,
  "arithmetic that never ends": (length) => "$((\n".repeat(length / 4),
  "substitutions with uses": (length) => "$(gh x ".repeat(length / 7),
  "parameters with a value": (length) => "a ${x:-".repeat(length / 7),
  "subscripts for a builtin": (length) => `let '${"a[".repeat(length / 2)}'`,
}

function secondsFor(text: string): number {
  const start = cpuTime()
  readTooling(text)
  return (cpuTime() - start) / 1000
}

/** Quadratic cost would be 16 times as long; what is too short to measure says nothing. */
function isLinear(shape: (length: number) => string, length: number): boolean {
  const fourTimes = secondsFor(shape(4 * length))
  return fourTimes < 1 || fourTimes < 10 * secondsFor(shape(length))
}

for (const [name, shape] of Object.entries(shapes)) {
  Deno.test(`readTooling ends in time, and finds what follows, for ${name}`, () => {
    const length = 30_000
    const uses = readTooling(shape(length) + sentinel).uses.filter(({ segment }) => segment === "python3 sentinel")
    deepStrictEqual(uses.length, 1)
    // What else the machine does may slow one measurement down.
    ok([1, 2, 3].some(() => isLinear(shape, length)), "four times the text takes more than ten times as long")
  })
}

const megabytes: { readonly [name: string]: string } = {
  "forty thousand heredocs": "cat <<E\ngh no\nE\n".repeat(40_000),
  "ten megabytes of quotes": "'".repeat(10_000_001),
  "ten megabytes of substitutions": "$(".repeat(5_000_000),
  "a word of a megabyte": "a".repeat(1_000_000),
  "a million separators": ";".repeat(1_000_000),
  "half a million commands": "a;".repeat(500_000),
  "a hundred thousand here-strings": "bash <<< a\n".repeat(100_000),
  "arithmetic of a megabyte": "$((".repeat(333_333),
}

for (const [name, text] of Object.entries(megabytes)) {
  Deno.test(`readTooling finds what follows ${name}, and nothing else`, () => {
    deepStrictEqual(readTooling(text + sentinel).uses.map(({ segment }) => segment), ["python3 sentinel"])
  })
}

Deno.test("readTooling says of arithmetic nested too deep that it does not parse", () => {
  const nested = (depth: number): string => `echo ${"$((".repeat(depth)}1${"))".repeat(depth)}`
  deepStrictEqual(readTooling(nested(30)).undecided, [])
  deepStrictEqual(readTooling(nested(40)).undecided.map(({ reason }) => reason), ["does not parse"])
})

Deno.test("readTooling says of programs nested too deep, and of too many wrappers, that they are undecided", () => {
  let program = "gh x"
  for (let depth = 0; depth < 12; depth++) program = `eval ${JSON.stringify(program).replaceAll("$", "\\$")}`
  deepStrictEqual(readTooling(program).uses.length, 1)
  for (let depth = 0; depth < 6; depth++) program = `eval ${JSON.stringify(program)}`
  deepStrictEqual(readTooling(program).undecided.map(({ reason }) => reason), ["too deep"])
  deepStrictEqual(readTooling("env ".repeat(60) + "gh x").uses.length, 1)
  deepStrictEqual(readTooling("env ".repeat(600) + "gh x").undecided.map(({ reason }) => reason), ["too deep"])
})

Deno.test("readTooling reads a text in stretches as it reads it whole", () => {
  const commands = [
    "gh a",
    "cat <<'E'\ngh no\nE",
    "git commit -m 'x\ngh no\n'",
    "if x\nthen python3 b\nfi",
    "echo \\\n gh no",
  ]
  const text = Array.from({ length: 8_000 }, (_, index) => commands[index % commands.length]).join("\n")
  const { uses, undecided } = readTooling(text)
  deepStrictEqual([uses.length, undecided], [3_200, []])
  deepStrictEqual(uses.at(-1)?.line, text.split("\n").length - 3)
})

Deno.test("readTooling reads a line of megabytes piece by piece, and says so", () => {
  const { uses, undecided } = readTooling(`echo ${"'".repeat(3_000_000)}; gh x\npython3 y`)
  deepStrictEqual(uses.map(({ segment }) => segment), ["gh x", "python3 y"])
  deepStrictEqual(undecided.map(({ reason }) => reason), ["does not parse"])
})

Deno.test("readTooling does not look for the end of a quote farther than a megabyte", () => {
  const { uses, undecided } = readTooling(`echo '\ngh x\n${"a b\n".repeat(400_000)}'\n`)
  deepStrictEqual([uses.length, undecided.length], [1, 2])
})

Deno.test("readTooling reads a command of megabytes of continued lines line by line, and says so", () => {
  const { uses, undecided } = readTooling("a \\\n".repeat(600_000) + "b\ngh x\n")
  deepStrictEqual([uses.length, undecided.length > 0], [1, true])
})
