import type { UnreadableFile } from "../../core/corpus/corpus.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { type CorpusLookup, folderHolding } from "../lookup/corpus_lookup.ts"
import { excuseAddress, excuseAnchor, excuseFile } from "./guards.ts"
import { type CorpusHome, pathAtHome } from "../../core/corpus/corpus_home.ts"
import { folderOf, seenFrom } from "../../core/corpus/folder_path.ts"
import { decoded, type LinkTarget, readTarget } from "../../core/markdown/link_target.ts"

/** What became of one destination. */
export type Judgement =
  | { readonly _tag: "alive" }
  /** It looks bad and is fine. */
  | { readonly _tag: "excused"; readonly why: string }
  /** It is fine here, and not where the skills are installed without the rest. */
  | { readonly _tag: "leaves-skills" }
  /** It leads to an anchor of a file that could not be read. */
  | { readonly _tag: "unread"; readonly into: UnreadableFile }
  | { readonly _tag: "no-file"; readonly target: LinkTarget; readonly path: string }
  /** An address on GitHub that leads to a file of this repository. */
  | { readonly _tag: "no-file-at-home"; readonly target: LinkTarget; readonly path: string }
  | { readonly _tag: "no-anchor"; readonly target: LinkTarget; readonly into: MarkdownDocument }

const alive: Judgement = { _tag: "alive" }

/** Follows a destination of a document; nothing outside the corpus is looked up. */
export function judgeLink(lookup: CorpusLookup, document: MarkdownDocument, written: string): Judgement {
  const target = readTarget(written)
  if (target === undefined) {
    return lookup.home === undefined ? alive : judgeAddress(lookup, lookup.home, document, written)
  }
  const folder = folderOf(document.path)
  const whole = seenFrom(folder, decoded(written))
  // A name may hold what looks like a query or a fragment.
  if (target.suffix !== "" && whole.above === 0 && lookup.paths.lookup(whole.path) === "file") return alive
  const seen = seenFrom(folder, target.path)
  const path = target.path === "" ? document.path : seen.path
  const entry = target.path === "" ? "file" : seen.above > 0 ? undefined : lookup.paths.lookup(path)
  if (entry !== "file" && entry !== "directory") {
    const why = excuseFile({ lookup, document, written, target, seen })
    return why === undefined ? { _tag: "no-file", target, path } : { _tag: "excused", why }
  }
  const into = entry === "directory" ? lookup.readme(path) : lookup.document(path)
  if (into !== undefined && !hasAnchor(into, target.fragment)) {
    const why = excuseAnchor({ lookup, document, written, target, seen, into })
    return why === undefined ? { _tag: "no-anchor", target, into } : { _tag: "excused", why }
  }
  if (into === undefined && target.fragment !== "") {
    const unread = lookup.unread(path)
    if (unread !== undefined) return { _tag: "unread", into: unread }
  }
  return asidesOfLiving(lookup, folder, path, target, into)
}

/** Follows an address that leads to a file of this repository on GitHub; any other one is somebody else's. */
function judgeAddress(lookup: CorpusLookup, home: CorpusHome, document: MarkdownDocument, written: string): Judgement {
  const path = pathAtHome(home, written)
  const entry = path === undefined ? undefined : lookup.paths.lookup(path)
  if (path === undefined || entry === "file" || entry === "directory") return alive
  const target = { written, path, suffix: "", query: "", fragment: "" }
  const why = excuseAddress({ lookup, document, written, target, seen: { path, above: 0 } })
  return why === undefined ? { _tag: "no-file-at-home", target, path } : { _tag: "excused", why }
}

/** What a living link is said to be, besides living. */
function asidesOfLiving(
  lookup: CorpusLookup,
  folder: string,
  path: string,
  target: LinkTarget,
  into: MarkdownDocument | undefined,
): Judgement {
  if (/(?:^|&)raw=true(?:&|$)/u.test(target.query)) {
    return { _tag: "excused", why: "query: it is for the host; the file without it exists" }
  }
  if (into !== undefined && target.path !== "" && isRedirect(into)) {
    return { _tag: "excused", why: "moved: the target says where its text is now" }
  }
  const skill = folderHolding(lookup.paths, folder, ["SKILL.md"])
  // Skills are installed side by side: a link from one to another stays alive.
  const skills = folderOf(skill ?? "")
  if (skills !== "" && !path.startsWith(`${skills}/`)) return { _tag: "leaves-skills" }
  return alive
}

/** Whether a file answers to a fragment. GitHub looks for it without regard to case. */
export function hasAnchor(document: MarkdownDocument, fragment: string): boolean {
  if (fragment === "" || /^top$/iu.test(fragment)) return true
  const name = fragment.replace(/^user-content-/u, "")
  return document.anchors.has(name) || comparableAnchors(document).has(comparable(name))
}

/** Kept as long as their documents, so that each file is prepared once, however many links lead there. */
const comparableByDocument = new WeakMap<MarkdownDocument, ReadonlySet<string>>()

function comparableAnchors(document: MarkdownDocument): ReadonlySet<string> {
  const known = comparableByDocument.get(document)
  if (known !== undefined) return known
  const anchors = new Set([...document.anchors].map(comparable))
  comparableByDocument.set(document, anchors)
  return anchors
}

/** Lower case, without the invisible selector that asks for the colourful form of a sign. */
function comparable(anchor: string): string {
  return anchor.normalize("NFC").toLowerCase().replaceAll("\uFE0F", "")
}

const maxStubLines = 8

/** A file that holds little but the address that it moved to. */
function isRedirect(document: MarkdownDocument): boolean {
  const front = document.front_matter
  if (front._tag === "mapping" && /^moved$/iu.test(String(front.values["status"] ?? front.values["Status"] ?? ""))) {
    return true
  }
  if (document.links.length === 0) return false
  const body = document.lines.slice(front._tag === "mapping" ? front.end_line : 0).filter((line) => line.trim() !== "")
  return body.length <= maxStubLines &&
    body.some((line) => /^\W*(?:[^.]*\bhas )?(?:been )?(?:moved|renamed|redirect(?:s|ed)?)\b/iu.test(line))
}
