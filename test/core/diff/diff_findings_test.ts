import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { baseline, diff, finding, pass, row, rowsOf, tagsOf } from "./builders.ts"

const sentence = "the decision names an owner who left the team last year"
const reworded = "the decision names an owner who quit the team last year"
const other = "no back-link from the superseding record"

Deno.test("a first run numbers its findings in caller order", () => {
  const result = diff({ current: { findings: [finding({ what: "b" }), finding({ what: "a" })] } })
  deepStrictEqual(tagsOf(result), ["R001 NEW", "R002 NEW"])
  deepStrictEqual(result.findings.map(({ what }) => what), ["b", "a"])
  deepStrictEqual([result.run_mode, result.baseline, result.id_max], ["fresh", null, 2])
})

Deno.test("new ids continue above the highest id that ever was, closed ones included", () => {
  const closed = [{ ...row("R009", { what: other }), closed_in: 2 }]
  const result = diff({ current: { findings: [finding({ locator: "b" })] }, baseline: baseline([row("R002")], closed) })
  deepStrictEqual(tagsOf(result), ["R010 NEW"])
  strictEqual(result.id_max, 10)
})

Deno.test("key matches whatever the sentence says, and different keys never match", () => {
  const rows = [row("R001", { key: "a", what: sentence }), row("R002", { key: "b", what: other })]
  const findings = [finding({ key: "a", what: "says something else" }), finding({ key: "c", what: other })]
  const result = diff({ current: { findings }, baseline: baseline(rows) })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED key", "R003 NEW"])
  deepStrictEqual(rowsOf(result), ["R002 RESOLVED not detected"])
})

Deno.test("text matches across case, spacing and composition, at any line, and only inside its pass", () => {
  const rows = [
    row("R001", { locator: "docs/a.md:4", what: "Caf\u00e9  Rule" }),
    row("R002", { pass: "q", what: other }),
  ]
  const findings = [finding({ locator: "docs/a.md:90", what: "cafe\u0301 rule" }), finding({ what: other })]
  const result = diff({ current: { findings }, baseline: baseline(rows) })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED text", "R003 NEW"])
  strictEqual(result.findings[0]?.score, 1)
})

Deno.test("a finding without a key matches a row with one by its text", () => {
  const result = diff({ current: { findings: [finding()] }, baseline: baseline([row("R001", { key: "a" })]) })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED text"])
})

Deno.test("reworded matches a near-identical sentence about the same node", () => {
  const current = { findings: [finding({ locator: "docs/a.md:9", what: reworded })] }
  const result = diff({ current, baseline: baseline([row("R001", { locator: "docs/a.md:2" })]) })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED reworded"])
  ok((result.findings[0]?.score ?? 0) > 0.9)
})

Deno.test("near-identical is strictly below three tenths of the shorter text", () => {
  const before = row("R001", { locator: "a:1", what: "abcdefghij" })
  for (const [what, tag] of [["abcdefghXY", "R001 CARRIED reworded"], ["abcdefgXYZ", "R002 NEW"]] as const) {
    const result = diff({ current: { findings: [finding({ locator: "a:1", what })] }, baseline: baseline([before]) })
    deepStrictEqual(tagsOf(result), [tag])
  }
})

Deno.test("two findings that could be one row are new, and the row is ambiguous", () => {
  const findings = ["item alpha has no owner", "item gamma has no owner"].map((what) =>
    finding({ what, locator: "a:1" })
  )
  const result = diff({
    current: { findings },
    baseline: baseline([row("R001", { what: "item delta has no owner", locator: "a:1" })]),
  })
  deepStrictEqual(tagsOf(result), ["R002 NEW", "R003 NEW"])
  deepStrictEqual(result.findings.map(({ possible_match }) => possible_match), ["R001", "R001"])
  deepStrictEqual(rowsOf(result), ["R001 UNVERIFIED ambiguous"])
})

Deno.test("two rows that could be one finding are both ambiguous", () => {
  const rows = [
    row("R001", { what: "item alpha has no owner", locator: "a:1" }),
    row("R002", { what: "item gamma has no owner", locator: "a:2" }),
  ]
  const result = diff({
    current: { findings: [finding({ what: "item delta has no owner", locator: "a:1" })] },
    baseline: baseline(rows),
  })
  deepStrictEqual(tagsOf(result), ["R003 NEW"])
  ok(result.unverified.some(({ id }) => id === result.findings[0]?.possible_match))
  deepStrictEqual(rowsOf(result), ["R001 UNVERIFIED ambiguous", "R002 UNVERIFIED ambiguous"])
})

Deno.test("what is clear is taken out before the rest is called ambiguous", () => {
  const rows = ["the first rule of the gate is closed", "the other rule of the gate is open now"].map((what, index) =>
    row(`R00${index + 1}`, { what, locator: `a:${index}` })
  )
  const findings = ["the first rule of the gate is closed!", "the other rule of the gate is open too"].map((what) =>
    finding({ what, locator: "a:7" })
  )
  const result = diff({ current: { findings }, baseline: baseline(rows) })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED reworded", "R002 CARRIED reworded"])
})

Deno.test("node matches the only row and the only finding left without a line", () => {
  const result = diff({ current: { findings: [finding({ what: other })] }, baseline: baseline([row("R001")]) })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED node"])
  const score = result.findings[0]?.score ?? -1
  ok(score >= 0 && score < 0.7)
})

Deno.test("node does not match with a line on a side, with two left on a side, or with different keys", () => {
  const cases = [
    { rows: [row("R001", { locator: "docs/a.md:3" })], findings: [finding({ what: other })] },
    { rows: [row("R001")], findings: [finding({ what: other, locator: "docs/a.md:3" })] },
    { rows: [row("R001")], findings: [finding({ what: other }), finding({ what: "something quite else" })] },
    { rows: [row("R001", { key: "a" })], findings: [finding({ what: other, key: "b" })] },
  ]
  for (const { rows, findings } of cases) {
    const result = diff({ current: { findings }, baseline: baseline(rows) })
    ok(result.findings.every(({ tag }) => tag === "NEW"))
    deepStrictEqual(rowsOf(result), ["R001 RESOLVED not detected"])
  }
})

Deno.test("moved matches a near-identical sentence when the old node is gone and the new one is new", () => {
  const current = {
    passes: [pass([finding({ locator: "skills/new-agent/SKILL.md:9", what: "skill new-agent cites a missing file" })])],
  }
  const before = row("R001", { locator: "skills/agent/SKILL.md:2", what: "skill agent cites a missing file" })
  for (const inventory of [undefined, ["skills/new-agent/SKILL.md"]]) {
    const input = inventory === undefined ? current : { ...current, inventory }
    const result = diff({ current: input, baseline: baseline([before]) })
    deepStrictEqual(tagsOf(result), ["R001 CARRIED moved"])
  }
})

Deno.test("moved does not match when the old node is there, the new one is old, or nothing says what is there", () => {
  const before = row("R001", { locator: "old.md:2" })
  const now = finding({ locator: "new.md:2" })
  const scanned = pass([now], { scanned: ["old.md"] })
  deepStrictEqual(tagsOf(diff({ current: { passes: [scanned] }, baseline: baseline([before]) })), ["R002 NEW"])
  const inventory = ["old.md", "new.md"]
  deepStrictEqual(tagsOf(diff({ current: { passes: [pass([now])], inventory }, baseline: baseline([before]) })), [
    "R002 NEW",
  ])
  const known = [before, row("R002", { locator: "new.md", what: other, pass: "q" })]
  deepStrictEqual(tagsOf(diff({ current: { passes: [pass([now])] }, baseline: baseline(known) })), ["R003 NEW"])
  deepStrictEqual(tagsOf(diff({ current: { findings: [now] }, baseline: baseline([before]) })), ["R002 NEW"])
})

Deno.test("moved matches equal keys whatever the sentence says", () => {
  const result = diff({
    current: { passes: [pass([finding({ locator: "new.md", key: "k", what: other })])] },
    baseline: baseline([row("R001", { locator: "old.md", key: "k" })]),
  })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED moved"])
})

Deno.test("several moved findings that say the same are ambiguous, unless git names the pairs", () => {
  const rows = ["a", "b"].map((name, index) =>
    row(`R00${index + 1}`, { locator: `old/${name}.md`, what: `${name} has no owner` })
  )
  const findings = ["c", "d"].map((name) => finding({ locator: `new/${name}.md`, what: `${name} has no owner` }))
  const input = { current: { passes: [pass(findings)], inventory: ["new/c.md", "new/d.md"] }, baseline: baseline(rows) }
  const guess = diff(input)
  deepStrictEqual(tagsOf(guess), ["R003 NEW", "R004 NEW"])
  deepStrictEqual(rowsOf(guess), ["R001 UNVERIFIED ambiguous", "R002 UNVERIFIED ambiguous"])
  const told = diff({ ...input, renames: { "old/a.md": "new/d.md", "old/b.md": "new/c.md" } })
  deepStrictEqual(told.findings.map(({ id, locator }) => [id, locator]), [["R001", "new/d.md"], ["R002", "new/c.md"]])
})

Deno.test("a renamed pass that names its former id keeps its findings, also when the former one still runs", () => {
  const rows = [row("R001", { pass: "old" })]
  for (const more of [[], [pass([], { pass: "old", scanned: ["docs/a.md"] })]]) {
    const passes = [pass([finding({ pass: "new" })], { pass: "new", aliases: ["old"] }), ...more]
    const result = diff({ current: { passes }, baseline: baseline(rows) })
    deepStrictEqual(result.findings.map(({ id, pass }) => [id, pass]), [["R001", "new"]])
  }
  const result = diff({
    current: { passes: [pass([finding({ pass: "new" })], { pass: "new" })] },
    baseline: baseline(rows),
  })
  deepStrictEqual(rowsOf(result), ["R001 UNVERIFIED pass did not run"])
})

Deno.test("two passes that share a former id do not take each other's rows", () => {
  const passes = [
    pass([], { pass: "left", aliases: ["old"], scanned: ["docs/a.md"] }),
    pass([finding({ pass: "right", what: other })], { pass: "right", aliases: ["old"] }),
  ]
  const result = diff({ current: { passes }, baseline: baseline([row("R001", { pass: "left" })]) })
  deepStrictEqual(tagsOf(result), ["R002 NEW"])
  deepStrictEqual(rowsOf(result), ["R001 RESOLVED not detected"])
})

Deno.test("this run's severity, verdict and unknown fields win on a carried finding", () => {
  const now = finding({ severity: "High", verdict: "WORSE", extra: { kept: true }, id: "R777" })
  const result = diff({ current: { findings: [now] }, baseline: baseline([row("R001", { severity: "Low" })]) })
  deepStrictEqual(result.findings, [{
    ...now,
    id: "R001",
    effort: "M",
    status: "open",
    tag: "CARRIED",
    matched_by: "text",
    score: 1,
  }])
})

Deno.test("effort is filled in by route and never overwritten", () => {
  const efforts = (["proposal", "capture", "memory-audit", "direct-fix", "none"] as const).map((route) =>
    diff({ current: { findings: [finding({ route })] } }).findings[0]?.effort
  )
  deepStrictEqual(efforts, ["M", "S", "S", "S", undefined])
  strictEqual(diff({ current: { findings: [finding({ effort: "L" })] } }).findings[0]?.effort, "L")
})

Deno.test("what an earlier diff left on findings and rows does not come through", () => {
  const [before] = diff({ current: { findings: [finding()] }, baseline: baseline([row("R001")]) }).findings
  ok(before !== undefined)
  const again = diff({ current: { findings: [before] } }).findings[0]
  deepStrictEqual([again?.tag, again?.matched_by, again?.score], ["NEW", undefined, undefined])
  const [resolved] = diff({ current: { findings: [] }, baseline: baseline([{ ...before, status: "open" }]) }).resolved
  deepStrictEqual([resolved?.tag, resolved?.["matched_by"], resolved?.["score"]], ["RESOLVED", undefined, undefined])
})

Deno.test("a key that names another node goes with that node's rename, and with no other", () => {
  const rows = [
    row("R001", { locator: "a.md", key: "missing-back-link old name.md", what: "old name.md replaces this" }),
    row("R002", { locator: "b.md", key: "old name.md", what: "old name.md is dead" }),
    row("R003", { locator: "c.md", key: "rule older name.md", what: "older name.md" }),
  ]
  const findings = [
    finding({ locator: "a.md", key: "missing-back-link new.md", what: "new.md replaces this" }),
    finding({ locator: "b.md", key: "new.md", what: "new.md is dead" }),
    finding({ locator: "c.md", key: "rule older new.md", what: "another" }),
  ]
  const result = diff({ current: { findings }, baseline: baseline(rows), renames: { "old name.md": "new.md" } })
  deepStrictEqual(tagsOf(result), ["R001 CARRIED key", "R002 CARRIED key", "R004 NEW"])
})
