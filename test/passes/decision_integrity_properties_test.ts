import { strictEqual } from "node:assert/strict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groundPass } from "../../src/core/corpus/ground_pass.ts"
import { applyEdits } from "../../src/core/edit/apply_edits.ts"
import type { Finding } from "../../src/core/schema/finding.ts"
import type { PassResult } from "../../src/core/schema/pass_result.ts"
import { decisionIntegrity } from "../../src/passes/decision_integrity.ts"
import { decisionCorpus } from "./decision_corpus.ts"

/** A decision to be written in some convention: partners are numbers of other decisions, or of none. */
interface Plan {
  readonly status: number
  readonly supersedes: readonly number[]
  readonly superseded_by: readonly number[]
}

const index = (count: number): Schema.Codec<number> =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))
const partners: Schema.Codec<readonly number[]> = Schema.Array(index(9)).check(Schema.isMaxLength(2))
const Corpus: Schema.Codec<{ readonly crlf: boolean; readonly indexed: boolean; readonly plans: readonly Plan[] }> =
  Schema
    .Struct({
      crlf: Schema.Boolean,
      indexed: Schema.Boolean,
      plans: Schema.Array(Schema.Struct({ status: index(6), supersedes: partners, superseded_by: partners })).check(
        Schema.isMaxLength(8),
      ),
    })

type Writer = (plan: Plan, number: number) => readonly [path: string, text: string]

function unique(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)]
}

function name(number: number): string {
  return `000${number}-decision.md`
}

function link(number: number): string {
  return `[${number}. Decision](${name(number)})`
}

const adrStatuses = ["Accepted", "Proposed", "Superseded", "Rejected", "Acepted", "Deprecated"]

const writers: { readonly [convention: string]: Writer } = {
  pep: ({ status, supersedes, superseded_by }, number) => {
    const replaces = unique(supersedes)
    const by = unique(superseded_by)
    return [
      `peps/pep-000${number}.rst`,
      `PEP: ${number}\nTitle: T\nStatus: ${["Final", "Draft", "Superseded", "Rejected", "Fnal", "Active"][status]}\n` +
      `Created: 01-Jan-2020\nPost-History: 01-Jan-2020,\n              02-Jan-2020\n` +
      (replaces.length === 0 ? "" : `Replaces: ${replaces.join(",\n          ")}\n`) +
      (by.length === 0 ? "" : `Superseded-By: ${by.join(", ")}\n`) + "\nStatus: Final\n",
    ]
  },
  bip: ({ status, supersedes, superseded_by }, number) => [
    `bip-000${number}.mediawiki`,
    `<pre>\n  BIP: ${number}\n  Title: T\n  Status: ${
      ["Deployed", "Draft", "Closed", "Complete", "Deployed", "Draft"][status]
    }\n` +
    `  License: MIT\n${supersedes.length === 0 ? "" : `  Replaces: ${unique(supersedes).join(", ")}\n`}` +
    `${
      superseded_by.length === 0 ? "" : `  Proposed-Replacement: ${unique(superseded_by).join(", ")}\n`
    }</pre>\n\nText.\n`,
  ],
  adr: ({ status, supersedes, superseded_by }, number) => [
    `doc/adr/${name(number)}`,
    `# ${number}. Decision\n\n## Status\n\n${adrStatuses[status]}\n` +
    unique(supersedes).map((other) => `\nSupersedes ${link(other)}\n`).join("") +
    unique(superseded_by).map((other) => `\nSuperseded by ${link(other)}\n`).join("") + "\n## Context\n\nAccepted\n",
  ],
  madr: ({ status, supersedes, superseded_by }, number) => [
    `docs/decisions/${name(number)}`,
    `# Decision\n\n* Status: ${
      superseded_by.length === 0 ? adrStatuses[status]?.toLowerCase() : `superseded by ${link(superseded_by[0] ?? 0)}`
    }\n* Date: 2020-01-01\n\n## Context and Problem Statement\n\nText.\n\n## Decision Outcome\n\nText.\n\n## Links\n\n` +
    unique(supersedes).map((other) => `* Supersedes ${link(other)}\n`).join(""),
  ],
  table: ({ status, supersedes, superseded_by }, number) => [
    `adr/${name(number)}`,
    `# Decision\n\n| | |\n|--|--|\n| Status | ${adrStatuses[status]} |\n` +
    `| Supersedes | ${unique(supersedes).map(link).join(", ") || "N/A"} |\n` +
    `| Superseded by: | ${unique(superseded_by).map(link).join(", ")} |\n\nText.\n`,
  ],
  kep: ({ status, supersedes, superseded_by }, number) => {
    const list = (key: string, numbers: readonly number[]): string =>
      numbers.length === 0
        ? ""
        : `${key}:\n${unique(numbers).map((other) => `  - "/keps/sig-a/${other}-k"\n`).join("")}`
    const word = ["implemented", "provisional", "replaced", "rejected", "imlpemented", "implementable"][status]
    return [
      `keps/sig-a/${number}-k/kep.yaml`,
      `title: K\nstatus: ${word} # now\n${list("replaces", supersedes)}${
        list("superseded-by", superseded_by)
      }stage: alpha\n`,
    ]
  },
  memory: ({ supersedes, superseded_by }, number) => [
    `memory/lessons/m${number}.md`,
    `---\nname: M\ntype: project\nscope: [global] # all\n` +
    (supersedes.length === 0
      ? ""
      : `relations:\n${
        unique(supersedes).map((other) => `  - type: supersedes\n    target: lessons/m${other}.md\n`).join("")
      }`) +
    (superseded_by.length === 0 ? "" : `superseded_by: lessons/m${superseded_by[0]}.md\n`) +
    `description: "M"\n---\n\n---\n`,
  ],
  versioned: ({ status, supersedes, superseded_by }, number) => [
    `specs/s/v${number}.md`,
    `---\nslug: s\nversion: ${number}\nstatus: ${
      ["active", "draft", "superseded", "abandoned", "actve", "draft"][status]
    }\n` +
    (supersedes.length === 0 ? "" : `supersedes: v${supersedes[0]}.md\n`) +
    (superseded_by.length === 0 ? "" : `superseded_by: v${superseded_by[0]}.md\n`) + "---\n\n# S\n",
  ],
}

/** The index of a convention that has one: a table of what the decisions say, or a list of memories. */
function indexOf(convention: string, plans: readonly Plan[]): readonly (readonly [string, string])[] {
  if (convention === "memory") {
    return [["memory/MEMORY.md", `# Memory\n\n${plans.map((_, at) => `- [M](lessons/m${at + 1}.md)\n`).join("")}`]]
  }
  if (convention !== "adr") return []
  const rows = plans.map((plan, at) => `| ${link(at + 1)} | ${adrStatuses[plan.status]} |\n`)
  return [["doc/adr/README.md", `# Decisions\n\n| Decision | Status |\n|---|---|\n${rows.join("")}`]]
}

function identities(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => `${finding.locator} ${finding.key}`)
}

function look(texts: ReadonlyMap<string, string>): PassResult {
  return decisionIntegrity.look(decisionCorpus(texts))
}

/** What is wrong with the edits of a corpus; nothing when they fit together, end what they are for and begin nothing. */
function problemsOf(texts: ReadonlyMap<string, string>): readonly string[] {
  const result = look(texts)
  if (!result.ran) return []
  const before = result.findings
  const changed = applyEdits(texts, before.flatMap((finding) => finding.edits ?? []))
  if (Result.isFailure(changed)) return [changed.failure.message]
  const after = identities(look(new Map([...texts, ...changed.success])).findings)
  const alone = before.filter((finding) => {
    const own = applyEdits(texts, finding.edits ?? [])
    if (finding.edits === undefined || Result.isFailure(own)) return finding.edits !== undefined
    return identities(look(new Map([...texts, ...own.success])).findings).includes(identities([finding])[0] ?? "")
  })
  const known = new Set(identities(before))
  const mechanical = new Set(identities(before.filter((finding) => finding.edits !== undefined)))
  return [
    ...groundPass(result, texts).warnings,
    ...identities(alone).map((identity) => `not ended by its own edits: ${identity}`),
    ...after.filter((identity) => !known.has(identity)).map((identity) => `new: ${identity}`),
    ...after.filter((identity) => mechanical.has(identity)).map((identity) => `still there: ${identity}`),
  ]
}

for (const [convention, write] of Object.entries(writers)) {
  Deno.test(`all edits for ${convention} decisions fit together, end their findings and begin none`, async () => {
    const outcome = await Effect.runPromise(Arbitrary.checkEffect(
      Arbitrary.schema(Corpus),
      ({ crlf, indexed, plans }) => {
        // A misspelling that occurs three times is a word of the corpus, until an edit takes one of them away.
        const spelt = plans.map((plan, at) => plan.status === 4 && at > 0 ? { ...plan, status: 0 } : plan)
        const files = [...spelt.map((plan, at) => write(plan, at + 1)), ...indexed ? indexOf(convention, spelt) : []]
        const texts = new Map(files.map(([path, text]) => [path, crlf ? text.replace(/\n/gu, "\r\n") : text]))
        const problems = problemsOf(texts)
        if (problems.length > 0) throw new Error(`${problems.join("\n")}\n${[...texts].flat().join("\n")}`)
        return true
      },
      { runs: 250, seed: 11 },
    ))
    strictEqual(outcome._tag, "Passed", outcome._tag === "Passed" ? "" : Arbitrary.formatCheckFailure(outcome))
  })
}

Deno.test("the order of files changes no finding", () => {
  const plans: readonly Plan[] = [1, 2, 3, 4, 5, 6].map((at) => ({
    status: at % 6,
    supersedes: [(at * 5) % 7],
    superseded_by: [(at * 3) % 7],
  }))
  const files = plans.map((plan, at) => writers["adr"]?.(plan, at + 1) ?? ["", ""] as const)
  const one = look(new Map(files)).findings
  const other = look(new Map([...files].reverse())).findings
  strictEqual(JSON.stringify(one), JSON.stringify(other))
})
