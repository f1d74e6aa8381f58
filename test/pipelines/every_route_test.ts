import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Report } from "../../src/core/schema/report.ts"
import type { Selection } from "../../src/core/selection/selection.ts"
import { type FindingPreview, previewFinding } from "../../src/engine/edit_preview.ts"
import { makePlanner } from "../../src/engine/plan_finding.ts"
import { failingFileSystem } from "../engine/route_host.ts"
import { git } from "../services/program.ts"
import {
  changedBetween,
  commit,
  everything,
  filesOf,
  layouts,
  machine,
  reports,
  run,
  today,
  withLayout,
} from "./route_repository.ts"

const written = (report: Report): readonly string[] =>
  [...new Set((report.outcomes ?? []).flatMap(({ files }) => files))].sort()

for (const layout of layouts) {
  Deno.test(`every route is applied in the layout "${layout}", and a second run has nothing left to write`, () =>
    withLayout(["memory", layout], async (root) => {
      const before = filesOf(root)
      const previews: FindingPreview[] = []
      const first = await run(
        root,
        everything,
        machine,
        (report) => Effect.map(previewsInTurn(report, root), (shown) => void previews.push(...shown)),
      )
      deepStrictEqual((first.outcomes ?? []).filter(({ result }) => result !== "applied"), [])
      deepStrictEqual([...new Set(first.findings.map(({ route }) => route))].sort(), [
        "capture",
        "direct-fix",
        "memory-audit",
        "proposal",
      ])
      const after = filesOf(root)
      deepStrictEqual(changedBetween(before, after), written(first))
      git(root, "add", "-A", "-N")
      deepStrictEqual(
        linesOf(git(root, "diff", "--", ".", ":!.claude/checkpoints")),
        linesOf(
          previews.flatMap(({ files }) => files).map(({ diff }) => diff).join(""),
        ),
      )
      commit(root)

      const second = await run(root, everything)
      deepStrictEqual(second.findings.filter(({ edits }) => edits !== undefined), [])
      deepStrictEqual(second.findings.map(({ route, status }) => [route, status]), [
        ["proposal", "applied"],
        ["proposal", "applied"],
      ])
      deepStrictEqual(second.outcomes?.map(({ result }) => result), ["unchanged", "unchanged"])
      match(second.outcomes?.[0]?.message ?? "", /^Proposed already in /)
      deepStrictEqual(filesOf(root), after)
      strictEqual(git(root, "status", "--porcelain", "--", ".", ":!.claude/checkpoints"), "")
    }))
}

/** What applying each finding shows, after the ones before it. */
const previewsInTurn = Effect.fnUntraced(function* (report: Report, root: string) {
  const planner = makePlanner({ root, config: {}, date: today, report: `${reports}/corpus/latest.md` })
  const turns = new Map<string, string>()
  const previews: FindingPreview[] = []
  for (const finding of report.findings) {
    const preview = yield* previewFinding(finding, root, planner, turns)
    for (const [path, text] of preview.texts) turns.set(path, text)
    previews.push(preview)
  }
  return previews
})

/** The lines that diffs take away and add, in order. */
function linesOf(diffs: string): readonly string[] {
  return diffs.split("\n").filter((line) => /^[-+](?![-+]{2} )/u.test(line)).map((line) => line.replace(/\r$/u, ""))
    .sort()
}

Deno.test("a report that is routed again as it was changes nothing", () =>
  withLayout("memory", async (root) => {
    let selected: Selection = []
    await run(root, (report) => selected = everything(report))
    const after = filesOf(root)
    commit(root)
    const again = await run(root, (report) =>
      everything(report).filter(({ id }) => selected.some((one) => one.id === id)))
    deepStrictEqual(filesOf(root), after)
    ok((again.outcomes ?? []).every(({ result }) =>
      result === "unchanged"
    ))
  }))

Deno.test("a memory keeps the order, the quotes, the comments and the line endings of its fields", () =>
  withLayout("memory", async (root) => {
    const before = filesOf(root)
    await run(root, everything)
    const after = filesOf(root)
    const added = (path: string): readonly string[] => {
      const old = (before.get(path) ?? "").split("\n")
      const lines = (after.get(path) ?? "").split("\n")
      deepStrictEqual(lines.filter((line) => old.includes(line)), old, path)
      return lines.filter((line) => !old.includes(line))
    }
    deepStrictEqual(added(".claude/memory/decisions/weigh-by-hand.md"), [
      "superseded_by: decisions/weigh-on-the-belt.md\r",
    ])
    deepStrictEqual(added(".claude/memory/decisions/scan-labels.md"), [
      "relations:",
      "  - type: supersedes",
      "    target: decisions/type-labels.md",
    ])
  }))

Deno.test("any selection changes only the files of what it applies, and what it applied is not found with edits again", async () => {
  const verb = Schema.Literals(["apply", "skip", "nothing"])
  const one = Arbitrary.schema(verb)
  const verbs = Arbitrary.all([one, one, one, one, one, one, one, one, one])
  const checked = await Effect.runPromise(Arbitrary.checkEffect(verbs, (chosen) =>
    Effect.promise(async () => {
      let holds = false
      await withLayout("memory", async (root) => {
        const before = filesOf(root)
        const ids: string[] = []
        const report = await run(root, ({ findings }) =>
          findings.flatMap(({ id }, index): Selection => {
            const tag = chosen[index] ?? "nothing"
            if (tag === "apply") ids.push(id)
            return tag === "nothing" ? [] : [{ _tag: tag, id }]
          }))
        const changed = changedBetween(before, filesOf(root))
        commit(root)
        const again = await run(root, () => [])
        holds = JSON.stringify(changed) === JSON.stringify(written(report)) &&
          (report.outcomes ?? []).every(({ id, result, files }) =>
            ids.includes(id) ? result === "applied" : files.length === 0
          ) &&
          again.findings.every(({ id, edits }) => edits === undefined || !ids.includes(id))
      })
      return holds
    }), { runs: 12, seed: 11 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})

for (const operation of ["rename", "link", "open"] as const) {
  Deno.test(`a finding of which a file cannot be written (${operation}) changes nothing, and the others go on`, () =>
    withLayout("memory", async (root) => {
      let failures = 0
      for (const nth of [1, 2, 3]) {
        const before = filesOf(root)
        const faulty = Layer.merge(machine, failingFileSystem([operation], nth))
        const report = await run(root, everything, faulty)
        const failed = (report.outcomes ?? []).filter(({ result }) => result === "failed")
        failures += failed.length
        ok(failed.every(({ message }) => /every file is as it was$/u.test(message)), failed[0]?.message)
        deepStrictEqual(changedBetween(before, filesOf(root)), written(report))
        git(root, "add", "-A")
        git(root, "reset", "-q", "--hard")
        git(root, "clean", "-qfd")
      }
      ok(failures > 0)
    }))
}

const hasAdrTools = spawnSync("adr", ["help"]).status === 0

Deno.test({
  name: "adr-tools lists what was written, in order, and counts on from it (needs adr-tools)",
  ignore: !hasAdrTools,
  fn: () =>
    withLayout("adr-tools", async (root) => {
      await run(root, everything)
      const adr = (...args: readonly string[]): string => {
        const { status, stdout, stderr } = spawnSync("adr", args, {
          cwd: root,
          encoding: "utf8",
          env: { PATH: Deno.env.get("PATH") ?? "", HOME: root, EDITOR: "true", VISUAL: "true" },
        })
        strictEqual(status, 0, stderr)
        return stdout
      }
      deepStrictEqual(adr("list").trim().split("\n"), [
        "docs/records/0001-record-decisions.md",
        "docs/records/0002-weigh-parcels-by-hand.md",
        "docs/records/0003-weigh-parcels-on-the-belt.md",
        "docs/records/0004-guide-remove-the-link-or-point-it-to-what-replaced-its.md",
        "docs/records/0005-guide-link-to-map-md-is-dead-no-such-file.md",
      ])
      match(
        adr("generate", "toc"),
        /^\* \[4\. docs\/guide\.md: remove the link, or point it to what replaced its target\]\(0004-/mu,
      )
      match(adr("new", "Use", "scales"), /0006-use-scales\.md/u)
    }),
})

Deno.test("a stub is not written beside a decision that took its number meanwhile", () =>
  withLayout("adr", async (root) => {
    const theirs = join(root, "doc/adr/0007-theirs.md")
    const report = await run(root, (shown) => {
      mkdirSync(dirname(theirs), { recursive: true })
      writeFileSync(theirs, "# 7. Theirs\n")
      const place = "doc/adr/0007-guide-remove-the-link-or-point-it-to-what-replaced-its.md"
      return shown.findings.map(({ id }) => ({ _tag: "apply", id, place }))
    })
    deepStrictEqual(report.outcomes?.map(({ result }) => result), ["failed", "failed"])
    match(
      report.outcomes?.[0]?.message ?? "",
      /^Cannot take doc\/adr\/0007-guide-remove.*, which was shown: by now doc\/adr\/0008-/,
    )
    deepStrictEqual(report.findings.map(({ status }) => status), ["open", "open"])
    deepStrictEqual(readdirSync(join(root, "doc/adr")).filter((name) => /^000[78]/u.test(name)), ["0007-theirs.md"])
  }))
