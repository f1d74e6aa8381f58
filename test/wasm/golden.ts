import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { validateReport } from "../../src/core/report/validate_report.ts"
import { fixture } from "../core/report/fixture.ts"
import { everyVerdictRepository, today } from "../pipelines/every_verdict_repository.ts"
import { projectRoot, retro } from "../services/program.ts"
import { componentTest } from "./component.ts"
import { same } from "./same.ts"

const fixtures = join(projectRoot, "fixtures")
const goldenReports = readdirSync(fixtures).filter((name) => name.endsWith(".report.md"))
  .map((name) => readFileSync(join(fixtures, name), "utf8"))

componentTest("the component renders the report with everything as it is kept", ({ reports }) => {
  const everything = fixture("everything.json")
  strictEqual(reports.render(everything, { destination: "file" }), fixture("everything.md"))
  strictEqual(reports.render(everything, { destination: "terminal" }), fixture("everything.txt"))
  strictEqual(reports.render(everything, { destination: "github" }), fixture("everything.github.md"))
})

componentTest("the component renders the golden report of every verdict", ({ reports }) => {
  using repository = everyVerdictRepository()
  const args = ["checkpoint", "--today", today, "--dry-run", "--json"]
  const { stdout } = retro(args, { cwd: repository.directory })
  const golden = readFileSync(join(fixtures, "every-verdict.report.md"), "utf8")
  strictEqual(reports.render(stdout, { destination: "file" }), golden)
})

componentTest("the component reads the golden reports, checks them, and finds them again", (component) => {
  strictEqual(goldenReports.length >= 4, true)
  for (const golden of goldenReports) {
    same(component, ({ reports }) => reports.parse(golden))
    deepStrictEqual(component.reports.validate(golden), validateReport(golden))
    const baseline = { path: "v1.md", content: { tag: "markdown", val: golden } } as const
    const { rows } = JSON.parse(component.reports.parse(golden))
    const findings = JSON.stringify(rows.map((row: object) => ({ proposed_action: "look", ...row })))
    same(component, ({ reports }) => reports.diff(findings, baseline, { today, renames: [] }))
  }
})
