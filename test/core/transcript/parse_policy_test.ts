import * as Result from "effect/Result"
import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { analyzeTranscript, readTooling } from "../../../src/core/transcript/analyze_transcript.ts"
import { defaultPolicy, strictPolicy } from "../../../src/core/transcript/built_in_policies.ts"
import { failedExamples } from "../../../src/core/transcript/check_examples.ts"
import { parsePolicy } from "../../../src/core/transcript/parse_policy.ts"
import type { Policy } from "../../../src/core/schema/policy.ts"

const perl = `rules:
  - id: perl-inline
    label: perl -e
    commands: [perl, "perl5.*"]
    inline: { flags: [-e, -E], cluster_letters: lanpie, value_flags: [-I, -M], program_on_stdin: any }
    instead: a script
    match:
      - perl -e 1
      - perl -lane print
    not_match:
      - perl x.pl -e
allowed: []
`

function problemOf(text: string): string {
  const policy = parsePolicy(text, "p.yaml")
  return Result.isFailure(policy) ? policy.failure.message : "a policy"
}

Deno.test("the built-in policies meet their own examples", () => {
  deepStrictEqual(failedExamples(defaultPolicy), [])
  deepStrictEqual(failedExamples(strictPolicy), [])
})

Deno.test("the built-in policies survive being written and read as JSON", () => {
  for (const policy of [defaultPolicy, strictPolicy]) {
    deepStrictEqual(parsePolicy(JSON.stringify(policy), "p.json"), Result.succeed(policy))
  }
})

Deno.test("parsePolicy reads rules; wrappers and resolve are the default policy's when they are left out", () => {
  const policy = Result.getOrThrow(parsePolicy(perl, "p.yaml"))
  deepStrictEqual(
    analyzeTranscript("sudo -u x perl -I lib -pie 1\nperl5.36 -E 1\necho 1 | perl\nperl -pi x\nperl x.pl\ngh x", policy)
      .violations,
    ["perl -e: sudo -u x perl -I lib -pie 1", "perl -e: perl5.36 -E 1", "perl -e: perl"],
  )
})

Deno.test("parsePolicy refuses a rule that misses its match, and one that catches its not_match", () => {
  strictEqual(
    problemOf(perl.replace("perl -lane print", "perl -lanx print")),
    'Cannot use the policy p.yaml, line 9: the rule "perl-inline" does not catch "perl -lanx print"',
  )
  strictEqual(
    problemOf(perl.replace("perl x.pl -e", "sh -c 'perl -e 1'")),
    'Cannot use the policy p.yaml, line 11: the rule "perl-inline" catches "sh -c \'perl -e 1\'"',
  )
})

Deno.test("parsePolicy checks the examples of allowed operations", () => {
  const allowed = "allowed: [{ words: [perl, x], value_flags: [], match: [perl -e y], not_match: [] }]\n"
  strictEqual(
    problemOf(perl.replace("allowed: []\n", allowed)),
    'Cannot use the policy p.yaml, line 12: the entry "perl x" does not catch "perl -e y"',
  )
})

Deno.test("parsePolicy names the line of a wrong value and of an unknown key", () => {
  strictEqual(problemOf("rules: 1\n").startsWith("Cannot use the policy p.yaml, line 1: rules: "), true)
  strictEqual(problemOf("- a\n").startsWith("Cannot use the policy p.yaml, line 1: "), true)
  strictEqual(
    problemOf(perl.replace("    instead", "    insted")).startsWith("Cannot use the policy p.yaml, line "),
    true,
  )
  strictEqual(problemOf("rules: [\n").includes("not YAML"), true)
})

Deno.test("parsePolicy adds the wrappers of a file to the built-in ones, and one of the same name replaces it", () => {
  const wrappers = `wrappers:
  - { name: conda env, value_flags: [-n], inner: command }
  - { name: sudo, value_flags: [], inner: command }
`
  const policy = Result.getOrThrow(parsePolicy(`${perl}${wrappers}`, "p.yaml"))
  const found = analyzeTranscript("conda env -n a perl -e 1\nenv perl -e 2\nsudo -u me perl -e 3", policy)
  deepStrictEqual(found.violations, ["perl -e: conda env -n a perl -e 1", "perl -e: env perl -e 2"])
  const names = policy.wrappers.map(({ name }) => name)
  deepStrictEqual(names.toSorted(), [...defaultPolicy.wrappers.map(({ name }) => name), "conda env"].toSorted())
})

Deno.test("parsePolicy says in words what is wrong, and counts from 1", () => {
  const cases: readonly (readonly [text: string, message: string])[] = [
    ["", "line 1: it holds no policy; write its rules in a list below the key rules"],
    ["[]", "line 1: it holds no policy; write its rules in a list below the key rules"],
    ["rules: []", "line 1: rules: there is none, so nothing would count; write at least one"],
    [perl.replace("    label: perl -e\n", ""), "line 2: rule 1: the key label is missing"],
    [perl.replace("label: perl -e", "label: 7"), "line 3: rule 1, label: Expected string, got 7"],
    [perl.replace("    instead:", "    insted:"), "line 6: rule 1: there is no key insted; correct or remove it"],
    [
      perl.replace("[perl,", "[/usr/bin/perl,"),
      'line 4: rule 1, commands, entry 1: "/usr/bin/perl" is no base name; write "perl": it stands for the program in any folder',
    ],
    [
      perl.replace("[perl,", "[perl -e,"),
      'line 4: rule 1, commands, entry 1: "perl -e" is no base name; write "perl": arguments are no part of it',
    ],
  ]
  for (const [text, message] of cases) strictEqual(problemOf(text), `Cannot use the policy p.yaml, ${message}`)
})

Deno.test("a policy may have fewer allowed operations", () => {
  const policy: Policy = { ...defaultPolicy, allowed: [] }
  deepStrictEqual(analyzeTranscript("gh pr merge 1", policy).violations, ["gh: gh pr merge 1"])
})

Deno.test("readTooling says by which rule a command was caught, how it was reached, and where", () => {
  const transcript = "git log\n\nsudo -n env A=1 bash -c 'cd x\ngh pr merge 1' && echo $(python3 y)\n"
  deepStrictEqual(readTooling(transcript), {
    uses: [
      {
        kind: "allowed",
        label: "gh",
        segment: "gh pr merge 1",
        rule: "raw-gh",
        instead: "the internal tooling for GitHub",
        allowed: "gh pr merge",
        via: ["sudo", "env", "bash -c"],
        line: 4,
      },
      {
        kind: "violation",
        label: "python3",
        segment: "python3 y",
        rule: "raw-python3",
        instead: "a script of the internal tooling",
        via: ["$()"],
        line: 4,
      },
    ],
    undecided: [],
    commands: 3,
  })
})
