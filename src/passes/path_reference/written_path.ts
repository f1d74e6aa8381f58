import { seenFrom } from "../../core/corpus/folder_path.ts"

/** A path that stands in inline code. */
export interface WrittenPath {
  /** As written, without the line number or anchor behind it. */
  readonly text: string
  /** Whether it starts with `./` or `../`: seen from a folder that the text implies. */
  readonly isRelative: boolean
  /** Whether it ends in `/`. */
  readonly isFolder: boolean
  /** Without dots in front and `/` at the end: what a whole path must end in to be it. */
  readonly named: string
}

/** Signs of a pattern, a placeholder, a command, an address, an expression. */
const noPath = /[<>{}*$|…\s"'`()[\]=,;!?&@%\\]|\.{3}|:\/\/|\/\/|^[/~]/u
const placeholder =
  /(?:^|[\/_.-])(?:N{3,}|X{3,}|Y{4}|foo|bar|baz|qux|example|your|my|some|path|to)(?=[\/_.-]|$)|\bpath\/to\//iu
const extension = /\.([A-Za-z][A-Za-z0-9]{0,9})$/u

/** A longer one is no path that anybody wrote. */
const longest = 1_000

/** Reads inline code as a path with an extension or a `/` at its end; `undefined` when it is none. */
export function writtenPath(code: string): WrittenPath | undefined {
  if (code.length > longest) return undefined
  const text = code.trim().replace(/(?::\d[\d:,-]*|::?[A-Za-z_]\w*|#[\w./-]*)$/u, "")
  const isFolder = text.endsWith("/")
  if (!text.includes("/") || noPath.test(text) || !isFolder && !extension.test(text)) {
    return undefined
  }
  const { path } = seenFrom("", text)
  return path === "" ? undefined : { text, isRelative: /^\.{1,2}\//u.test(text), isFolder, named: path }
}

/** Whether a part of a path stands for something that the reader fills in. */
export function hasPlaceholder(path: WrittenPath): boolean {
  return placeholder.test(path.named)
}

/** The extension of a path, in lower case; empty for a folder. */
export function extensionOf(path: string): string {
  return extension.exec(path)?.[1]?.toLowerCase() ?? ""
}
