import { baseName, folderOf } from "../corpus/folder_path.ts"
import { isFolderPage, isTemplatePath } from "../decision/decision_path.ts"

/** How the files of a folder are numbered. */
export interface Numbering {
  /** What stands before the number: nothing, `adr`, `ODH-ADR-`. */
  readonly prefix: string
  /** How many digits a number has at least. */
  readonly width: number
  /** What stands between the number and the words, and between the words. */
  readonly separator: string
  /** The highest number that is taken. */
  readonly highest: number
  /** The file with that number. */
  readonly latest: string
}

const numbered = /^((?:[A-Za-z]+[-_]?)*?)(\d{1,6})([-_])(?=[^/]*\.(?:md|markdown|adoc|rst|txt)$)/u
const dated = /^(?:19|20)\d{6}[-_][^/]*\.(?:md|markdown)$/u

/** A file that has a number, and the parts of its name. */
interface NumberedFile {
  readonly path: string
  readonly prefix: string
  readonly digits: string
  readonly separator: string
}

/** The files right in a folder. */
export function filesIn(folder: string, files: readonly string[]): readonly string[] {
  return files.filter((path) => folderOf(path) === folder)
}

/** Whether the decisions of a folder start with their date. */
export function isDated(folder: string, files: readonly string[]): boolean {
  const own = filesIn(folder, files)
  const withDate = own.filter((path) => dated.test(baseName(path))).length
  return withDate > 0 && withDate >= own.filter((path) => numberedFile(path) !== undefined).length
}

/**
 * How a folder's files are numbered; `undefined` when none is. The highest number counts wherever below the folder its
 * file lies, and whatever it says: what was superseded or moved keeps its number, and gaps are nobody's.
 */
export function numberingOf(folder: string, files: readonly string[]): Numbering | undefined {
  const below = files.filter((path) => path.startsWith(`${folder}/`)).flatMap((path) => numberedFile(path) ?? [])
  const own = below.filter(({ path }) => folderOf(path) === folder)
  // Some keep all of them in folders of their own.
  const similar = own.length > 0 ? own : below
  const latest = highestOf(similar)
  if (latest === undefined) return undefined
  const { path, prefix, separator } = latest
  return {
    prefix,
    separator,
    width: Math.max(...similar.map(({ digits }) => digits.length)),
    highest: Number(highestOf(below)?.digits ?? latest.digits),
    latest: path,
  }
}

function highestOf(files: readonly NumberedFile[]): NumberedFile | undefined {
  return files.reduce<NumberedFile | undefined>(
    (best, file) => best === undefined || Number(file.digits) >= Number(best.digits) ? file : best,
    undefined,
  )
}

function numberedFile(path: string): NumberedFile | undefined {
  const name = baseName(path)
  if (isFolderPage(path) || isTemplatePath(path) || dated.test(name)) return undefined
  const [, prefix = "", digits = "", separator = ""] = numbered.exec(name) ?? []
  return digits === "" ? undefined : { path, prefix, digits, separator }
}

/** A number as a file name writes it. */
export function padded(number: number, width: number): string {
  return String(number).padStart(width, "0")
}
