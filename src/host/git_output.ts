import { corpusPath } from "../core/corpus/corpus_path.ts"
import type { PathChange } from "../engine/git.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const text = new TextDecoder("utf-8", { fatal: true })

/** A file name; one that is not UTF-8 gets a printable stand-in with the foreign bytes percent-encoded. */
export interface GitName {
  readonly name: string
  readonly isUtf8: boolean
}

/** Bytes as a name. */
export function decodeName(bytes: Uint8Array): GitName {
  try {
    return { name: utf8.decode(bytes), isUtf8: true }
  } catch {
    const name = [...bytes].map((byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`
    ).join("")
    return { name, isUtf8: false }
  }
}

/** Bytes as text without a byte order mark; `undefined` when they are not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return text.decode(bytes)
  } catch {
    return undefined
  }
}

/** The fields of `-z` output, byte by byte: no name can hold a NUL. */
export function fieldsOf(bytes: Uint8Array): readonly GitName[] {
  const fields: GitName[] = []
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0, start)
    const end = found < 0 ? bytes.length : found
    fields.push(decodeName(bytes.subarray(start, end)))
    start = end + 1
  }
  return fields
}

/** Modes of entries that are not plain files. */
export const fileMode = { symbolicLink: "120000", submodule: "160000" } as const

/** A line `<mode> <object> <stage>\t<path>` of `ls-files --stage`, or `<mode> <type> <object>\t<path>` of `ls-tree`. */
export interface GitEntry {
  readonly mode: string
  readonly words: readonly string[]
  readonly path: GitName
}

/** The entries of `ls-files --stage -z` or `ls-tree -z`. */
export function entriesOf(bytes: Uint8Array): readonly GitEntry[] {
  return fieldsOf(bytes).flatMap(({ name, isUtf8 }) => {
    const tab = name.indexOf("\t")
    if (tab < 0) return []
    const words = name.slice(0, tab).split(" ")
    return [{ mode: words[0] ?? "", words, path: { name: name.slice(tab + 1), isUtf8 } }]
  })
}

const kinds: Readonly<Record<string, PathChange["kind"]>> = { A: "added", D: "deleted", R: "renamed" }

/** The changes of `diff --name-status -z`; what is neither added, deleted nor renamed is modified. */
export function changesOf(bytes: Uint8Array): readonly PathChange[] {
  const fields = fieldsOf(bytes)
  const changes: PathChange[] = []
  for (let index = 0; index + 1 < fields.length;) {
    const letter = fields[index]?.name.charAt(0) ?? ""
    const first = fields[index + 1]?.name ?? ""
    const second = letter === "R" || letter === "C" ? fields[index + 2]?.name : undefined
    index += second === undefined ? 2 : 3
    const kind = letter === "C" ? "added" : kinds[letter] ?? "modified"
    changes.push(
      second === undefined || letter === "C"
        ? { kind, path: corpusPath(second ?? first) }
        : { kind, path: corpusPath(second), from: corpusPath(first) },
    )
  }
  return changes
}

/** The names for which `cat-file --batch-check` has no object. */
export function missingOf(bytes: Uint8Array): readonly string[] {
  return decodeName(bytes).name.split("\n").flatMap((line) => /^(\S+) missing$/u.exec(line)?.[1] ?? [])
}

/** The objects of `cat-file --batch`, by id; missing ones are left out. */
export function objectsOf(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const objects = new Map<string, Uint8Array>()
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start)
    if (end < 0) break
    const [id, type, size] = decodeName(bytes.subarray(start, end)).name.split(" ")
    start = end + 1
    if (id === undefined || type !== "blob" || size === undefined) continue
    objects.set(id, bytes.subarray(start, start + Number(size)))
    start += Number(size) + 1
  }
  return objects
}
