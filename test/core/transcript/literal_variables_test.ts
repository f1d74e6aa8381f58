import { deepStrictEqual, ok } from "node:assert/strict"
import { analyzeTranscript } from "../../../src/core/transcript/analyze_transcript.ts"
import { strictPolicy } from "../../../src/core/transcript/built_in_policies.ts"
import { cpuTime } from "../../services/cpu_time.ts"

/** What the strict policy says of `$G x`: its label, `undecided`, or nothing. */
function said(transcript: string): readonly string[] {
  const { violations, undecided } = analyzeTranscript(transcript, strictPolicy)
  return [
    ...violations.map((text) => text.slice(0, text.indexOf(": "))),
    ...undecided.filter(({ segment }) => segment === "$G x").map(() => "undecided"),
  ]
}

Deno.test("a variable that is assigned once and set by nothing else is as good as its value", () => {
  for (const set of ["G=gh", "export G=gh", "readonly G='sudo gh'; A=$(date)", "G=gh; export G", "local -r G=gh"]) {
    deepStrictEqual(said(`${set}\n$G x`), ["gh"], set)
  }
  for (const set of ["G=ls", "export G=ls", "G='git log'; for f in *; do :; done; read H; printf '%s' a"]) {
    deepStrictEqual(said(`${set}\n$G x`), [], set)
  }
})

Deno.test("a variable that something else may set is undecided, whatever was assigned to it", () => {
  const setters = [
    "read G <<< gh",
    "IFS=, read -ra G <<< gh",
    "command read G < f",
    "printf -v G gh",
    "builtin printf -v G %s gh",
    "printf -vG gh",
    "mapfile -t G < f",
    "readarray G < f",
    "for G in gh; do :; done",
    "select G in gh; do :; done",
    "coproc G { :; }",
    "getopts ab G",
    "unset G",
    "wait -n -p G",
    "let G=1",
    "(( G = 1 ))",
    ": ${G:=gh}",
    "G+=h",
    "G[0]=gh",
    "declare G+=h",
    "declare -n G=H",
    "declare -n r=G; r=gh",
    "exec {G}> f",
    'read "$n" <<< gh',
    'declare "$n=gh"',
    'printf -v "$n" gh',
    "read \\\n  G <<< gh",
  ]
  for (const setter of setters) {
    for (const value of ["ls", "gh"]) {
      deepStrictEqual(said(`G=${value}\n${setter}\n$G x`), ["undecided"], setter)
      deepStrictEqual(said(`G=${value}\nwhile a; do $G x; ${setter}; done`), ["undecided"], setter)
    }
  }
})

Deno.test("a variable is never harmless where another assignment or text that is not known may come before", () => {
  for (
    const between of [
      "source ./env",
      ". ./env",
      'eval "$x"',
      "G=$(cat f)",
      "f() { G=$1; }; f gh",
      "eval 'G='gh",
      "trap 'G=gh' DEBUG",
    ]
  ) {
    ok(said(`G=ls\n${between}\n$G x`).length > 0, between)
  }
  deepStrictEqual(said("G=gh\nif a; then G=ls; fi\n$G x"), ["undecided"])
  deepStrictEqual(said("G=ls\nwhile a; do $G x; G=gh; done"), ["undecided"])
  deepStrictEqual(said("G=ls\n(G=gh)\n$G x"), ["gh"])
  deepStrictEqual(said("G=ls\nbash -c '$G x'"), ["undecided"])
})

Deno.test("many variables and many setters take time in proportion to the text", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `G${index}=ls; $G${index} x`).join("\n")
  for (const text of [many, `G=ls; $G x; ${"read a ".repeat(40_000)}`, `G=ls; $G x; ${"a".repeat(300_000)}`]) {
    const start = cpuTime()
    analyzeTranscript(text, strictPolicy)
    ok(cpuTime() - start < 5000)
  }
})
