import { baseName, folderOf } from "../corpus/folder_path.ts"

/** The last segment without its extension. */
export function stemOf(path: string): string {
  return baseName(path).replace(/\.[A-Za-z0-9]+$/u, "")
}

const labels = "adr|adrs|rfc|pep|bip|eip|erc|kep|madr|decision|record|proposal|dr|ad"
// A word ends only at a separator or a digit: a name in capitals has one reading, not one for each way to cut it.
const word = `(?:[A-Z][A-Za-z]*|(?:${labels})+(?:[A-Z][A-Za-z]*)?)`
const numbered = new RegExp(`^(?:${word}[-_])*(?:${word})?0*(\\d{1,6})(?=[-_.]|$)`, "u")

/** The number that a file or folder name starts with, after words such as `adr` or `ODH-ADR-`; eight digits are a date. */
export function numberInName(name: string): number | undefined {
  const digits = numbered.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const decisionFolder =
  /^(?:adrs?|decisions?|(?:architecture|architectural|design)[-_]?decisions?(?:[-_]?records?)?|decision[-_]?(?:records?|log)|rfcs?|madr)$/iu

/** Whether a path lies in a folder that is named after decisions. */
export function isInDecisionFolder(path: string): boolean {
  return folderOf(path).split("/").some((segment) => decisionFolder.test(segment))
}

/** Whether a file is about the decisions of its folder instead of being one. */
export function isFolderPage(path: string): boolean {
  return /^(?:readme|_?index|summary|toc|contents|changelog|contributing|about)\.[a-z]+$/iu.test(baseName(path))
}

const formWords =
  /^(?:adrs?|rfcs?|madr|kep|pep|bip|eip|architecture|architectural|decisions?|records?|proposal|plan|spec|memory|short|long|minimal|bare|full|annotated|default|example|new|the|\d+|n+|x+|y+)$/iu

/** Whether a path names a form to copy: `template.md`, `0000-adr-template.md`, `NNNN-title.md`, anything in `templates/`. */
export function isTemplatePath(path: string): boolean {
  const segments = path.split("/")
  const words = stemOf(path).split(/[-_. ]+/u).filter((word) => word !== "")
  // The plural is a subject: `templates.md` may be about those of a language.
  const rest = words.filter((word) => !/^template$/iu.test(word))
  if (rest.length < words.length && rest.every((word) => formWords.test(word))) return true
  if (/^(?:[A-Za-z]+-)?(?:N{3,}|X{3,}|0000-template)(?:-|\.|$)/u.test(baseName(path))) return true
  return segments.slice(0, -1).some((segment) =>
    /^[_.]?templates?$/iu.test(segment) || /^(?:N{3,}|X{3,})-/u.test(segment) ||
    /^(?:[a-z0-9]+-)*template$/iu.test(segment) &&
      segment.split("-").some((word) => /^(?:n{3,}|x{3,}|kep|rfc|adr)$/iu.test(word))
  )
}
