import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { applyEdits } from "../../../src/core/edit/apply_edits.ts"
import { type FindingMark, isSameFinding, markerOf, marksIn } from "../../../src/core/proposal/finding_marker.ts"
import { planProposal, type ProposalOptions, type ProposalPlan } from "../../../src/core/proposal/plan_proposal.ts"
import type { ProposalGround } from "../../../src/core/proposal/proposal_ground.ts"
import type { ProposedFinding } from "../../../src/core/proposal/stub_text.ts"

const finding: ProposedFinding = {
  id: "R007",
  pass: "link-integrity",
  locator: "docs/guide.md",
  verdict: "DEAD",
  severity: "Medium",
  what: 'link to "[gone](gone.md)" is dead: no such file',
  route: "proposal",
  proposed_action: "write the manual.\nOr take the link back.",
  key: "gone.md",
  evidence: [{ path: "docs/guide.md", line: 3, end_line: 4, quote: "See [gone](gone.md)\n```" }],
}

const options: ProposalOptions = { date: "2026-12-01", report: ".claude/checkpoints/corpus/latest.md" }

function groundOf(files: Readonly<Record<string, string>>, settings: Partial<ProposalGround> = {}): ProposalGround {
  return {
    files: Object.keys(files),
    texts: new Map(Object.entries(files).filter(([path]) => path.endsWith(".md"))),
    ...settings,
  }
}

function placeIn(ground: ProposalGround, given: Partial<ProposalOptions> = {}): string {
  const plan = planProposal(finding, ground, { ...options, ...given })
  return plan._tag === "stub" ? plan.place : plan._tag === "found" ? `found ${plan.path}` : plan.why
}

const named = (...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, "# A title\n"]))

Deno.test("planProposal takes the next slot of the convention that the repository shows", () => {
  const table: readonly (readonly [ProposalGround, string])[] = [
    [groundOf(named("doc/adr/0001-a.md", "doc/adr/0009-b.md")), "doc/adr/0010-guide-write-the-manual.md"],
    [groundOf({}, { adr_dir: "records" }), "records/0001-guide-write-the-manual.md"],
    [
      groundOf(named("records/0041-a.md", "doc/adr/0001-a.md"), { adr_dir: "records" }),
      "records/0042-guide-write-the-manual.md",
    ],
    [
      groundOf(named("docs/architecture/decisions/0001-a.md")),
      "docs/architecture/decisions/0002-guide-write-the-manual.md",
    ],
    [
      groundOf(named("docs/architecture-decisions/adr011-a.md")),
      "docs/architecture-decisions/adr012-guide-write-the-manual.md",
    ],
    [groundOf(named("docs/adr/ADR-0007-a.md")), "docs/adr/ADR-0008-guide-write-the-manual.md"],
    [groundOf(named("docs/adr/0007_a_b.md")), "docs/adr/0008_guide_write_the_manual.md"],
    [groundOf(named("docs/adr/api/0007-a.md", "docs/adr/web/0012-a.md")), "docs/adr/0013-guide-write-the-manual.md"],
    [groundOf(named("docs/adr/20260102-a.md")), "docs/adr/20261201-guide-write-the-manual.md"],
    [groundOf({}, { log4brains_dir: "docs/adr" }), "docs/adr/20261201-guide-write-the-manual.md"],
    [groundOf(named("docs/decisions/0000-a.md")), "docs/decisions/0001-guide-write-the-manual.md"],
    [groundOf(named("proposals/011-a.md", "proposals/README.md")), "proposals/012-guide-write-the-manual.md"],
    [groundOf(named("text/2999-a.md")), "text/0000-guide-write-the-manual.md"],
    [groundOf({ "keps/sig-a/1-b/kep.yaml": "" }), "keps/ takes its numbers from issues; open one"],
    [groundOf({}), "proposals/001-guide-write-the-manual.md"],
    [groundOf(named("doc/adr/README.md", "doc/adr/template.md")), "proposals/001-guide-write-the-manual.md"],
  ]
  for (const [ground, place] of table) strictEqual(placeIn(ground), place)
})

Deno.test("planProposal counts on from the highest number, wherever it lies, and fills no gap", () => {
  const files = named("doc/adr/0002-a.md", "doc/adr/archive/0011-b.md", "doc/adr/0005-c.md", "doc/adr/0005-d.md")
  strictEqual(placeIn(groundOf(files)), "doc/adr/0012-guide-write-the-manual.md")
  strictEqual(
    placeIn(groundOf(named("docs/adr/998-a.md", "docs/adr/999-b.md"))),
    "docs/adr/1000-guide-write-the-manual.md",
  )
})

Deno.test("planProposal names a file by what was found where another one has the words of the action", () => {
  const [usual, apart] = ["guide-write-the-manual", "guide-link-to-gone-gone-md-is-dead-no-such-file"]
  const table: readonly (readonly [readonly string[], string])[] = [
    [[`doc/adr/0002-${usual}.md`], `doc/adr/0003-${apart}.md`],
    [[`doc/adr/0002-${usual}.md`, `doc/adr/0003-${apart}.md`], `doc/adr/0004-${apart}-2.md`],
    [
      [`doc/adr/0002-${usual}.md`, `doc/adr/0003-${apart}.md`, `doc/adr/0004-${apart}-2.md`],
      `doc/adr/0005-${apart}-3.md`,
    ],
    [["docs/adr/20261201-Guide-Write-the-manual.md"], `docs/adr/20261201-${apart}.md`],
    [["docs/adr/0007_guide_write_the_manual.md"], `docs/adr/0008_${apart.replaceAll("-", "_")}.md`],
  ]
  for (const [paths, place] of table) strictEqual(placeIn(groundOf(named(...paths))), place)
  match(
    stubIn(groundOf(named(`doc/adr/0002-${usual}.md`))),
    /^# 3\. docs\/guide\.md: write the manual \(link to "\S+" is dead: no such file\)\n/u,
  )
})

Deno.test("planProposal tells two rows of one node and action apart by what was found", () => {
  const rowAfter = (text: string): string => {
    const plan = planProposal(finding, groundOf({ "BACKLOG.md": text }), options)
    const texts = Result.getOrThrow(applyEdits(new Map([["BACKLOG.md", text]]), plan._tag === "stub" ? plan.edits : []))
    return texts.get("BACKLOG.md")?.trimEnd().split("\n").at(-1) ?? ""
  }
  const backlog = "| # | proposal |\n|---|---|\n| 1 | later |\n"
  match(rowAfter(backlog), /^\| 2 \| docs\/guide\.md: write the manual <!--/u)
  match(
    rowAfter(`${backlog}| 2 | docs/guide.md: write the manual |\n`),
    /^\| 3 \| docs\/guide\.md: write the manual \(link to ".*" is dead: no such file\) <!--/u,
  )
})

Deno.test("planProposal leaves the numbers of a list of work to those rows", () => {
  const backlog = "| # | proposal |\n|---|---|\n| 014 | later |\n"
  const files = { ...named("proposals/011-a.md"), "proposals/BACKLOG.md": backlog }
  strictEqual(placeIn(groundOf(files)), "proposals/015-guide-write-the-manual.md")
})

Deno.test("planProposal goes where the configuration says, in the way that it says", () => {
  const ground = groundOf(named("doc/adr/0001-a.md", "rfcs/0003-a.md", "notes/07-a.md"))
  strictEqual(placeIn(ground, { configured: { dir: "./notes/" } }), "notes/08-guide-write-the-manual.md")
  strictEqual(placeIn(ground, { configured: { dir: "rfcs" } }), "rfcs/0000-guide-write-the-manual.md")
  strictEqual(
    placeIn(ground, { configured: { dir: "rfcs", convention: "madr" } }),
    "rfcs/0004-guide-write-the-manual.md",
  )
  strictEqual(
    placeIn(ground, { configured: { dir: "new", convention: "log4brains" } }),
    "new/20261201-guide-write-the-manual.md",
  )
  match(placeIn(ground, { configured: { dir: "rfcs", convention: "adr" } }), /"adr"; use adr-tools, madr, log4brains/)
  match(placeIn(ground, { configured: { dir: ".", convention: "backlog" } }), /BACKLOG\.md has no table/)
})

function stubIn(ground: ProposalGround, of: ProposedFinding = finding): string {
  const plan = planProposal(of, ground, options)
  const [edit] = plan._tag === "stub" ? plan.edits : []
  return edit !== undefined && "create" in edit ? edit.create : ""
}

Deno.test("planProposal takes no number of a template, whatever it is called", () => {
  for (const name of ["0099-template.md", "0099-adr-template.md"]) {
    strictEqual(
      placeIn(groundOf(named("doc/adr/0003-a.md", `doc/adr/${name}`))),
      "doc/adr/0004-guide-write-the-manual.md",
      name,
    )
  }
})

Deno.test("planProposal takes the open status that most of the newest files have", () => {
  const record = (status: string): string => `# 1. A\n\n## Status\n\n${status}\n`
  const files = {
    "doc/adr/0001-a.md": record("Draft"),
    "doc/adr/0002-a.md": record("Draft"),
    "doc/adr/0003-a.md": record("Proposed"),
    "doc/adr/0004-a.md": record("Accepted"),
  }
  match(stubIn(groundOf(files)), /\n## Status\n\nDraft\n/u)
})

Deno.test("planProposal says in the stub what was found, as a quotation that holds no link", () => {
  const stub = stubIn(groundOf(named("doc/adr/0001-a.md")))
  strictEqual(
    stub,
    `# 2. docs/guide.md: write the manual

Date: 2026-12-01

## Status

Proposed

## Context

> R007, link-integrity · DEAD (Medium): docs/guide.md
>
> link to "\\[gone\\](gone.md)" is dead: no such file
>
> docs/guide.md:3-4
>
> \`\`\`\`text
> See [gone](gone.md)
> \`\`\`
> \`\`\`\`
>
> Report: .claude/checkpoints/corpus/latest.md

<!-- retro:finding {"id":"R007","pass":"link-integrity","node":"docs/guide.md","key":"gone.md"} -->
`,
  )
  deepStrictEqual(parseMarkdown("a.md", stub).links, [])
})

Deno.test("planProposal writes the heading, the status and the bullets as the other files do", () => {
  const styled = (text: string): string => stubIn(groundOf({ "docs/adr/0004-a.md": text }))
  match(
    styled("# 4. A\n\n## Status\n\nAccepted\n"),
    /^# 5\. docs\/guide\.md: write the manual\n\nDate: .*\n\n## Status\n\nProposed\n/u,
  )
  match(
    styled("# ADR-0004: A\n\n## Status\n\ndraft\n"),
    /^# ADR-0005: docs\/guide\.md: write the manual\n[^]*\n## Status\n\ndraft\n/u,
  )
  match(
    styled("# A\n\n* Status: accepted\n* Date: x\n\n## Context and Problem Statement\n"),
    /\n\* Status: proposed\n\* Date/u,
  )
  match(
    styled('---\nstatus: "accepted"\nowner: me\ndate: x\n---\n\n# A\n'),
    /^---\nstatus: proposed\ndate: 2026-12-01\n---\n\n# docs\/guide/u,
  )
  match(styled("# A\n\n| | |\n|---|---|\n| Status | Approved |\n| Date | x |\n"), /\| Status \| Proposed \|/u)
  match(
    stubIn(groundOf({ "text/0004-a.md": "---\nstage: released\nstart-date: x\nprs:\n  accepted: y\n---\n\n# A\n" })),
    /^---\nstage: exploring\nstart-date: 2026-12-01\n---\n\n# docs\/guide\.md: write the manual\n\n## Motivation\n/u,
  )
  match(
    stubIn(
      groundOf({
        "docs/architecture-decisions/adr004-a.md":
          "---\nid: adrs-adr004\ntitle: 'ADR004: A'\n---\n# ADR004: A\n\n## Status\n\nOpen\n",
      }),
    ),
    /^---\nid: adrs-adr005\ntitle: "ADR005: docs\/guide\.md: write the manual"\n---\n\n# ADR005: docs\/guide\.md: write the manual\n/u,
  )
})

Deno.test("planProposal takes title and text of the payload, and the finding's own words where there are none", () => {
  const ground = groundOf(named("doc/adr/0001-a.md"))
  const stub = stubIn(ground, { ...finding, proposal: { title: "Keep a *manual*", body: "Because.\r\nReally.\n" } })
  match(stub, /^# 2\. Keep a \\\*manual\\\*\n/u)
  match(stub, /## Context\n\nBecause\.\nReally\.\n\n> R007/u)
  match(stubIn(ground, { ...finding, proposed_action: "  " }), /^# 2\. docs\/guide\.md: link to "\\\[gone/u)
})

Deno.test("planProposal names the node in title and file name, once", () => {
  const told = (of: Partial<ProposedFinding>): readonly unknown[] => {
    const ground = groundOf(named("doc/adr/0001-a.md"))
    const plan = planProposal({ ...finding, ...of }, ground, options)
    return [plan._tag === "stub" ? plan.place : "", stubIn(ground, { ...finding, ...of }).split("\n")[0]]
  }
  const action = { proposed_action: "Name what replaced it." }
  deepStrictEqual(told(action), [
    "doc/adr/0002-guide-name-what-replaced-it.md",
    "# 2. docs/guide.md: Name what replaced it",
  ])
  deepStrictEqual(told({ ...action, locator: "skills/ship/SKILL.md:3" }), [
    "doc/adr/0002-ship-skill-name-what-replaced-it.md",
    "# 2. skills/ship/SKILL.md: Name what replaced it",
  ])
  deepStrictEqual(told({ ...action, locator: "doc/adr/0001-a.md" }), [
    "doc/adr/0002-a-name-what-replaced-it.md",
    "# 2. doc/adr/0001-a.md: Name what replaced it",
  ])
  deepStrictEqual(told({ proposed_action: "take docs/guide.md out" }), [
    "doc/adr/0002-take-docs-guide-md-out.md",
    "# 2. Take docs/guide.md out",
  ])
})

Deno.test("planProposal finds the stub of a finding again, and no other one's", () => {
  const ground = groundOf(named("doc/adr/0001-a.md"))
  const withStub = (stub: string): ProposalGround =>
    groundOf({ ...named("doc/adr/0001-a.md"), "doc/adr/old/0002-b.md": stub })
  const again = withStub(stubIn(ground))
  strictEqual(placeIn(again), "found doc/adr/old/0002-b.md")
  const same = (of: Partial<ProposedFinding>): ProposalPlan["_tag"] =>
    planProposal({ ...finding, ...of }, again, options)._tag
  strictEqual(same({ id: "R001" }), "found")
  strictEqual(same({ locator: "docs/renamed.md:4" }), "found")
  strictEqual(same({ what: "something else" }), "found")
  strictEqual(same({ key: "other.md" }), "stub")
  strictEqual(same({ pass: "other" }), "stub")
  strictEqual(same({ id: "R001", locator: "docs/renamed.md" }), "stub")
})

Deno.test("planProposal adds a row to a list of work, and finds it again", () => {
  const text =
    "# Backlog\r\n\r\n| Rank | ID | Title | Size | Status |\r\n|---|---|---|---|---|\r\n| 1 | 042 | A | S | Open |\r\n" +
    "| 2 | 035+051-v72 | B | S | Done |\r\n\r\nThe end.\r\n"
  const ground = groundOf({ "BACKLOG.md": text })
  const plan = planProposal(finding, ground, options)
  ok(plan._tag === "stub")
  strictEqual(plan.place, "row 052 of BACKLOG.md")
  const after = Result.getOrThrow(applyEdits(ground.texts, plan.edits)).get("BACKLOG.md") ?? ""
  const row =
    '| 3 | 052 | docs/guide.md: write the manual <!-- retro:finding {"id":"R007","pass":"link-integrity","node":"docs/guide.md","key":"gone.md"} --> |  | Draft |'
  strictEqual(after, text.replace("| Done |\r\n", `| Done |\r\n${row}\r\n`))
  strictEqual(parseMarkdown("BACKLOG.md", after).blocks.tables[0]?.rows.length, 3)
  strictEqual(placeIn(groundOf({ "BACKLOG.md": after })), "found BACKLOG.md")
})

Deno.test("marksIn reads every mark that markerOf writes, wherever it stands, and isSameFinding knows it", async () => {
  const text = Arbitrary.schema(Schema.String.check(Schema.isMaxLength(30)))
  const marks = Arbitrary.all([text, text, text, text])
  const checked = await Effect.runPromise(Arbitrary.checkEffect(marks, ([id, pass, node, rest]) =>
    Effect.sync(() => {
      const mark: FindingMark = id.length % 2 === 0 ? { id, pass, node, key: rest } : { id, pass, node, what: rest }
      const [found, ...others] = marksIn(`| a | ${markerOf(mark)} |\n<!-- retro:finding {nothing} -->`)
      return found !== undefined && others.length === 0 && JSON.stringify(found) === JSON.stringify(mark) &&
        isSameFinding(found, mark) && !markerOf(mark).slice(5, -4).includes("--") && !markerOf(mark).includes("|")
    }), { runs: 300, seed: 7 }))
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
  doesNotMatch(markerOf({ id: "R001", pass: "a-->b", node: "<|>" }).slice(5, -4), /--|<|>|\|/u)
})
