import type { DecisionNode, DecisionReference } from "./decision_node.ts"
import type { ReferenceForm } from "./adapter.ts"
import { baseName, folderOf, relativePath } from "../corpus/folder_path.ts"
import { stemOf } from "./decision_path.ts"

/** What is known where a decision is named. */
export interface ReferenceContext {
  /** The decision whose file gets the reference. */
  readonly from: DecisionNode
  readonly to: DecisionNode
  /** How `to` names `from`, if it does: memories name each other from the same root, and a bare file name is answered so. */
  readonly counterpart?: string
}

/** Writes the name of a decision as its convention does; `undefined` when it has none in that form. */
export function formatReference(form: ReferenceForm, context: ReferenceContext): string | undefined {
  return forms[form](context)
}

const forms: { readonly [form in ReferenceForm]: (context: ReferenceContext) => string | undefined } = {
  "number": ({ to }) => to.number === undefined ? undefined : String(to.number),
  "sibling": ({ from, to }) => relativePath(folderOf(from.path), to.path),
  "root-path": ({ to }) => `/${/^kep\.ya?ml$/u.test(baseName(to.path)) ? folderOf(to.path) : to.path}`,
  "link": (context) =>
    bareName(context) ??
      `[${linkText(context.to)}](${encodeURI(relativePath(folderOf(context.from.path), context.to.path))})`,
  "memory-path": ({ from, to, counterpart }) => {
    const root = counterpart !== undefined && from.path.endsWith(`/${counterpart}`)
      ? from.path.slice(0, -counterpart.length)
      : counterpart === from.path
      ? ""
      : from.family === ""
      ? undefined
      : `${from.family}/`
    return root !== undefined && to.path.startsWith(root)
      ? to.path.slice(root.length)
      : relativePath(folderOf(from.path), to.path)
  },
}

/** The file alone, from the same place, where the other side names it so; a name that would not be read back is none. */
function bareName({ from, to, counterpart }: ReferenceContext): string | undefined {
  const plain = /^[\p{L}\p{N}./_-]+$/u
  if (counterpart === undefined || !plain.test(counterpart) || !/\.[a-z]\w*$/iu.test(counterpart)) return undefined
  if (!plain.test(to.path)) return undefined
  if (counterpart === from.path && folderOf(to.path) !== "") return to.path
  if (counterpart === `/${from.path}`) return `/${to.path}`
  const relative = relativePath(folderOf(from.path), to.path)
  return counterpart.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative
}

function linkText(node: DecisionNode): string {
  if (node.adapter.startsWith("madr")) {
    // With as many digits as its file has.
    return node.number === undefined ? stemOf(node.path) : `ADR-${/\d+/u.exec(stemOf(node.path))?.[0] ?? node.number}`
  }
  return node.title.replace(/([[\]\\])/gu, "\\$1").replace(/\|/gu, "-")
}

/** A dangling reference written anew for the place where its decision is now, in the way it was written. */
export function moveReference(reference: DecisionReference, from: DecisionNode, to: string): string | undefined {
  const address = /\]\(\s*<?([^)\s>]+)>?/u.exec(reference.raw)?.[1] ?? reference.raw
  const target = /^kep\.ya?ml$/u.test(baseName(to)) && !/kep\.ya?ml/u.test(address) ? folderOf(to) : to
  const rooted = folderOf(from.path).split("/")[0] === address.split("/")[0] && address.includes("/")
  const home = memoryHome(from, address)
  if (home !== undefined && target.startsWith(`${home}/`)) {
    return reference.raw.replace(address, () => target.slice(home.length + 1))
  }
  const moved = address.startsWith("/") ? `/${target}` : rooted ? target : relativePath(folderOf(from.path), target)
  const fragment = /#.*$/u.exec(address)?.[0] ?? ""
  return reference.raw.replace(address, () => (reference.raw === address ? moved : encodeURI(moved)) + fragment)
}

/** The root that memories name each other from: the folder of their index, or the one that an address shows to be it. */
function memoryHome({ adapter, family, path }: DecisionNode, address: string): string | undefined {
  if (adapter !== "contexture-memory" || /^\.{1,2}\//u.test(address)) return undefined
  if (family !== "") return family
  const above = folderOf(folderOf(path))
  return above !== "" && address.split("/")[0] === baseName(folderOf(path)) ? above : undefined
}
