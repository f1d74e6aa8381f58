import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Result from "effect/Result"
import { parseConfig } from "../../../src/core/config/parse_config.ts"

function problemOf(text: string): string {
  const config = parseConfig(text, ".retro.yaml")
  return Result.isFailure(config) ? config.failure.message : "no problem"
}

Deno.test("parseConfig reads every documented setting", () => {
  const config = parseConfig(
    [
      "report_dir: reports",
      "roots: { decisions: [adr/*.md] }",
      "ignore: [vendor/**]",
      "passes:",
      "  link-integrity: false",
      "  my-judge: { command: [judge, --fast], timeout_seconds: 9 }",
      "limits: { findings: 5, diagram_nodes: 6 }",
      "memory: { root: memory, index: MEMORY.md }",
      "proposals: { dir: proposals }",
      "fail_on: high",
    ].join("\n"),
    ".retro.yaml",
  )
  deepStrictEqual(Result.getOrThrow(config), {
    report_dir: "reports",
    roots: { decisions: ["adr/*.md"] },
    ignore: ["vendor/**"],
    passes: { "link-integrity": false, "my-judge": { command: ["judge", "--fast"], timeout_seconds: 9 } },
    limits: { findings: 5, diagram_nodes: 6 },
    memory: { root: "memory", index: "MEMORY.md" },
    proposals: { dir: "proposals" },
    fail_on: "high",
  })
})

Deno.test("parseConfig takes an empty file as no configuration", () => {
  deepStrictEqual(Result.getOrThrow(parseConfig("# nothing yet\n", ".retro.yaml")), {})
})

Deno.test("parseConfig names an unknown key, its line and the nearest known one", () => {
  const cases = [
    ["a: 1\n", 'Cannot use .retro.yaml, line 1: unknown key "a"; did you mean "'],
    ["\nroots:\n  decision: [x]\n", 'line 3: unknown key "roots.decision"; did you mean "decisions"?'],
    ["passes:\n  links: false\n", 'line 2: unknown key "passes.links"; did you mean "link-integrity"?'],
    ["passes:\n  path: false\n", 'unknown key "passes.path"; did you mean "path-reference" or "path-config"?'],
    ["passes:\n  link-integrty: false\n", 'line 2: unknown key "passes.link-integrty"; did you mean "link-integrity"?'],
    [
      "passes:\n  frontmatter:\n    rules:\n      - { glob: a }\n      - glob: b\n        requird: [date]\n",
      'line 6: unknown key "passes.frontmatter.rules.1.requird"; did you mean "required"?',
    ],
  ] as const
  for (const [text, message] of cases) strictEqual(problemOf(text).includes(message), true, problemOf(text))
})

Deno.test("parseConfig names the field and the line of a wrong type", () => {
  strictEqual(
    problemOf("limits:\n  findings: many\n"),
    'Cannot use .retro.yaml, line 2: limits.findings: Expected number, got "many"',
  )
  strictEqual(problemOf("ignore: x\n").includes("line 1: ignore: "), true)
})

Deno.test("parseConfig refuses a report folder outside the repository, or in git's own", () => {
  for (
    const out of ["../kept", "a/../../kept", "/kept", "\\\\kept", "C:/kept", "a/..\\..\\kept", ".git/kept", "a/.GIT"]
  ) {
    strictEqual(
      problemOf(`# mine\nreport_dir: '${out}'\n`),
      `Cannot use .retro.yaml, line 2: report_dir: ${JSON.stringify(out)} leads out of the repository; ` +
        "name a folder in it, or leave this out and say --report-dir",
    )
  }
  for (const inside of [".", "kept/", "./a/../kept", ".github/kept", "..kept"]) {
    strictEqual(problemOf(`report_dir: '${inside}'\n`), "no problem")
  }
})

Deno.test("parseConfig refuses what is not a YAML mapping", () => {
  strictEqual(problemOf("- a\n"), "Cannot use .retro.yaml, line 1: expected a mapping of settings")
  strictEqual(problemOf("a: [\n").startsWith("Cannot use .retro.yaml, line "), true)
  strictEqual(problemOf("a: 1\na: 2\n").includes("not YAML"), true)
})

Deno.test("parseConfig survives aliases that expand without bound", () => {
  const bomb = [
    "ignore:",
    "  - &a [x, x, x, x, x, x, x, x, x]",
    ...["b", "c", "d", "e"].map((name, index) => {
      const before = String.fromCharCode("a".charCodeAt(0) + index)
      return `  - &${name} [*${before}, *${before}, *${before}, *${before}, *${before}]`
    }),
  ].join("\n")
  strictEqual(problemOf(bomb).startsWith("Cannot use .retro.yaml"), true)
})

Deno.test("parseConfig checks the settings of passes, and tells which key or value is wrong and its line", () => {
  const nouns = "passes:\n  count-claim:\n    nouns:\n"
  const cases = [
    [
      "passes:\n  count-claim:\n    noun: {}\n",
      'line 3: unknown key "passes.count-claim.noun"; did you mean "nouns"?',
    ],
    [
      `${nouns}      tools: { globs: a }\n`,
      'line 4: unknown key "passes.count-claim.nouns.tools.globs"; did you mean "glob"?',
    ],
    [
      `${nouns}      tools:\n        glob: 5\n`,
      "line 5: passes.count-claim.nouns.tools.glob: Expected string, got 5",
    ],
    [
      `${nouns}      tools:\n        file: a\n`,
      "line 5: passes.count-claim.nouns.tools: Expected either glob, or file with one of heading, json_path and pattern",
    ],
    [
      `${nouns}      tools: { file: a, pattern: "(" }\n`,
      "line 4: passes.count-claim.nouns.tools.pattern: Expected a regular expression",
    ],
    [
      "passes:\n  link-integrity:\n    anchors: no\n",
      'line 3: unknown key "passes.link-integrity.anchors"; there are no settings here; leave it out',
    ],
    [
      "passes:\n  link-integrity: true\n",
      "line 2: passes.link-integrity: expected false or a mapping of settings, got true",
    ],
    ["passes:\n  count-claim:\n", "line 2: passes.count-claim: expected false or a mapping of settings, got null"],
    [
      "passes:\n  judge:\n    command: [a]\n    scope: [b]\n",
      'line 4: unknown key "passes.judge.scope"; did you mean "scopes"?',
    ],
    ["passes:\n  judge: { command: a }\n", 'line 2: passes.judge.command: Expected array, got "a"'],
    [
      "passes:\n  judge:\n    command: [a]\n    scopes: [corpus, dif]\n",
      'line 4: passes.judge.scopes.1: Expected "corpus" | "conformance" | "module" | "diff", got "dif"',
    ],
    ["passes:\n  judge: { command: [a], timeout_seconds: 86401 }\n", "line 2: passes.judge.timeout_seconds: Expected"],
    ['passes:\n  "": { command: [a] }\n', 'line 2: "" cannot be the id of a pass: it must be one trimmed line'],
    ['passes:\n  "a\\nb": { command: [a] }\n', 'line 2: "a\\nb" cannot be the id of a pass'],
    ["passes: [a]\n", "line 1: passes: Expected object"],
  ] as const
  for (const [text, message] of cases) strictEqual(problemOf(text).includes(message), true, problemOf(text))
})

Deno.test("parseConfig takes a pass without settings, switched on by an empty mapping", () => {
  const passes = { "link-integrity": {}, "review-due": {}, "count-claim": { nouns: { tools: { glob: "t/*" } } } }
  deepStrictEqual(
    Result.getOrThrow(parseConfig(`passes: ${JSON.stringify(passes)}\n`, ".retro.yaml")),
    { passes },
  )
})
