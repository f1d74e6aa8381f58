import { strictEqual } from "node:assert/strict"
import type { Component } from "./component.ts"
import { componentTest } from "./component.ts"
import { same } from "./same.ts"

const text = JSON.stringify

/** Texts that are no JSON, or that a reader of JSON must not follow. */
const noJson: readonly string[] = [
  ...["", " ", "{", "[1,]", "{a:1}", "nul", "'a'", "01", "1.", "[1]//", '"\\x"', '"\t"', "\ufeff", '"', "\\"],
  ...["[".repeat(20_000), '{"a":'.repeat(20_000), "[".repeat(201) + "]".repeat(201), `"${"[".repeat(999)}`],
]

/** Values that are JSON and are nothing that any operation asks for. */
const foreign: readonly string[] = [
  ...["null", "0", "-0", "1e999", '"a"', "[]", "{}", "[[]]", '{"__proto__":{"a":1}}', '"\\ud800"', "[null]"],
  ...["[".repeat(200) + "]".repeat(200), '{"a":'.repeat(199) + "1" + "}".repeat(199), "\ufeff{}", '"\\u0000"'],
]

const options = { today: "2027-01-31", renames: [] } as const
const file = { destination: "file" } as const
const defaultPolicy = { tag: "default" } as const

/** Every operation that is given JSON. */
const operations: { readonly [name: string]: (core: Component, json: string) => unknown } = {
  "diff": ({ reports }, json) => reports.diff(json, undefined, options),
  "diff with a baseline": ({ reports }, json) =>
    reports.diff("[]", { path: "v1.md", content: { tag: "json", val: json } }, options),
  "render": ({ reports }, json) => reports.render(json, file),
  "render-bodies": ({ reports }, json) => reports.renderBodies([{ frontmatter: json, body: "b" }], standardOrder, 1),
  "redact-value": ({ secrets }, json) => secrets.redactValue(json),
  "read-checkpoint": ({ gate }, json) => gate.readCheckpoint({ tag: "text", val: json }),
  "resolve-checkpoint-state": ({ gate }, json) => gate.resolveCheckpointState(json),
  "normalize-checkpoint-state": ({ gate }, json) => gate.normalizeCheckpointState(json),
  "normalize-cycle-identity": ({ gate }, json) => gate.normalizeCycleIdentity(json),
  "require-checkpoint": ({ gate }, json) => gate.requireCheckpoint(json, "", undefined),
  "complete-checkpoint": ({ gate }, json) => gate.completeCheckpoint(json, "", "n"),
  "skip-checkpoint": ({ gate }, json) => gate.skipCheckpoint(json, "", " "),
  "observe-agent-end": ({ gate }, json) => gate.observeAgentEnd(json, json, ""),
  "is-qualifying-async-completion": ({ gate }, json) => gate.isQualifyingAsyncCompletion(json),
  "load-dev-loop-config": ({ gate }, json) => gate.loadDevLoopConfig([{ path: ".devloops", text: json }]),
  "load-dev-loop-config of JSON": ({ gate }, json) => gate.loadDevLoopConfig([{ path: ".devloops.json", text: json }]),
  "gate.evaluate": ({ gate }, json) => gate.evaluate(json),
  "gate.check": ({ gate }, json) => gate.check({ tag: "text", val: json }, [{ path: ".devloops", text: json }], "{}"),
  "gate.check of a routing": ({ gate }, json) => gate.check({ tag: "absent" }, [], json),
  "routing.evaluate": ({ routing }, json) => routing.evaluate(json),
  "startup-resume-bundle": ({ routing }, json) => routing.startupResumeBundle(json),
  "status": ({ routing }, json) => routing.status(json),
  "envelopes.validate": ({ envelopes }, json) => envelopes.validate(json, true),
  "envelopes.build": ({ envelopes }, json) => envelopes.build(json, json, json, { env: [] }, json),
  "envelopes.build with options": ({ envelopes }, json) =>
    envelopes.build("{}", undefined, undefined, { env: [], overrides: json }, undefined),
  "normalize-findings": ({ envelopes }, json) => envelopes.normalizeFindings(json),
  "analyze-transcript": ({ transcripts }, json) => transcripts.analyzeTranscript(json, { tag: "custom", val: json }),
}
const standardOrder = { tag: "tiers" } as const

componentTest("the component says of foreign JSON what the core says, and goes on", (component) => {
  for (const json of [...noJson, ...foreign]) {
    for (const operation of Object.values(operations)) same(component, (core) => operation(core, json))
  }
})

componentTest("the component gives no half surrogate pair where JSON names one", (component) => {
  const finding = {
    ...{ pass: "p", locator: "a.md", verdict: "V", severity: "Low", what: "one \ud800 half", route: "manual" },
    proposed_action: "look \udc00",
  }
  same(component, ({ reports }) => reports.render(reports.diff(text([finding]), undefined, options), file))
  same(component, ({ reports }) => reports.diff(text([{ ...finding, "x\ud800": 1, what: 1 }]), undefined, options))
  same(component, ({ envelopes }) => envelopes.normalizeFindings(text({ rawCallViolations: ["\ud800"] })))
  same(component, ({ secrets }) => secrets.redactValue(text({ "\ud800": "\udfff" })))
})

componentTest("the component refuses bytes that are no UTF-8 as the core does", (component) => {
  const bytes = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf, 0x7b, 0x7d], [0xf0, 0x9f, 0x98, 0x80], [
    0xe2,
    0x82,
  ]]
  for (const given of bytes) {
    same(component, ({ gate }) => gate.readCheckpoint({ tag: "bytes", val: Uint8Array.from(given) }))
  }
})

/** Texts that would overflow the stack of a reader that recurses. */
const deep: readonly string[] = [
  ...["(", "{ ", "$(", '"$(', "`", "((", "$((", "[[ ( ", "[[ ! ", "! ", "${a:-", "a=( ", "<(", "@(a|", "if ", "while "],
  ...[
    "case x in a) ",
    "bash -c '",
    'eval "',
    "sudo ",
    "cat <<E\n",
    "a|",
    "a && ",
    "f() ",
    "f() { ",
    "f() (\n",
    "coproc ",
  ],
  ...[
    "function f ",
    "f() coproc ",
    "f() case x in a) ",
    "[a",
    "- ",
    "? ",
    "a: {",
    "&a [*a, ",
    "| ",
    "> ",
    "<!--",
    "```\n",
    "# ",
  ],
]

componentTest("the component reads deeply nested texts as the core does", (component) => {
  for (const part of deep) {
    const hostile = part.repeat(Math.max(300, Math.floor(3_000 / part.length)))
    same(component, ({ transcripts }) => transcripts.analyzeTranscript(hostile, defaultPolicy))
    same(component, ({ transcripts }) => transcripts.analyzeTranscript("", { tag: "custom", val: hostile }))
    same(component, ({ secrets }) => secrets.redact(hostile))
    same(component, ({ reports }) => reports.parse(`---\n${hostile}\n---\n${hostile}`))
    same(component, ({ reports }) => reports.validate(`---\nscope: x\n---\n${hostile}`))
    same(component, ({ gate }) => gate.loadDevLoopConfig([{ path: ".devloops", text: hostile }]))
  }
  strictEqual(component.secrets.redact("still there"), "still there")
})
