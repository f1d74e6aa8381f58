import { decoded } from "../markdown/link_target.ts"

/** Where a repository is on GitHub, and which of its folders the corpus is. */
export interface CorpusHome {
  /** `owner/name`, in lower case. */
  readonly repository: string
  /** Relative to the root of the repository; empty: it is the root. */
  readonly folder: string
}

/** `owner/name` of the address that git fetches from; `undefined` when that is not on GitHub. */
export function gitHubRepository(address: string): string | undefined {
  const found = /^(?:(?:https?|ssh|git):\/\/(?:[^/@]*@)?|[\w.-]+@)github\.com[:/]+([\w.-]+\/[\w.-]+?)(?:\.git)?\/*$/iu
  return found.exec(address.trim())?.[1]?.toLowerCase()
}

const filePage =
  /^https?:\/\/(?:(?:www\.)?github\.com\/([^/?#]+\/[^/?#]+)\/(?:blob|tree|raw)|raw\.githubusercontent\.com\/([^/?#]+\/[^/?#]+)(?:\/refs\/heads)?)\/([^/?#]+)\/([^?#]*)/iu
/** Names that a repository's own branch has; a commit, a tag or another branch is not what is here. */
const branches: ReadonlySet<string> = new Set(["main", "master", "HEAD"])

/** Whether a text may hold addresses of files on GitHub. */
export function mayLinkToGitHub(text: string): boolean {
  return text.includes("github.com/") || text.includes("raw.githubusercontent.com/")
}

/** The path in the corpus of an address that leads to a file of its own repository, on its own branch. */
export function pathAtHome({ repository, folder }: CorpusHome, address: string): string | undefined {
  const [, page, raw, branch = "", written = ""] = filePage.exec(address) ?? []
  if ((page ?? raw)?.toLowerCase() !== repository || !branches.has(branch)) return undefined
  const path = decoded(written).replace(/\/+$/u, "")
  if (folder === "") return path === "" ? undefined : path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}
