import { baseName } from "../corpus/folder_path.ts"
import { pathIndex } from "../corpus/path_index.ts"
import { numberInName } from "../decision/decision_path.ts"
import type { DecisionNode } from "../decision/decision_node.ts"
import { adapterOf } from "../decision/adapters/table.ts"
import { readDecisions } from "../decision/read_decisions.ts"
import { readStatus } from "../decision/status.ts"
import { isSideways } from "../decision/syntax/table_block.ts"
import type { FrontMatter } from "../markdown/front_matter.ts"
import { parseMarkdown } from "../markdown/parse_markdown.ts"
import { filesIn, padded } from "./numbering.ts"
import type { ProposalConvention } from "./proposal_place.ts"

/** How the head of a stub is written. */
export type StubForm = "sections" | "bullets" | "front-matter" | "table" | "sideways-table" | "rfc"

/** How the proposals of a folder look, as far as a stub has to look like them. */
export interface StubStyle {
  readonly form: StubForm
  /** The word for what nobody has decided yet. */
  readonly status: string
  /** The sign of a bullet. */
  readonly bullet: string
  /** The keys of the front matter that a stub can fill. */
  readonly keys: readonly string[]
  /** The field `id` of a proposal with these digits; absent: nobody can know it. */
  readonly id?: (digits: string) => string
  /** The title of the heading of a proposal with this number. */
  readonly heading: (title: string, number: number | undefined) => string
}

/** The forms of the conventions that `decision` files are read by. */
const formOf: { readonly [adapter: string]: StubForm } = {
  "adr": "sections",
  "madr": "bullets",
  "madr-front-matter": "front-matter",
  "versioned": "front-matter",
  "table-adr": "table",
  "rfc-bullets": "rfc",
  "frontmatter-rfc": "front-matter",
}

/** What a convention does where there is nothing to look at yet. */
const defaults: {
  readonly [convention in ProposalConvention]: Omit<StubStyle, "heading" | "id"> & { readonly numbered: boolean }
} = {
  "adr-tools": { form: "sections", status: "Proposed", bullet: "-", keys: [], numbered: true },
  "madr": { form: "front-matter", status: "proposed", bullet: "-", keys: ["status", "date"], numbered: false },
  "log4brains": { form: "bullets", status: "proposed", bullet: "-", keys: [], numbered: false },
  "proposals": {
    form: "front-matter",
    status: "draft",
    bullet: "-",
    keys: ["slug", "version", "status", "created"],
    numbered: false,
  },
  "rfc": { form: "rfc", status: "draft", bullet: "-", keys: [], numbered: false },
  "backlog": { form: "bullets", status: "draft", bullet: "-", keys: [], numbered: false },
}

/** The keys of front matter that a stub can fill; whatever else others have is for a person to write. */
const fillable: readonly string[] = [
  "id",
  "number",
  "title",
  "slug",
  "version",
  "status",
  "stage",
  "date",
  "start-date",
  "created",
  "description",
]

/** How many files are looked at: the newest show what is done now. */
const mostLooked = 20

/** Kept as long as the texts: many findings may go into one folder. */
const known = new WeakMap<ReadonlyMap<string, string>, Map<string, StubStyle>>()

/** How the proposals of a folder look; `latest` is the one that a new one resembles most. */
export function stubStyle(
  convention: ProposalConvention,
  folder: string,
  texts: ReadonlyMap<string, string>,
  latest: string | undefined,
): StubStyle {
  const styles = known.get(texts) ?? new Map<string, StubStyle>()
  known.set(texts, styles)
  const key = JSON.stringify([convention, folder, latest])
  const style = styles.get(key) ?? readStyle(convention, folder, texts, latest)
  styles.set(key, style)
  return style
}

function readStyle(
  convention: ProposalConvention,
  folder: string,
  texts: ReadonlyMap<string, string>,
  latest: string | undefined,
): StubStyle {
  const usual = defaults[convention]
  const paths = [...filesIn(folder, [...texts.keys()])].sort().reverse()
  const looked = [...(latest === undefined ? [] : [latest]), ...paths.filter((path) => path !== latest)].slice(
    0,
    mostLooked,
  )
  const files = looked.map((path) => {
    const text = texts.get(path) ?? ""
    return { path, text, document: parseMarkdown(path, text) }
  })
  const nodes = readDecisions(files, pathIndex(looked, [])).filter((node) =>
    !node.template && node.redirect_to === undefined
  )
  const sample = nodes.find(({ path }) => path === latest) ?? nodes.at(-1)
  const document = files.find(({ path }) => path === (sample?.path ?? latest))?.document
  const front = document?.front_matter
  const form = sample === undefined ? usual.form : sampleForm(sample)
  const number = document === undefined ? undefined : numberInName(baseName(document.path))
  const id = idLike(front, number)
  const keys = keysIn(front).filter((key) => key !== "id" || id !== undefined)
  const headings = document?.headings ?? []
  const title = (headings.find(({ level }) => level === 1) ?? headings[0])?.text
  return {
    form,
    status: openStatus(nodes, usualStatus(sample, usual.status)),
    bullet: /^([-*+])\s+\S[^:\n]*:/mu.exec(sample?.text ?? "")?.[1] ?? usual.bullet,
    keys: keys.length > 0 ? keys : form === "front-matter" ? usual.keys : [],
    ...(id === undefined ? {} : { id }),
    heading: headingLike(title, number, usual.numbered && sample === undefined),
  }
}

/** Writes an id as another one is written, whose last number is that of its file. */
function idLike(front: FrontMatter | undefined, number: number | undefined): ((digits: string) => string) | undefined {
  const id = front?._tag === "mapping" ? front.values["id"] : undefined
  const [, start = "", last = "", end = ""] =
    /^(.*?)(\d+)(\D*)$/u.exec(typeof id === "object" ? "" : String(id ?? "")) ?? []
  if (last === "" || Number(last) !== number) return undefined
  return (digits) => `${start}${digits.padStart(last.length, "0")}${end}`
}

function sampleForm(node: DecisionNode): StubForm {
  const form = formOf[node.adapter] ?? "sections"
  return form === "table" && isSideways(node.block) ? "sideways-table" : form
}

function keysIn(front: FrontMatter | undefined): readonly string[] {
  return front?._tag === "mapping" ? Object.keys(front.values).filter((key) => fillable.includes(key)) : []
}

/** What a convention of its own words calls a draft. */
function usualStatus(sample: DecisionNode | undefined, usual: string): string {
  const words = sample === undefined ? undefined : adapterOf(sample.adapter)?.vocabulary
  if (words === undefined || words.includes(usual.toLowerCase())) return usual
  return words.find((word) => readStatus(word, 1).class === "open") ?? usual
}

/** The open status that most of the proposals have, else the usual one as they write theirs. */
function openStatus(nodes: readonly DecisionNode[], usual: string): string {
  const written = nodes.flatMap(({ status }) => status === undefined ? [] : [status])
  const counts = new Map<string, number>()
  for (const { normal } of written.filter((status) => status.class === "open" && isFresh(status.normal))) {
    counts.set(normal, (counts.get(normal) ?? 0) + 1)
  }
  const [most] = [...counts].sort((one, two) => two[1] - one[1])
  const word = most?.[0] ?? usual
  const raw = written.find(({ normal }) => normal === word)?.raw ?? written[0]?.raw
  const letters = raw === undefined ? usual : raw.replace(/[^\p{L}]/gu, "")
  return /^\p{Lu}/u.test(letters) ? word.charAt(0).toUpperCase() + word.slice(1) : word.toLowerCase()
}

function isFresh(normal: string): boolean {
  return /^(?:draft|proposed|proposal|idea|open|exploring)$/u.test(readStatus(normal, 1).normal)
}

/** Writes a heading as another one is written: with its number, in the same form, or without one. */
function headingLike(
  sample: string | undefined,
  number: number | undefined,
  numbered: boolean,
): (title: string, number: number | undefined) => string {
  const parts = sample === undefined || number === undefined
    ? null
    : /^((?:[A-Za-z]+[-\s#]*)?)(\d{1,6})(\s*[.:)—–-]+\s*|\s+)(?=\S)/u.exec(sample.trim())
  if (parts !== null && Number(parts[2]) === number) {
    const [, prefix = "", digits = "", separator = ""] = parts
    const width = digits.startsWith("0") ? digits.length : 1
    return (title, next) => next === undefined ? title : `${prefix}${padded(next, width)}${separator}${title}`
  }
  return (title, next) => numbered && next !== undefined ? `${next}. ${title}` : title
}
