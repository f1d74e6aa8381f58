import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pathIndex } from "../../../src/core/corpus/path_index.ts"
import { readDecisions } from "../../../src/core/decision/read_decisions.ts"
import { codeSpans } from "../../../src/core/markdown/code_span.ts"
import { parseMarkdown } from "../../../src/core/markdown/parse_markdown.ts"
import { planProposal } from "../../../src/core/proposal/plan_proposal.ts"
import type { ProposalGround } from "../../../src/core/proposal/proposal_ground.ts"
import type { ProposedFinding } from "../../../src/core/proposal/stub_text.ts"
import { projectRoot } from "../../services/program.ts"

const root = join(projectRoot, "fixtures/routes")

function groundOf(layout: string): ProposalGround {
  const folder = join(root, layout)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).filter((path) => path.endsWith(".md"))
  return { files, texts: new Map(files.map((path) => [path, readFileSync(join(folder, path), "utf8")])) }
}

const finding: ProposedFinding = {
  id: "R001",
  pass: "a-pass",
  locator: "a.md",
  verdict: "STALE",
  severity: "Low",
  what: "it is stale",
  route: "proposal",
  proposed_action: "mend it",
}

/** The stub that is written, and where. */
function stubOf(of: ProposedFinding, ground: ProposalGround): { readonly path: string; readonly text: string } {
  const plan = planProposal(of, ground, { date: "2026-12-01" })
  const [edit] = plan._tag === "stub" ? plan.edits : []
  return edit !== undefined && "create" in edit ? { path: edit.path, text: edit.create } : { path: "", text: "" }
}

/** The convention of each layout that has one, as decisions are read. */
const adapters: Readonly<Record<string, string>> = {
  "adr": "adr",
  "backstage": "table-adr",
  "log4brains": "madr",
  "madr": "madr-front-matter",
  "madr-bullets": "madr",
  "none": "versioned",
  "proposals": "versioned",
  "rfc": "rfc-bullets",
}

for (const [layout, adapter] of Object.entries(adapters)) {
  Deno.test(`a stub in the layout "${layout}" is read as a draft of its convention`, () => {
    const ground = groundOf(layout)
    const { path, text } = stubOf(finding, ground)
    const files = [...ground.texts, [path, text] as const].map(([path, text]) => ({
      path,
      text,
      document: parseMarkdown(path, text),
    }))
    const node = readDecisions(files, pathIndex(files.map((file) => file.path), [])).find((one) => one.path === path)
    deepStrictEqual([node?.adapter, node?.template, node?.redirect_to], [adapter, false, undefined])
    if (adapter !== "rfc-bullets") strictEqual(node?.status?.class, "open")
  })
}

const parts = Schema.Literals([
  "a",
  "[x](y.md)",
  "`z.md`",
  "<b>",
  "*",
  "_",
  "#",
  "|",
  "```",
  "-->",
  "--",
  "<!--",
  "> ",
  "- ",
  "\n",
  "1. ",
  "www.a.b",
  "\\",
  "&amp;",
  "@me",
  "---",
])
const text = Arbitrary.map(Arbitrary.array(Arbitrary.schema(parts), { maxLength: 8 }), (some) => some.join(""))

Deno.test("a stub shows what was found, whatever that is made of, and holds no link, code or heading of it", async () => {
  const texts = Arbitrary.all([text, text, text])
  const grounds = ["adr", "madr", "proposals", "rfc", "backstage"].map(groundOf)
  const checked = await Effect.runPromise(
    Arbitrary.checkEffect(texts, ([action, what, quote]) =>
      Effect.sync(() =>
        grounds.every((ground) => {
          const hostile = {
            ...finding,
            proposed_action: `x${action}`,
            what: `y${what}`.replaceAll("\n", " "),
            evidence: [{ path: "a.md", line: 1, quote: `q${quote}` }],
          }
          const { path, text } = stubOf(hostile, ground)
          const document = parseMarkdown(path, text)
          const plain = document.headings.filter(({ level }) => level === 1).length
          return path !== "" && document.links.length === 0 && codeSpans(document).length === 0 && plain >= 1 &&
            document.headings.length <= 4 && document.blocks.code.length === 1 &&
            planProposal(hostile, { files: [...ground.files, path], texts: new Map([...ground.texts, [path, text]]) }, {
                date: "2026-12-02",
              })._tag === "found"
        })
      ), { runs: 200, seed: 9 }),
  )
  strictEqual(Arbitrary.formatCheckFailure(checked), undefined)
})
