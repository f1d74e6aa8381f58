import { deepStrictEqual, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ChangeDiff, diffChange, withKnownIds } from "../../../src/core/diff/diff_change.ts"
import type { Finding } from "../../../src/core/schema/finding.ts"
import { baseline, finding, pass, row } from "./builders.ts"

const today = "2027-03-01"

function about(key: string): Finding {
  return finding({ key, what: `${key} is what this is about and nothing else` })
}

function tagsOf(change: ChangeDiff): readonly string[] {
  return change.findings.map(({ id, tag, key }) => `${id} ${tag} ${key}`)
}

Deno.test("diffChange tells what is new from what was there, and numbers it above both", () => {
  const change = diffChange({
    base: { passes: [pass([about("old"), about("mended")])] },
    current: { passes: [pass([about("old"), about("made")])] },
    today,
  })
  deepStrictEqual(tagsOf(change), ["R003 NEW made"])
  deepStrictEqual(change.resolved.map(({ id, key }) => `${id} ${key}`), ["R002 mended"])
  deepStrictEqual([change.base_id_max, change.id_max], [2, 3])
})

Deno.test("diffChange takes ids and decisions from the run that is stored where the change starts", () => {
  const stored = baseline(
    [row("R007", { key: "old" }), row("R008", { key: "waived", status: "wont_fix:by design" })],
    [
      { ...row("R003", { key: "back" }), closed_in: 2 },
      { ...row("R004", { key: "fine", status: "wont_fix:by design" }), closed_in: 2 },
      { ...row("R005", { key: "over", status: "wont_fix:by design until 2027-02-01" }), closed_in: 2 },
    ],
  )
  const change = diffChange({
    base: { passes: [pass([about("old"), about("waived")])] },
    stored,
    current: { passes: [pass(["old", "waived", "back", "fine", "over", "made"].map(about))] },
    today,
  })
  deepStrictEqual(tagsOf(change), ["R003 CARRIED back", "R004 WONT_FIX fine", "R005 CARRIED over", "R009 NEW made"])
  deepStrictEqual(change.resolved, [])
})

Deno.test("diffChange blames a change for nothing that a stored run knows and a pass could not look at before", () => {
  const change = diffChange({
    base: { passes: [pass([], { complete: false })] },
    stored: baseline([row("R001", { key: "old" })]),
    current: { passes: [pass([about("old")])] },
    today,
  })
  deepStrictEqual([change.findings, change.resolved, change.unverified], [[], [], []])
  // Nor for what nobody could look at after it.
  const after = diffChange({
    base: { passes: [pass([about("old")])] },
    current: { passes: [pass([], { complete: false })] },
    today,
  })
  deepStrictEqual([after.findings, after.resolved, after.unverified], [[], [], []])
})

Deno.test("diffChange warns of a won't-fix that is over where the change brings the finding back, and nowhere else", () => {
  const over = { status: "wont_fix:by design until 2027-02-01" }
  const change = diffChange({
    base: { passes: [pass([about("old")])] },
    stored: baseline([row("R007", { key: "old", ...over })], [{
      ...row("R005", { key: "back", ...over }),
      closed_in: 2,
    }]),
    current: { passes: [pass(["old", "back"].map(about))] },
    today,
  })
  deepStrictEqual(tagsOf(change), ["R005 CARRIED back"])
  deepStrictEqual(change.warnings.map((warning) => warning.slice(0, 5)), ["R005:"])
  const unseen = diffChange({
    base: { passes: [pass([], { complete: false })] },
    stored: baseline([row("R007", { key: "old", ...over })]),
    current: { passes: [pass([about("old")])] },
    today,
  })
  deepStrictEqual([unseen.findings, unseen.warnings], [[], []])
})

Deno.test("diffChange follows renamed nodes", () => {
  const change = diffChange({
    base: { passes: [pass([about("old")])], inventory: ["docs/a.md"] },
    current: { passes: [pass([{ ...about("old"), locator: "docs/b.md" }])], inventory: ["docs/b.md"] },
    renames: { "docs/a.md": "docs/b.md" },
    today,
  })
  deepStrictEqual([change.findings, change.resolved], [[], []])
})

Deno.test("withKnownIds gives the ids of an earlier run back, and none of them to something else", () => {
  const change = (keys: readonly string[], base: readonly string[] = ["old"]): ChangeDiff =>
    diffChange({
      base: { passes: [pass(base.map(about))] },
      current: { passes: [pass([...base, ...keys].map(about))] },
      today,
    })
  const last = baseline([row("R002", { key: "first" }), row("R003", { key: "second", status: "wont_fix:ours" })])
  const known = withKnownIds(change(["second", "third"]), last, today)
  deepStrictEqual(known.findings.map(({ id, tag, key, status }) => [id, tag, key, status]), [
    ["R003", "NEW", "second", "open"],
    ["R004", "NEW", "third", "open"],
  ])
  deepStrictEqual([[...known.shown], known.id_max], [["R003"], 4])
  const twins = withKnownIds(change(["second", "second"]), last, today)
  deepStrictEqual(twins.findings.map(({ id }) => id), ["R004", "R005"])
  // The state before has got that id meanwhile.
  const later = withKnownIds(change(["second"], ["old", "older", "oldest"]), last, today)
  strictEqual(later.findings[0]?.id, "R004")
})

const Keys = Schema.Array(Schema.Literals(["a", "b", "c", "d", "e", "f"]))
const Sample = Schema.Struct({ base: Keys, current: Keys, waived: Keys })

Deno.test("diffChange gives what is only there after the change as new, what is only there before as resolved, whatever the order", async () => {
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(Sample), ({ base, current, waived }) => {
      const [before, after] = [[...new Set(base)], [...new Set(current)]]
      const rows = [...new Set(waived)].map((key, at) => row(`R00${at + 1}`, { key, status: "wont_fix:by design" }))
      const look = (keys: readonly string[]) => ({ passes: [pass(keys.map(about), { scanned: ["docs/a.md"] })] })
      const compared = (one: readonly string[], other: readonly string[]): ChangeDiff =>
        diffChange({ base: look(one), stored: baseline(rows), current: look(other), today })
      const change = compared(before, after)
      const keysOf = (findings: readonly { readonly key?: string }[]): readonly unknown[] =>
        findings.map(({ key }) => key).sort()
      deepStrictEqual(keysOf(change.findings), after.filter((key) => !before.includes(key)).sort())
      deepStrictEqual(keysOf(change.resolved), before.filter((key) => !after.includes(key)).sort())
      deepStrictEqual(
        change.findings.filter(({ tag }) => tag === "WONT_FIX").map(({ key }) => key).sort(),
        after.filter((key) => !before.includes(key) && rows.some((one) => one.key === key)).sort(),
      )
      const ids = change.findings.map(({ id }) => id)
      strictEqual(new Set([...ids, ...change.resolved.map(({ id }) => id)]).size, ids.length + change.resolved.length)
      const shuffled = compared(before.toReversed(), after.toReversed())
      deepStrictEqual(keysOf(shuffled.findings), keysOf(change.findings))
      return true
    }, { runs: 300, seed: 11 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
