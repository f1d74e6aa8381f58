import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { diffFindings } from "../../src/core/diff/diff_findings.ts"
import type { Finding } from "../../src/core/schema/finding.ts"
import type { PersistedRun } from "../../src/core/schema/persisted_run.ts"
import { completeReport } from "../../src/core/schema/report.ts"
import { type FileServices, temporaryPrefix } from "../../src/engine/durable_file.ts"
import { persist, type PersistFailure } from "../../src/engine/persist.ts"
import { readBaseline } from "../../src/engine/report_store.ts"

/** The scope of these runs, and its slug. */
export const scope = "corpus"

/** A finding about a node of that name. */
export function findingAt(name: string): Finding {
  return {
    pass: "link-integrity",
    locator: `docs/${name}.md`,
    verdict: "DEAD",
    severity: "Medium",
    what: `${name} links to a file that is missing`,
    route: "none",
    proposed_action: "",
    key: name,
  }
}

/** A whole run over findings at these names, some of which are applied: read the baseline, diff, persist. */
export function run(
  reportDir: string,
  names: readonly string[],
  applied: readonly string[] = [],
  more: Partial<Finding> = {},
): Effect.Effect<PersistedRun, PersistFailure, FileServices> {
  return Effect.gen(function* () {
    const stored = yield* readBaseline({ reportDir, scopeSlug: scope, scope })
    const baseline = stored._tag === "found"
      ? stored.baseline
      : { path: "", id_max: stored.id_max, findings: [], closed: [] }
    const diff = diffFindings({
      current: { findings: names.map((name) => ({ ...findingAt(name), ...more })) },
      today: "2027-01-31",
      baseline,
    })
    const fresh = stored._tag === "found" ? {} : { run_mode: "fresh" as const, baseline: null }
    const warnings = [...stored.warnings.map((warning) => warning.replaceAll(reportDir, "")), ...diff.warnings]
    const findings = diff.findings.map((finding) =>
      applied.includes(finding.key ?? "") ? { ...finding, status: "applied" } : finding
    )
    const report = completeReport({ ...diff, ...fresh, findings, warnings, date: "2027-01-31" })
    return yield* persist(report, { reportDir })
  })
}

/** The files of the scope and what is in them, without those that are unfinished. */
export function treeOf(reportDir: string): Readonly<Record<string, string>> {
  const folder = join(reportDir, scope)
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder).filter((name) => !name.startsWith(temporaryPrefix)).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]))
}

/** The unfinished files of the scope. */
export function leftoversOf(reportDir: string): readonly string[] {
  const folder = join(reportDir, scope)
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(temporaryPrefix)) : []
}

/** What is wrong with a tree: `latest.md` is not the newest run, or the chain of `supersedes` is broken. */
export function problemsOf(tree: Readonly<Record<string, string>>): readonly string[] {
  const versions = Object.keys(tree).flatMap((name) => /^v(\d+)\.md$/u.exec(name)?.[1] ?? []).map(Number)
    .sort((a, b) => a - b)
  const newest = versions.at(-1)
  const problems = tree["latest.md"] === tree[`v${newest}.md`] ? [] : ["latest.md is not the newest run"]
  for (const version of versions.slice(1)) {
    const supersedes = /^supersedes: (.*)$/mu.exec(tree[`v${version}.md`] ?? "")?.[1]
    if (supersedes !== `v${version - 1}.md`) problems.push(`v${version}.md supersedes ${supersedes}`)
  }
  return problems
}
