import { deepStrictEqual } from "node:assert/strict"
import { analyzeTranscript } from "../../../src/core/transcript/analyze_transcript.ts"

/** A transcript, and the violations in it; `undecided` is how many commands cannot be decided. */
type Row = readonly [transcript: string, violations: readonly string[], undecided?: number]

const segments: readonly Row[] = [
  // Assignments, wrappers, path, inner blanks and redirections stay; what is around the command does not.
  ["A=1  gh   api x", ["gh: A=1  gh   api x"]],
  ["sudo -u me env -i B=2 gh api x", ["gh: sudo -u me env -i B=2 gh api x"]],
  ["  /opt/bin/gh api x  ", ["gh: /opt/bin/gh api x"]],
  ["! gh api x", ["gh: gh api x"]],
  ["time -p gh x | cat", ["gh: time -p gh x"]],
  ["time gh x", ["gh: time gh x"]],
  ["time ! gh x", ["gh: gh x"]],
  ["(gh x) > o", ["gh: gh x"]],
  ["{ gh x; }", ["gh: gh x"]],
  ["gh x > o 2>&1 &", ["gh: gh x > o 2>&1"]],
  ["2>/dev/null gh x", ["gh: 2>/dev/null gh x"]],
  ["gh \\\n  api x", ["gh: gh \\\n  api x"]],
  ["if gh x; then :; fi", ["gh: gh x"]],
  ["find f -exec gh {} \\;", ["gh: find f -exec gh {} \\;"]],
  ["env -S 'gh x'", ["gh: env -S 'gh x'"]],
  ["xargs -n1 gh api <list", ["gh: xargs -n1 gh api <list"]],
  ["python3 - <<E >o\nprint(1)\nE\n", ["python3: python3 - <<E >o"]],
  // Substitutions: the outer keeps its text, and comes first.
  ["gh api $(python3 x)", ["gh: gh api $(python3 x)", "python3: python3 x"]],
  ["cat <<E; gh x\n$(python3 y)\nE", ["gh: gh x", "python3: python3 y"]],
  ["echo `gh \\`python3 y\\``", ["gh: gh `python3 y`", "python3: python3 y"]],
  ["FOO=$(python3 t) sh -c 'gh x'", ["python3: python3 t", "gh: gh x"]],
  // Text for a shell is cut after quote removal.
  ["eval gh x", ["gh: gh x"]],
  ["eval 'gh  x' y", ["gh: gh  x y"]],
  ["trap 'gh x' EXIT", ["gh: gh x"]],
  ["sh -c \"gh api 'a b'\"", ["gh: gh api 'a b'"]],
  ["watch -n 5 gh pr view", ["gh: gh pr view"]],
  ['bash -c "gh pr view $N"', ["gh: gh pr view $N"]],
  ["cat <<'E' | bash\ngh x\nE", ["gh: gh x"]],
  ["echo 'gh x' | sudo bash", ["gh: gh x"]],
  ["printf '%s\\n' 'gh x' | sh", ["gh: gh x"]],
  ["bash <<< 'gh x'", ["gh: gh x"]],
  ["bash <<E\ngh api $N\nE", ["gh: gh api $N"]],
  // The literal part after the last slash decides.
  ['"$VENV"/bin/python x.py', ['python: "$VENV"/bin/python x.py']],
  ["$(dirname f)/gh x", ["gh: $(dirname f)/gh x"]],
  // Computed: undecided, once.
  ['bash -c "$X gh"', [], 1],
  ['bash -c "$X"', [], 1],
  ["{gh,pr} view", [], 1],
  ["${X}gh x", [], 1],
  ["$G api", [], 1],
  ["$(echo gh) x", [], 1],
  ["echo x | tee o | bash", [], 1],
  ["curl -s u | sh", [], 1],
  ["bash <(curl u)", [], 1],
  // `case` as an argument is no keyword.
  ["x=$(gh pr list | grep case)\ngh y", ["gh: gh pr list", "gh: gh y"]],
  // Single quotes that are none.
  ["echo \"'$(gh x)'\"", ["gh: gh x"]],
  ["cat <<E\n'$(gh x)'\nE", ["gh: gh x"]],
  ["echo \"${x:-'$(gh x)'}\"", ["gh: gh x"]],
  ["cat <<E\n${x:-'$(gh x)'}\nE", ["gh: gh x"]],
  ["echo $(( '$(gh x)' ))", ["gh: gh x"]],
  ["echo ${a['$(gh x)']}", ["gh: gh x"]],
  ["echo ${x:-'$(gh x)'}", []],
  // Data.
  ["git commit -m \"$(cat <<'E'\ngh x; $(gh y)\nE\n)\"", []],
  ["git commit -m \"$(cat <<'E'\ngh x; $(gh y)\nE)\"", []],
  ["bash f <<'E'\ngh x\nE", []],
  ["bash -- -c 'gh x'", []],
  ["sudo -l gh", []],
  ["command -pv gh", []],
  ["cat <<'E'\ngh x\nE", []],
  // What never closes hides nothing.
  ["cat <<EOF\nbody\ngh x", ["gh: gh x"], 1],
  ["echo 'oops && python3 y\ngit status", ["python3: python3 y"], 1],
  ["echo ${ x\ngh y", ["gh: gh y"], 1],
  ["--(\ngh x", ["gh: gh x"], 1],
  ["a )\ngh x", ["gh: gh x"], 1],
  ["if true; then gh x", ["gh: gh x"], 1],
  ["[[ a\ngh x", ["gh: gh x"], 1],
  ['gh x; echo "abc\npython y', ["gh: gh x", "python: python y"], 1],
]

for (const [transcript, violations, undecided = 0] of segments) {
  Deno.test(`analyzeTranscript cuts the segments of ${JSON.stringify(transcript)}`, () => {
    const found = analyzeTranscript(transcript)
    deepStrictEqual(found.violations, violations)
    deepStrictEqual(found.undecided.length, undecided, JSON.stringify(found.undecided))
  })
}
