import { relativePath } from "../corpus/folder_path.ts"

/** The destination of a link that leads into the corpus, taken apart. */
export interface LinkTarget {
  /** The path as written, without query and fragment; empty: the file itself. */
  readonly written: string
  /** The same with percent-escapes decoded. */
  readonly path: string
  /** Query and fragment as written, with their `?` and `#`. */
  readonly suffix: string
  readonly query: string
  /** The fragment, decoded, without `#` and without a text directive. */
  readonly fragment: string
}

/** Takes a destination apart; `undefined` when it is empty or leads elsewhere: another scheme, another host. */
export function readTarget(target: string): LinkTarget | undefined {
  if (target === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(target)) return undefined
  const [, written = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/u.exec(target) ?? []
  return {
    written,
    path: decoded(written),
    suffix: query + hash,
    query: query.slice(1),
    fragment: decoded(hash.slice(1).replace(/:~:[^]*$/u, "")),
  }
}

/** Percent-escapes decoded, in NFC as all paths are; a text with what is no escape stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize("NFC")
  } catch {
    return text.normalize("NFC")
  }
}

/** The destination that leads from a folder to a path, in the manner of the one that it replaces. */
export function writeTarget(folder: string, to: string, old: LinkTarget, suffix: string): string {
  const trailing = old.written.endsWith("/") ? "/" : ""
  return `${escaped(old.written.startsWith("/") ? `/${to}` : relative(folder, to, old.written))}${trailing}${suffix}`
}

function relative(folder: string, to: string, written: string): string {
  const path = relativePath(folder, to)
  return written.startsWith("./") && !path.startsWith("../") ? `./${path}` : path
}

/** Percent-encoded where a character would end the destination or its path. */
function escaped(path: string): string {
  return path.replace(
    /[\s%()<>"'\\#?*`[\]&|]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  )
}
