import { deepStrictEqual } from "node:assert/strict"
import { analyzeTranscript } from "../../../src/core/transcript/analyze_transcript.ts"
import { defaultPolicy, strictPolicy } from "../../../src/core/transcript/built_in_policies.ts"
import type { Policy } from "../../../src/core/schema/policy.ts"

/** A kind of command; the labels found in its example, in order; `undecided` when a command of it is. */
type Row = readonly [kind: string, transcript: string, labels: readonly string[], undecided?: "undecided"]

const everywhere: readonly Row[] = [
  ["internal tooling", "git status\nqueue list\nnode scripts/tools/list.mjs --pr 7", []],
  [
    "another program whose name starts alike",
    "gh-dash; ghq list; mypython x; python-config; python3.11-config; node-gyp x",
    [],
  ],
  ["another case", "GH x; Python y; NODE -e 1", []],
  ["a versioned interpreter", "python2 x; python2.7 x; python3.12 x", ["python", "python", "python3"]],
  ["a Windows path", 'C:\\bin\\gh.exe api x\n"C:\\Program Files\\gh.exe" api', ["gh", "gh"]],
  ["a quoted command word", "'gh' x; g\"h\" x; \\gh x; $'g\\x68' x; $\"gh\" x", ["gh", "gh", "gh", "gh", "gh"]],
  ["an operator in an argument", "git commit -m 'fix; gh x | python y'; echo \"a && gh x\"; echo a\\; gh x", []],
  ["a comment", "git status # gh x; python y\n# gh x", []],
  ["operators without blanks", "a&&gh x||python y|gh z;gh q&gh r", ["gh", "python", "gh", "gh", "gh"]],
  ["a pipe of both outputs", "a |& gh x", ["gh"]],
  ["an assignment", "A=a\\ b B+=c C[0]=d gh x; G=gh; a=(gh python)", ["gh"]],
  ["a redirection", ">/tmp/gh echo; echo a >| gh; {fd}>o gh x; <i gh y", ["gh", "gh"]],
  ["a compound command", "if gh a; then gh b; elif gh c; then :; else gh d; fi", ["gh", "gh", "gh", "gh"]],
  ["a loop", "for f in $(gh a); do gh b; done; while gh c; do :; done; until gh d; do :; done", [
    "gh",
    "gh",
    "gh",
    "gh",
  ]],
  ["a case, a select", "case $(gh a) in (x) gh b;; y|z) gh c;& *) ;; esac; select n in a; do gh d; done", [
    "gh",
    "gh",
    "gh",
    "gh",
  ]],
  ["a function, a coprocess", "f() { gh a; }; function g { gh b; }; coproc gh c; coproc N { gh d; }", [
    "gh",
    "gh",
    "gh",
    "gh",
  ]],
  ["a test, arithmetic", "[[ gh && python || $(gh a) ]]; (( gh = 1 | 2 )); [ gh ]; echo $((gh|1))", ["gh"]],
  ["a substitution", 'echo $(gh a) "$(gh b)" `gh c` "`gh d`" <(gh e) >(gh f) ${x:-$(gh g)} $(( $(gh h) ))', [
    "gh",
    "gh",
    "gh",
    "gh",
    "gh",
    "gh",
    "gh",
    "gh",
  ]],
  ["a substitution in single quotes", "echo '$(gh a)' '`gh b`' $'$(gh c)'", []],
  ["a heredoc", "cat <<A <<-'B'\ngh a\n$(gh b)\nA\n\tgh c $(gh d)\n\tB\ngh e", ["gh", "gh"]],
  ["a heredoc for a shell", "bash <<'A'\ngh a\nA\nsudo sh -s x <<A\ngh b\nA", ["gh", "gh"]],
  ["a heredoc for a group", "{ read x; bash; } <<A\ngh a\nA", ["gh"]],
  ["a here-string for a shell", "bash <<< 'gh a'; sh - <<<\"gh b\"", ["gh", "gh"]],
  [
    "text piped into a shell",
    "echo 'gh a' | sh; printf 'gh b\\n' | bash -x; cat <<<'gh c' | zsh; echo -e 'x\\ngh d' | sh",
    [
      "gh",
      "gh",
      "gh",
      "gh",
    ],
  ],
  ["text piped into a shell that does not read it", "echo 'gh a' | sh f; echo 'gh b' | sh -c 'cat'", []],
  [
    "text for a shell",
    "bash -c 'gh a'; sh -lc 'gh b'; zsh -euo pipefail -c 'gh c' x; bash --norc -O extglob -c -- 'gh d'",
    [
      "gh",
      "gh",
      "gh",
      "gh",
    ],
  ],
  ["a script for a shell", "bash gh; sh ./python -c 'gh x'; bash -- -c 'gh x'", []],
  ["flags in a variable before the text", "bash $FLAGS -c 'gh a'; bash $SCRIPT gh", ["gh"]],
  ["eval and trap", "eval 'gh a; gh b'; eval gh c; trap 'gh d' EXIT INT; trap - EXIT; trap -p gh", [
    "gh",
    "gh",
    "gh",
    "gh",
  ]],
  ["programs nested in one another", 'bash -c "sh -c \'eval \\"gh a\\"\'"; xargs sh -c \'sudo sh -c "gh b"\'', [
    "gh",
    "gh",
  ]],
  [
    "a wrapper",
    "sudo gh a; env gh b; xargs gh c; time gh d; nice gh e; command gh f; nohup gh g; setsid gh h; exec gh i",
    [
      "gh",
      "gh",
      "gh",
      "gh",
      "gh",
      "gh",
      "gh",
      "gh",
      "gh",
    ],
  ],
  [
    "a wrapper with options",
    "sudo -nu bob -- A=1 gh a; env -iu X --unset=Y -C / A=1 gh b; xargs -0 -I{} -P 4 gh {}; timeout -k 1 --signal KILL 5 gh d; nice -n5 gh e; nice -5 gh f; stdbuf -oL -e 0 gh g; exec -a n gh h; command -p gh i; doas -u x gh j; /usr/bin/time -f %e gh k",
    ["gh", "gh", "gh", "gh", "gh", "gh", "gh", "gh", "gh", "gh", "gh"],
  ],
  [
    "a package runner",
    "npx gh a; npx -y -p x gh b; npx -c 'gh c'; uv run --with x python d; uv pip install gh; bunx gh e",
    [
      "gh",
      "gh",
      "gh",
      "python",
      "gh",
    ],
  ],
  ["words to split", "env -S 'gh a'; env -vS\"-i A=1 'gh' b\"; env --split-string='gh c'; env -S 'echo gh'", [
    "gh",
    "gh",
    "gh",
  ]],
  [
    "a wrapper for a process",
    "ionice -c 3 gh a; taskset -c 0 gh b; chrt -o 0 gh c; strace -f -o t gh d; unshare -r gh e; flock -n l gh f; chroot / gh g",
    ["gh", "gh", "gh", "gh", "gh", "gh", "gh"],
  ],
  [
    "a wrapper with the text of a shell",
    "flock l -c 'gh a'; script -qc 'gh b' o; su - me -c 'gh c'; su -c 'gh d'; runuser -u me -- gh e; git submodule foreach 'gh f'",
    ["gh", "gh", "gh", "gh", "gh", "gh"],
  ],
  [
    "a runner of a project",
    "npm exec -- gh a; pnpm dlx gh b; poetry run python c; busybox sh -c 'gh d'; taskset -p 1 gh",
    [
      "gh",
      "gh",
      "python",
      "gh",
    ],
  ],
  [
    "a shell that another user opens",
    "sudo -s <<< 'gh a'; sudo -iu me <<A\ngh b\nA\necho 'gh c' | sudo -s; su me <<< 'gh d'",
    [
      "gh",
      "gh",
      "gh",
      "gh",
    ],
  ],
  ["assignments among the flags of a wrapper", "sudo A=1 -u me B=2 gh a", ["gh"]],
  ["brackets that dash takes for subshells", "sh -c '((gh a))'; dash -c '(( (gh b)))'; bash -c '((gh = 1))'", [
    "gh",
    "gh",
  ]],
  ["the input of a shell in a text", "sh -c 'bash' <<< 'gh a'; cat <<A | sh -c '. /dev/stdin'\ngh b\nA", ["gh", "gh"]],
  ["standard input by its name", "bash /dev/fd/0 <<< 'gh a'; . /proc/self/fd/0 <<< 'gh b'; node /dev/stdin <<< 1", [
    "gh",
    "gh",
    "node -e",
  ]],
  ["words split at an escaped blank", "env -S 'gh\\_a'; env -S 'echo\\_gh'", ["gh"]],
  ["output as the input of a shell", "bash < <(curl u)", [], "undecided"],
  ["an open file as the input of a shell", "bash <&3", [], "undecided"],
  ["an open file as the script of a shell", "bash /dev/fd/3 3<<A\nb\nA", [], "undecided"],
  ["a program that xargs reads", "echo gh a | xargs env", [], "undecided"],
  ["a subscript that a builtin evaluates", "let 'a[$(gh x)]=1'", [], "undecided"],
  ["an array that a builtin evaluates", "declare -a 'a=($(gh x))'", [], "undecided"],
  ["subscripts that nothing evaluates", "let x=1 'y[0]=2'; echo 'a[$(gh x)]'; read 'x'; [ a = '$(gh x)' ]", []],
  ["a loop whose body has braces", "for ((;;)) { gh x; break; }", ["gh"], "undecided"],
  ["find", "find . -exec gh a {} + -ok python b \\; -name gh; find . -execdir sh -c 'gh c' \\;", [
    "gh",
    "python",
    "gh",
  ]],
  ["a lookup", "command -v gh; command -pV python; type gh; which gh; man gh; hash gh; sudo -l gh; alias g='gh x'", []],
  ["a wrapper alone", "env\nsudo\ntime\nxargs\ncommand\nexec >o", []],
  [
    "inline code",
    "node -e 1; node --eval=1; node --eval 1; node -pe 1; node -r ./x -e 1; node --input-type module -e 1",
    [
      "node -e",
      "node -e",
      "node -e",
      "node -e",
      "node -e",
      "node -e",
    ],
  ],
  [
    "a script, or what looks like inline code behind it",
    "node x.mjs -e y; node -- -e; node -r -e x; node --evaluate x",
    [],
  ],
  ["a heredoc program", "node <<A\n1\nA\nnode - x <<A\n1\nA\nnode -r ./x <<<1", ["node -e", "node -e", "node -e"]],
  ["a heredoc that is no program", "node x <<A\n1\nA\nnode --test <<A\n1\nA\nnode --check <<<1", []],
  ["a computed command word", "$X gh", [], "undecided"],
  ["a computed program", 'bash -c "$X"; eval "$Y"; bash <<< "$Z"', [], "undecided"],
  ["the output of a program", "source <(curl u); . <(echo x)", [], "undecided"],
  ["a shell that reads what another program writes", "echo gh x | tee >(bash)", [], "undecided"],
  ["a sourced heredoc", "source /dev/stdin <<A\ngh x\nA\nsource gh", ["gh"]],
  ["a command word that is a pattern", "g? api; {gh,hub} x; ./*/gh x", ["gh"], "undecided"],
  ["a replaced command word", "echo gh | xargs -I{} {} x", [], "undecided"],
  ["a replaced text", "echo gh | xargs -I% sh -c '%'", [], "undecided"],
  ["a flag behind a variable", "node $FLAGS -e 1", [], "undecided"],
  ["an unclosed bracket", "(gh a\n", ["gh"], "undecided"],
  ["an unclosed quote", "echo don't; gh a\ngh b", ["gh", "gh"], "undecided"],
  ["an unclosed heredoc for node", "node - <<'A'\nfoo(1)\n", ["node -e"], "undecided"],
  ["carriage returns", "gh a\r\ncat <<A\r\ngh b\r\nA\r\npython c\r\n", ["gh", "python"]],
]

const strictly: readonly Row[] = [
  ["printed code", "node -p 1; node --print 1", ["node -e", "node -e"]],
  ["a piped program", "echo 1 | node; cat <<A | node -\n1\nA", ["node -e", "node -e"]],
  ["a remote command", "ssh h gh a; ssh -p 22 u@h -t 'cd x && gh b'; ssh h <<A\ngh c\nA", ["gh", "gh", "gh"]],
  ["a pasted prompt", "$ gh a\n❯ gh b\nme@host:~/x$ sudo gh c\n% gh d", ["gh", "gh", "gh", "gh"]],
]

function labelsOf(transcript: string, policy: Policy): readonly string[] {
  return analyzeTranscript(transcript, policy).violations.map((violation) => violation.split(": ", 1)[0] ?? "")
}

for (const [kind, transcript, labels, undecided] of everywhere) {
  for (const policy of [defaultPolicy, strictPolicy]) {
    Deno.test(`analyzeTranscript reads ${kind} under the ${policy === defaultPolicy ? "default" : "strict"} policy`, () => {
      deepStrictEqual(labelsOf(transcript, policy), labels)
      deepStrictEqual(analyzeTranscript(transcript, policy).undecided.length > 0, undecided !== undefined)
    })
  }
}

for (const [kind, transcript, labels] of strictly) {
  Deno.test(`analyzeTranscript reads ${kind} under the strict policy alone`, () => {
    deepStrictEqual(labelsOf(transcript, strictPolicy), labels)
    deepStrictEqual(labelsOf(transcript, defaultPolicy), [])
  })
}

Deno.test("analyzeTranscript resolves variables with a literal value under the strict policy, and says so otherwise", () => {
  const transcript = "G=gh; $G api x\nexport P='python3 -u'\n$P y\nG=$(id); $G z\n\"$P\" q"
  deepStrictEqual(labelsOf(transcript, strictPolicy), ["gh", "python3"])
  deepStrictEqual(analyzeTranscript(transcript, strictPolicy).undecided.map(({ segment }) => segment), ["$G z"])
  deepStrictEqual(analyzeTranscript(transcript).violations, [])
  deepStrictEqual(analyzeTranscript(transcript).undecided.length, 4)
})

Deno.test("analyzeTranscript tells allowed write operations from violations", () => {
  const found = analyzeTranscript([
    "gh pr merge 1 --squash",
    "gh -R o/r pr --repo=o/r ready",
    "sudo gh issue create -t 'a; gh x'",
    "gh issue edit 3; gh  label\tcreate x",
    "gh pr merge $(gh pr view -q .number)",
    "gh pr merge-queue; gh pr close 1; gh pr $X; gh pr; gh",
    "gh -Ro/r --hostname=h pr merge 2",
    "gh pr -t merge view; gh pr --help merge; gh -- pr merge; gh --repos=o/r pr merge",
  ].join("\n"))
  deepStrictEqual(found.allowedWriteOps, [
    "gh pr merge 1 --squash",
    "gh -R o/r pr --repo=o/r ready",
    "sudo gh issue create -t 'a; gh x'",
    "gh issue edit 3",
    "gh  label\tcreate x",
    "gh pr merge $(gh pr view -q .number)",
    "gh -Ro/r --hostname=h pr merge 2",
  ])
  deepStrictEqual(found.violations, [
    "gh: gh pr view -q .number",
    "gh: gh pr merge-queue",
    "gh: gh pr close 1",
    "gh: gh pr $X",
    "gh: gh pr",
    "gh: gh",
    "gh: gh pr -t merge view",
    "gh: gh pr --help merge",
    "gh: gh -- pr merge",
    "gh: gh --repos=o/r pr merge",
  ])
})

Deno.test("analyzeTranscript turns what is no string into one", () => {
  const clean = { violations: [], allowedWriteOps: [], internalToolingOnly: true, undecided: [] }
  for (const nothing of [null, undefined, "", " \n\t\n# c\n", 42]) deepStrictEqual(analyzeTranscript(nothing), clean)
})
