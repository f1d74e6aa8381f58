import { baseName, folderOf, withoutExtension } from "../../core/corpus/folder_path.ts"
import { escapedPattern } from "../../core/escaped_pattern.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { sectionsOf } from "../../core/markdown/section.ts"
import { isFolderPage } from "../lookup/folder_entries.ts"
import { type Claim, contextOf } from "./claim.ts"

/** Folder and file names that say nothing about what is in them. */
const generic =
  /^(?:src|lib|libs|docs?|app|apps|packages|pkg|core|common|main|index|readme|skill|skills|tools|commands|agents|hooks|rules|tests?|scripts|examples|server|client|config|data|content|references|resources|public|\.\w+)$/iu

/** The word that tells a place from others: the innermost name of its path that is neither the noun nor on every path. */
export function distinctiveName(home: string, noun: string): string | undefined {
  return home.split("/").map(withoutExtension).findLast((name) =>
    name !== "" && !generic.test(name) && name.toLowerCase() !== noun
  )
}

/** Whether a claim is about what lies in a place: it stands there, its file is called after it, or its text names it. */
export function isAbout(claim: Claim, home: string, noun: string): boolean {
  const { path } = claim.document
  if (path === home || folderOf(home) !== "" && isUnder(path, folderOf(home)) && /\.[^/]+$/u.test(home)) return true
  if (home !== "" && isUnder(path, home)) return true
  const name = distinctiveName(home, noun)
  if (name === undefined) {
    // The place is called what it holds: the page of the folder around it speaks of it.
    return folderOf(path) === folderOf(home) && isFolderPage(baseName(path)) || namesFolder(claim, home)
  }
  const stem = baseName(path).replace(/\.[^.]+$/u, "").toLowerCase()
  const lower = name.toLowerCase()
  if (stem === lower || stem.startsWith(`${lower}-`) || baseName(folderOf(path)).toLowerCase() === lower) return true
  return textsOf(claim).some((text) => mentions(text, name))
}

/** Whether the text around a claim names a folder as a path: `skills/`, or its last name in code. */
export function namesFolder(claim: Claim, folder: string): boolean {
  const name = baseName(folder)
  return name !== "" && textsOf(claim).some((text) => folderMentions(text, name).some((path) => endsPath(folder, path)))
}

/** The paths in a text that end in a folder's name. */
function folderMentions(text: string, name: string): readonly string[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_.~<>-])((?:[\\p{L}\\p{N}_.-]+/)*${
      escapedPattern(name)
    })/(?![\\p{L}\\p{N}_<*{]|\\.[\\p{L}\\p{N}_/.])|\`((?:[^\`\\s/]+/)*${escapedPattern(name)})/?\``,
    "gu",
  )
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2] ?? "").replace(/^(?:\.{1,2}\/)+/u, ""))
}

function endsPath(folder: string, path: string): boolean {
  return folder === path || folder.endsWith(`/${path}`)
}

/** A name with a hyphen is nobody's word; any other one must look like a path, a command or code. */
function mentions(text: string, name: string): boolean {
  const word = escapedPattern(name)
  const pattern = /[-_\d]/u.test(name)
    ? `(?<![\\p{L}\\p{N}_-])${word}(?![\\p{L}\\p{N}_-])`
    : `[\`/]${word}[\`/)#]|(?<![\\p{L}\\p{N}_/.-])${word}/(?=[\\p{L}\\p{N}]*[\`\\s)])`
  return new RegExp(pattern, "iu").test(text)
}

/** What a reader takes a claim to be about: the text around it, and the headings above it. */
function textsOf(claim: Claim): readonly string[] {
  return [contextOf(claim).around, ...headingsAbove(claim.document, claim.line)]
}

/** The headings that a line stands under, and the first one of the file. */
export function headingsAbove(document: MarkdownDocument, line: number): readonly string[] {
  const title = document.headings.find(({ level }) => level === 1) ?? document.headings[0]
  const above = sectionsOf(document).filter((section) => section.line <= line && line <= section.end_line)
  return [...new Set([...(title === undefined ? [] : [title.line]), ...above.map((section) => section.line)])].map(
    (at) => document.lines[at - 1] ?? "",
  )
}

function isUnder(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}
