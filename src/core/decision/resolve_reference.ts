import type { ReferenceTarget } from "./decision_node.ts"
import { decoded } from "../markdown/link_target.ts"
import { baseName, folderOf, joinPath } from "../corpus/folder_path.ts"
import { numberInName, stemOf } from "./decision_path.ts"
import type { ReferenceIndex } from "./reference_index.ts"
import type { WrittenReference } from "./written_reference.ts"

/** The decision that a reference stands in. */
export interface ReferenceSource {
  readonly path: string
  readonly family: string
  readonly adapter: string
}

const nothing = /^(?:n\/?a|none|null|nil|nothing|no|tbd|todo|tba|unknown|not applicable|-+|–|—|\?+|\.+|~)\.?$/iu
const residue =
  /^\/?keps\/sig-(?:aaa|bbb|ccc|xxx)\/|^(?:\d+-)?(?:we-heard-you-like-keps|everyone-gets-a-kep|replaced-kep|superseding-kep)$|^[{<[].*[}>\]]$|^\[?(?:N{3,4}|X{3,4})\b|^(?:ADR|RFC)-(?:N{3,4}|X{3,4})$/u
const address = /^[a-z][a-z0-9+.-]*:(?:\/\/)?\S/iu
const ownTree =
  /^https?:\/\/(?:www\.)?(?:github|gitlab)\.com\/[^/]+\/[^/]+\/(?:-\/)?(?:blob|tree)\/(?:main|master|HEAD|[^/]+)\/([^#?\s]+)/iu
const pathLike = /\/|\.(?:md|markdown|mdx|rst|txt|mediawiki|ya?ml|adoc)(?:[#?].*)?$/iu
const numbers =
  /^\(?(?:\s*(adrs?|madr|pep|bip|eip|erc|kep|rfc|decision(?: record)?|record|no\.?|number|№))?[\s\-_#:]*0*(\d{1,6})(?![\d/]|\.\d|-\d\d-)/iu
/** Words before a number that belong to one convention: elsewhere they name something outside. */
const ownWords: ReadonlyMap<string, RegExp> = new Map([
  ["pep", /^pep$/u],
  ["bip", /^bip$/u],
  ["eip", /^eip$/u],
  ["erc", /^eip$/u],
  ["kep", /^kep$/u],
  ["rfc", /rfc/u],
])
const tracker = /^(?:#\d+|[A-Z][A-Z0-9]+-\d+|GH-\d+|[\w.-]+\/[\w.-]+#\d+)$/u

/** Finds what a reference points to: a path, a number of the same family, a name; nothing is guessed between several. */
export function resolveReference(
  { address: written, label, raw }: WrittenReference,
  source: ReferenceSource,
  index: ReferenceIndex,
): ReferenceTarget {
  const text = written.trim()
  if (nothing.test(text)) return { _tag: "none" }
  if (residue.test(text) || residue.test(raw)) return { _tag: "residue" }
  if (address.test(text)) return ofAddress(text, index)
  const [, word = "", number] = numbers.exec(text) ?? []
  const isPath = pathLike.test(text) && !/\s/u.test(text.replace(/^\S*\//u, ""))
  if (isPath) {
    const atPath = ofPath(text, source, index)
    if (atPath !== undefined) return atPath
    return danglingPath(text, source, index)
  }
  if (text.startsWith("#") && label !== undefined) return { _tag: "file", path: source.path }
  const own = ownWords.get(word.toLowerCase())
  if (
    number !== undefined && own !== undefined && !own.test(source.adapter) && !own.test(source.family.toLowerCase())
  ) {
    return { _tag: "external" }
  }
  if (number !== undefined && !/^#\d/u.test(text)) return ofNumber(Number(number), text, source, index)
  const named = ofName(text, source, index)
  if (named !== undefined) return named
  if (tracker.test(text)) return ofTracker(text, source, index)
  return { _tag: "label" }
}

/** A URL points out of the corpus, unless it is the page of a decision of this one. */
function ofAddress(text: string, index: ReferenceIndex): ReferenceTarget {
  const inTree = ownTree.exec(text)?.[1]
  const decision = inTree === undefined ? undefined : index.decisionAt(decoded(inTree).replace(/\/$/u, ""))
  return decision === undefined ? { _tag: "external" } : { _tag: "node", path: decision }
}

/** The candidates of a path, in order: from the root, from each folder above the file down to its own. */
function candidates(text: string, source: ReferenceSource): readonly string[] {
  const bare = decoded(text.replace(/[#?].*$/u, ""))
  const folder = folderOf(source.path)
  const segments = folder === "" ? [] : folder.split("/")
  const own = joinPath(folder, bare)
  const fromRoot = joinPath("", bare)
  const above = segments.map((_, depth) => joinPath(segments.slice(0, depth + 1).join("/"), bare))
  // "./x" and "../x" are meant from the file; "/x" from the root; the rest from a root that need not be the corpus's.
  const order = /^\.{1,2}\//u.test(bare)
    ? [own]
    : bare.startsWith("/")
    ? [fromRoot, ...above]
    : [own, fromRoot, ...above]
  return [...new Set(order.filter((path): path is string => path !== undefined))]
}

function ofPath(text: string, source: ReferenceSource, index: ReferenceIndex): ReferenceTarget | undefined {
  const paths = candidates(text, source)
  for (const path of paths) {
    const decision = index.decisionAt(path)
    if (
      decision !== undefined && (decision !== source.path || path === source.path || folderOf(source.path) === path)
    ) {
      return { _tag: "node", path: decision }
    }
  }
  for (const path of paths) {
    for (const name of [path, `${path}.md`, `${path}/README.md`]) {
      if (index.paths.lookup(name) === undefined) continue
      const decision = index.decisionAt(name)
      return decision === undefined ? { _tag: "file", path: name } : { _tag: "node", path: decision }
    }
  }
  return undefined
}

/** A path that is not there: its number or its name may be somewhere else, once. */
function danglingPath(text: string, source: ReferenceSource, index: ReferenceIndex): ReferenceTarget {
  const path = decoded(text.replace(/[#?].*$/u, "")).replace(/\/+$/u, "")
  const name = baseName(path)
  const folderName = /^(?:readme|index)\.\w+$|^kep\.ya?ml$/iu.test(name) ? baseName(folderOf(path)) : undefined
  const number = numberInName(folderName ?? name)
  const found = [
    number === undefined ? [] : index.numbered(source.family, number),
    index.named(source.family, folderName ?? stemOf(name)),
    folderName === undefined ? index.paths.named(name) : [],
  ].find((paths) => paths.length > 0) ?? []
  const [only, ...others] = found.filter((candidate) => candidate !== source.path)
  return only !== undefined && others.length === 0 ? { _tag: "dangling", moved_to: only } : { _tag: "dangling" }
}

function ofNumber(number: number, text: string, source: ReferenceSource, index: ReferenceIndex): ReferenceTarget {
  const found = index.numbered(source.family, number)
  const [only, ...others] = found
  if (only === undefined) {
    return ofName(text, source, index) ?? (isBareNumber(text) ? { _tag: "dangling" } : { _tag: "label" })
  }
  if (others.length === 0) return { _tag: "node", path: only }
  // A number that two decisions share is told apart by the name behind it.
  return ofName(text, source, index) ?? { _tag: "ambiguous", candidates: found }
}

/** A number alone names a decision; words with a number may name something else. */
function isBareNumber(text: string): boolean {
  return /^(?:(?:adr|pep|bip|eip|erc|rfc)[\s\-_]?)?\d+$/iu.test(text)
}

function ofName(text: string, source: ReferenceSource, index: ReferenceIndex): ReferenceTarget | undefined {
  const found = index.named(source.family, text.trim())
  const [only, ...others] = found
  if (only === undefined) return undefined
  return others.length === 0 ? { _tag: "node", path: only } : { _tag: "ambiguous", candidates: found }
}

/** `ODH-0007` may be how this family numbers itself; otherwise it is an issue. */
function ofTracker(text: string, source: ReferenceSource, index: ReferenceIndex): ReferenceTarget {
  const number = numberInName(text)
  const found = number === undefined ? [] : index.numbered(source.family, number)
  const prefix = text.replace(/\d+$/u, "").toLowerCase()
  const [only] = found.filter((path) => stemOf(path).toLowerCase().startsWith(prefix))
  return only !== undefined && prefix.length > 1 ? { _tag: "node", path: only } : { _tag: "external" }
}
