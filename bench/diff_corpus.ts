/**
 * Two runs of findings whose truth is known, for measuring `diff`: every finding of the first run is of one class, which
 * says what became of it in the second.
 */
import type { BaselineFinding } from "../src/core/schema/diff_result.ts"
import type { Finding } from "../src/core/schema/finding.ts"
import { findingId } from "../src/core/schema/finding_id.ts"
import { nodeOf } from "../src/core/schema/locator.ts"
import type { PassResult } from "../src/core/schema/pass_result.ts"

/** What can become of a finding, in the order in which the classes take turns. */
export const kinds = [
  "same",
  "moved",
  "reworded",
  "moved+reworded",
  "renamed",
  "renamed+moved+reworded",
  "removed",
  "pass renamed",
  "sibling",
  "rewritten",
  "template",
] as const

/** A class of {@link kinds}, or one that only the second run has. */
export type Kind = typeof kinds[number] | "new" | "template, new"

/** Two runs and the class of each subject; a finding says its subject in `subject`, which no rule reads. */
export interface Corpus {
  readonly previous: readonly BaselineFinding[]
  readonly passes: readonly PassResult[]
  readonly truth: ReadonlyMap<number, Kind>
}

/** Whether findings have keys, as those of a built-in pass do, and whether renamed passes name their former ids. */
export interface CorpusOptions {
  readonly keys: boolean
  readonly aliases: boolean
}

const words =
  ("anchor badge budget chapter clause column digest draft engine fence figure footer glossary handbook hint ledger " +
    "locale manual marker matrix memo module notice outline parcel preset quota recipe roster schema segment sketch survey token")
    .split(" ")

interface Subject {
  readonly number: number
  readonly kind: Kind
  readonly pass: string
  readonly node: string
  readonly line: number
  readonly what: string
}

/** A corpus of so many findings in the first run. The same count gives the same corpus. */
export function diffCorpus(count: number, options: CorpusOptions): Corpus {
  let state = 20_270_301
  function below(limit: number): number {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor(state / 2 ** 32 * limit)
  }
  function sentence(): string {
    return Array.from({ length: 12 }, () => words[below(words.length)] ?? "").join(" ")
  }
  const files = Math.max(10, Math.floor(count / 8))
  const truth = new Map<number, Kind>()
  const previous: BaselineFinding[] = []
  const current: Finding[] = []
  for (let number = 0; number < count; number++) {
    const kind = kinds[number % kinds.length] ?? "same"
    const subject = { ...before(number, kind, files, below, sentence), number, kind }
    truth.set(number, kind)
    previous.push({ ...findingOf(subject, options), id: findingId(number + 1), status: "open" })
    for (const later of after(subject, sentence)) {
      truth.set(later.number, later.kind)
      current.push(findingOf(later, options))
    }
  }
  for (let number = count; number < count * 1.1; number++) {
    truth.set(number, "new")
    const place = { pass: `P${number % 30}`, node: `guide/g${below(files)}.md`, line: 1 + below(300) }
    current.push(findingOf({ ...place, number, kind: "new", what: sentence() }, options))
  }
  return { previous, passes: passesOf(previous, current, options), truth }
}

function before(
  number: number,
  kind: Kind,
  files: number,
  below: (limit: number) => number,
  sentence: () => string,
): Pick<Subject, "pass" | "node" | "line" | "what"> {
  const pass = `P${number % 30}`
  const nth = Math.floor(number / kinds.length)
  if (kind === "sibling") {
    // Twenty that say the same in one file, a line or two apart: two lines further down is where a neighbour was.
    return {
      pass: "PS",
      node: `guide/s${Math.floor(nth / 20)}.md`,
      line: 10 + Math.floor(nth % 20 * 1.7),
      what: "marker without a figure",
    }
  }
  if (kind === "rewritten") return { pass, node: `modules/m${number}`, line: 0, what: sentence() }
  if (kind === "template") {
    return { pass, node: `modules/x${number}`, line: 0, what: `module x${number} is in no roster` }
  }
  const folder = kind.startsWith("renamed") ? "guide/first" : "guide"
  return { pass, node: `${folder}/g${below(files)}.md`, line: 1 + below(300), what: sentence() }
}

function after(subject: Subject, sentence: () => string): readonly Subject[] {
  const { kind, number, line, node } = subject
  if (kind === "removed") return []
  if (kind === "template") {
    const what = `module y${number} is in no roster`
    return [{ ...subject, number: -1 - number, kind: "template, new", node: `modules/y${number}`, what }]
  }
  return [{
    ...subject,
    pass: kind === "pass renamed" ? subject.pass.replace("P", "N") : subject.pass,
    node: kind.startsWith("renamed") ? node.replace("guide/first", "guide/second") : node,
    line: line + (kind === "sibling" ? 2 : kind.includes("moved") ? 13 : 0),
    what: kind === "rewritten" ? sentence() : kind.includes("reworded") ? reword(subject.what) : subject.what,
  }]
}

/** Two of twelve words changed. */
function reword(what: string): string {
  return what.split(" ").map((word, index) => index === 3 ? "plainly" : index === 8 ? "today" : word).join(" ")
}

function findingOf({ number, pass, node, line, what }: Subject, { keys }: CorpusOptions): Finding {
  return {
    pass,
    locator: line === 0 ? node : `${node}:${line}`,
    verdict: "STALE",
    severity: "Medium",
    what,
    route: "proposal",
    proposed_action: "decide what is true",
    evidence: [{ path: node, line: Math.max(1, line), quote: what }],
    subject: number,
    ...(keys ? { key: `k${number}` } : {}),
  }
}

/** Every pass scanned what it found something at, and what it found something at before, unless that was renamed. */
function passesOf(
  previous: readonly BaselineFinding[],
  current: readonly Finding[],
  { aliases }: CorpusOptions,
): readonly PassResult[] {
  const before = Map.groupBy(previous, ({ pass }) => pass)
  return [...Map.groupBy(current, ({ pass }) => pass)].map(([pass, findings]) => {
    const known = (before.get(pass) ?? []).filter(({ locator }) => !locator.startsWith("guide/first/"))
    const scanned = [...new Set([...findings, ...known].map(({ locator }) => nodeOf(locator)))].sort()
    const former = aliases && pass.startsWith("N") ? { aliases: [pass.replace("N", "P")] } : {}
    return { pass, ...former, ran: true, complete: true, scanned, clean: 0, findings }
  })
}

/** The findings as SARIF, for a peer that reads it. */
export function sarifOf(findings: readonly (Finding | BaselineFinding)[]): unknown {
  const results = findings.map((finding) => ({
    ruleId: finding.pass,
    message: { text: finding.what },
    ...(finding.key === undefined ? {} : { partialFingerprints: { "key/v1": finding.key } }),
    locations: [{
      physicalLocation: {
        artifactLocation: { uri: nodeOf(finding.locator) },
        region: { startLine: Math.max(1, Number(/:(\d+)$/u.exec(finding.locator)?.[1] ?? 1)) },
      },
    }],
  }))
  const schema = "https://json.schemastore.org/sarif-2.1.0.json"
  return { version: "2.1.0", $schema: schema, runs: [{ tool: { driver: { name: "retro" } }, results }] }
}
