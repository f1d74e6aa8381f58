import { baseName, folderOf, under } from "../corpus/folder_path.ts"
import { slugOf } from "../corpus/slug.ts"
import { lineEdits } from "../edit/line_edits.ts"
import { escapeText, oneLine } from "../report/markdown_text.ts"
import type { Edit } from "../schema/finding.ts"
import { nodeOf } from "../schema/locator.ts"
import { backlogRow, backlogTable, highestInBacklog } from "./backlog_table.ts"
import { isSameFinding, markerOf, markOf, marksIn } from "./finding_marker.ts"
import { type Numbering, numberingOf, padded } from "./numbering.ts"
import { backlogFiles, type ProposalGround, proposalsFolder } from "./proposal_ground.ts"
import { type ConfiguredPlace, type ProposalConvention, type ProposalPlace, proposalPlace } from "./proposal_place.ts"
import { type ProposedFinding, type StubFacts, stubText } from "./stub_text.ts"
import { stubStyle } from "./stub_style.ts"

/** What proposing a finding writes. */
export type ProposalPlan =
  /** The stub: `place` is its file, or its row in words. */
  | { readonly _tag: "stub"; readonly place: string; readonly edits: readonly Edit[]; readonly slot?: Slot }
  /** It was proposed before, in this file. */
  | { readonly _tag: "found"; readonly path: string }
  /** There is no slot that could be taken. */
  | { readonly _tag: "none"; readonly why: string }

/** The number that a stub takes in a folder. */
export interface Slot {
  readonly folder: string
  readonly number: number
}

/** What is known besides the finding and the ground. */
export interface ProposalOptions {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly configured?: ConfiguredPlace
  /** Where the report is kept; absent: nowhere. */
  readonly report?: string
}

/**
 * What proposing a finding writes: a stub in the next slot of the convention that the repository keeps, with the finding
 * and its mark, by which it is found again instead of written twice. Its title is the payload's, or the node and the
 * proposed action.
 */
export function planProposal(
  finding: ProposedFinding,
  ground: ProposalGround,
  options: ProposalOptions,
): ProposalPlan {
  const mark = markOf(finding)
  const found = [...ground.texts].find(([, text]) => marksIn(text).some((other) => isSameFinding(mark, other)))
  if (found !== undefined) return { _tag: "found", path: found[0] }
  const place = proposalPlace(ground, options.configured)
  switch (place._tag) {
    case "none":
      return place
    case "backlog":
      return rowPlan(finding, ground, place.path)
    case "folder":
      return filePlan(finding, ground, place, options)
  }
}

function payloadText(finding: ProposedFinding, field: "title" | "body"): string {
  const value = finding.proposal?.[field]
  return typeof value === "string" ? value.trim() : ""
}

interface Title {
  readonly text: string
  /** The words that its file is named by. */
  readonly words: string
}

/**
 * The title of a stub: one line that starts with a capital and ends without a full stop. Many findings ask for the same
 * action, so that one which does not name its node gets it in front.
 */
function titleOf(finding: ProposedFinding): Title {
  const text = oneLine(
    (payloadText(finding, "title") || finding.proposed_action.trim()).split(/\r\n|[\n\r]/u)[0] ?? "",
  ).replace(/(?<!\.)\.$/u, "")
  const title = text === "" ? oneLine(finding.what) : text
  const node = oneLine(nodeOf(finding.locator))
  if (payloadText(finding, "title") !== "" || title.includes(node)) {
    const capital = title.charAt(0).toUpperCase() + title.slice(1)
    return { text: capital, words: capital }
  }
  return { text: `${node}: ${title}`, words: `${nodeWords(node)} ${title}` }
}

/** The title of another finding of one node that asks for the same action: what it says tells it apart. */
function titleApart(finding: ProposedFinding): Title {
  const what = oneLine(finding.what)
  return { text: `${titleOf(finding).text} (${what})`, words: `${nodeWords(oneLine(nodeOf(finding.locator)))} ${what}` }
}

/** A file's name; where each folder has one of that name, its folder's as well. */
function nodeWords(node: string): string {
  // The number of another decision beside its own would puzzle.
  const name = baseName(node).replace(/(?<=.)\.\w+$/u, "").replace(/^\d+[-_](?=.)/u, "")
  return /^(?:readme|index|skill|v\d+)$/iu.test(name) ? `${baseName(folderOf(node))} ${name}` : name
}

function rowPlan(finding: ProposedFinding, { texts }: ProposalGround, path: string): ProposalPlan {
  const text = texts.get(path) ?? ""
  const table = backlogTable(path, text)
  if (table === undefined) {
    return { _tag: "none", why: `${path} has no table with a number and a title, to which a row could be added` }
  }
  const usual = titleOf(finding)
  const title = text.includes(escapeText(usual.text)) ? titleApart(finding) : usual
  const { number, row } = backlogRow(table, title.text, "draft", markerOf(markOf(finding)))
  const written = lineEdits(path, text, [{ _tag: "insert", after: table.last, texts: [row] }])
  return written === undefined
    ? { _tag: "none", why: `the last row of ${path} stands there more than once` }
    : { _tag: "stub", place: `row ${number} of ${path}`, edits: written.edits }
}

/** Where a convention starts to count. */
const firstNumbering: {
  readonly [convention in ProposalConvention]: Pick<Numbering, "prefix" | "width" | "separator">
} = {
  "adr-tools": { prefix: "", width: 4, separator: "-" },
  "madr": { prefix: "", width: 4, separator: "-" },
  "log4brains": { prefix: "", width: 8, separator: "-" },
  "proposals": { prefix: "", width: 3, separator: "-" },
  "rfc": { prefix: "", width: 4, separator: "-" },
  "backlog": { prefix: "", width: 3, separator: "-" },
}

function filePlan(
  finding: ProposedFinding,
  ground: ProposalGround,
  { convention, folder }: Extract<ProposalPlace, { readonly _tag: "folder" }>,
  { date, report }: ProposalOptions,
): ProposalPlan {
  const taken = slugsIn(folder, ground.files)
  const usual = titleOf(finding)
  const title = taken.has(slugOf(usual.words)) ? titleApart(finding) : usual
  const slug = freeSlug(slugOf(title.words) || "proposal", taken)
  const numbering = convention === "log4brains" ? undefined : numberingOf(folder, ground.files)
  const { prefix, width, separator } = numbering ?? firstNumbering[convention]
  const words = separator === "_" ? slug.replaceAll("-", "_") : slug
  const number = numberFor(convention, folder, ground, numbering)
  const digits = number === undefined ? "" : padded(number, width)
  const path = under(
    folder,
    `${number === undefined ? `${date.replaceAll("-", "")}-` : `${prefix}${digits}${separator}`}${words}.md`,
  )
  const style = stubStyle(
    convention,
    folder,
    ground.texts,
    numbering?.latest ?? latestDated(convention, folder, ground),
  )
  const facts: StubFacts = {
    title: title.text,
    slug,
    number: convention === "rfc" ? undefined : number,
    digits,
    date,
    body: payloadText(finding, "body"),
    ...(report === undefined ? {} : { report }),
  }
  return {
    _tag: "stub",
    place: path,
    edits: [{ path, create: stubText(finding, facts, style) }],
    // An RFC gets its number when it is discussed, and a date is no slot.
    ...(number === undefined || convention === "rfc" ? {} : { slot: { folder, number } }),
  }
}

function numberFor(
  convention: ProposalConvention,
  folder: string,
  { texts }: ProposalGround,
  numbering: Numbering | undefined,
): number | undefined {
  if (convention === "log4brains") return undefined
  if (convention === "rfc") return 0
  // What is on the list has its number, even if nobody has written the file yet.
  const listed = folder !== proposalsFolder ? [] : backlogFiles.map((path) => {
    const table = backlogTable(path, texts.get(path) ?? "")
    return table === undefined ? 0 : highestInBacklog(table)
  })
  return Math.max(numbering?.highest ?? 0, ...listed) + 1
}

function latestDated(convention: ProposalConvention, folder: string, { files }: ProposalGround): string | undefined {
  if (convention !== "log4brains") return undefined
  return files.filter((path) => path.startsWith(`${folder}/`) && /^\d{8}/u.test(path.slice(folder.length + 1)))
    .sort().at(-1)
}

/** The words that the names in a folder end with. */
function slugsIn(folder: string, files: readonly string[]): ReadonlySet<string> {
  return new Set(
    files.filter((path) => path.startsWith(`${folder}/`)).map((path) =>
      baseName(path).replace(/\.\w+$/u, "").replace(/^[A-Za-z_-]*\d+[-_]/u, "").replaceAll("_", "-").toLowerCase()
    ),
  )
}

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let next = 2; taken.has(free); next++) free = `${slug}-${next}`
  return free
}
