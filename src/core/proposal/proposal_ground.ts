import { under } from "../corpus/folder_path.ts"

/** What is known of the places where a repository keeps its proposals. Paths are relative to its root. */
export interface ProposalGround {
  /** Every file in those places, whatever it holds. */
  readonly files: readonly string[]
  /** The texts of the Markdown files among them. */
  readonly texts: ReadonlyMap<string, string>
  /** The first line of `.adr-dir`, which adr-tools writes; absent: there is no such file. */
  readonly adr_dir?: string
  /** The folder that `.log4brains.yml` names; absent: there is no such file. */
  readonly log4brains_dir?: string
}

/** The folders that decisions are kept in, the surest first. */
export const decisionFolders: readonly string[] = [
  "doc/adr",
  "docs/adr",
  "docs/architecture/decisions",
  "docs/architecture-decisions",
  "docs/decisions",
  "doc/decisions",
  "doc/architecture/decisions",
  "docs/adrs",
  "docs/architecture/adr",
  "docs/architecture/adrs",
  "docs/architectural-decisions",
  "adr",
  "adrs",
  "decisions",
]

/** The folders of proposals that are no decisions yet. */
export const [proposalsFolder, rfcFolder, enhancementsFolder] = ["proposals", "text", "keps"] as const

/** The lists of work to be done, the surest first. */
export const backlogFiles: readonly string[] = ["BACKLOG.md", under(proposalsFolder, "BACKLOG.md"), "docs/BACKLOG.md"]

/** Every folder in which a stub may be, or may have been, written. */
export const proposalFolders: readonly string[] = [
  ...decisionFolders,
  proposalsFolder,
  rfcFolder,
  enhancementsFolder,
]
