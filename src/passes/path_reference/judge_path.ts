import { folderOf, foldersAround, joinPath, under } from "../../core/corpus/folder_path.ts"
import type { CodeSpan } from "../../core/markdown/code_span.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { excusePath } from "./guards.ts"
import type { PathLookup } from "./path_lookup.ts"
import { extensionOf, type WrittenPath } from "./written_path.ts"

/** What became of one written path. */
export type Judgement =
  /** It is there, or it is not about this repository. */
  | { readonly _tag: "fine" }
  /** It looks bad and is fine. */
  | { readonly _tag: "excused"; readonly why: string }
  /** `path` is where it should be, relative to the root. */
  | { readonly _tag: "missing"; readonly path: string }
  /** A document that git ignores: a clone does not have it. */
  | { readonly _tag: "ignored"; readonly path: string }

/** A written path that leads to nothing, before the guards have spoken. */
export interface MissingPath {
  readonly lookup: PathLookup
  readonly document: MarkdownDocument
  readonly span: CodeSpan
  readonly written: WrittenPath
  /** Where it should be; `undefined`: no place of this repository starts like it. */
  readonly path: string | undefined
}

const fine: Judgement = { _tag: "fine" }
/** What a person writes for others to read. */
const documentExtensions: ReadonlySet<string> = new Set(["md", "markdown", "mdx", "rst", "adoc", "txt", "pdf"])

/** Looks a written path up from the root and from the folders around its document. */
export function judgePath(
  lookup: PathLookup,
  document: MarkdownDocument,
  span: CodeSpan,
  written: WrittenPath,
): Judgement {
  const folder = folderOf(document.path)
  const bases = written.isRelative ? [folder, ""] : foldersAround(folder)
  const places = [...new Set(bases.map((base) => joinPath(base, written.text)).filter((path) => path !== undefined))]
  if (!written.isFolder && !lookup.isExtension(extensionOf(written.named))) return fine
  if (places.some((path) => isThere(lookup, path))) return fine
  const path = written.isRelative ? relativePlace(lookup, folder, written, places) : rootPlace(lookup, written)
  const why = excusePath({ lookup, document, span, written, path })
  if (why !== undefined) return { _tag: "excused", why }
  if (path === undefined) return fine
  if (!lookup.isIgnored(written.isFolder ? `${path}/` : path)) return { _tag: "missing", path }
  return documentExtensions.has(extensionOf(path))
    ? { _tag: "ignored", path }
    : { _tag: "excused", why: "git ignores it: what is made on each machine is in no clone" }
}

/** Whether something is there for everybody. What the run leaves out is there; what git ignores is not. */
function isThere(lookup: PathLookup, path: string): boolean {
  const entry = lookup.paths.lookup(path)
  return entry === "file" || entry === "directory" || entry === "ignored" && !lookup.isIgnored(path)
}

/** A path is about this repository when its first folder is one of the root's. */
function rootPlace(lookup: PathLookup, { named }: WrittenPath): string | undefined {
  const [first = "", ...rest] = named.split("/")
  return rest.length > 0 && lookup.paths.lookup(first) === "directory" ? named : undefined
}

/** The same for a relative path, whose first named folder must be where it starts: `./x.md` alone may be anywhere. */
function relativePlace(
  lookup: PathLookup,
  folder: string,
  { text }: WrittenPath,
  places: readonly string[],
): string | undefined {
  const [dots = "", first = "", rest] = /^((?:\.{1,2}\/)+)([^/]+)(\/[^/].*)?$/u.exec(text)?.slice(1) ?? []
  if (rest === undefined) return undefined
  const start = [folder, ""].flatMap((base) => joinPath(base, dots) ?? []).findIndex((base) =>
    lookup.paths.lookup(under(base, first)) === "directory"
  )
  return start < 0 ? undefined : places[start]
}
