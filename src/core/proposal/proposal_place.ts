import { baseName, under, writtenFolder } from "../corpus/folder_path.ts"
import { isDated, numberingOf } from "./numbering.ts"
import {
  backlogFiles,
  decisionFolders,
  enhancementsFolder,
  type ProposalGround,
  proposalsFolder,
  rfcFolder,
} from "./proposal_ground.ts"
import { backlogTable } from "./backlog_table.ts"

/** The ways of keeping proposals that a stub can be written in. */
export type ProposalConvention = "adr-tools" | "madr" | "log4brains" | "proposals" | "rfc" | "backlog"
/** {@link ProposalConvention}, as `.retro.yaml` names them. */
export const proposalConventions: readonly ProposalConvention[] = [
  "adr-tools",
  "madr",
  "log4brains",
  "proposals",
  "rfc",
  "backlog",
]

/** Where a stub goes. */
export type ProposalPlace =
  | { readonly _tag: "folder"; readonly convention: ProposalConvention; readonly folder: string }
  /** A row of a table. */
  | { readonly _tag: "backlog"; readonly path: string }
  /** Nobody can number it here. */
  | { readonly _tag: "none"; readonly why: string }

/** What `.retro.yaml` says of the place. */
export interface ConfiguredPlace {
  readonly dir: string
  readonly convention?: string
}

/** The signs of a convention, the surest first: the first that a repository shows decides. */
const signs: readonly ((ground: ProposalGround) => ProposalPlace | undefined)[] = [
  ({ log4brains_dir }) => log4brains_dir === undefined ? undefined : inFolder("log4brains", log4brains_dir),
  ({ adr_dir, files }) => adr_dir === undefined ? undefined : inFolder(decisionConvention(adr_dir, files), adr_dir),
  ({ files }) => {
    const folder = decisionFolders.find((path) => isDated(path, files) || numberingOf(path, files) !== undefined)
    return folder === undefined ? undefined : inFolder(decisionConvention(folder, files), folder)
  },
  ({ files }) => numberedPlace("proposals", proposalsFolder, files),
  ({ files }) => numberedPlace("rfc", rfcFolder, files),
  ({ texts }) => {
    const path = backlogFiles.find((file) => backlogTable(file, texts.get(file) ?? "") !== undefined)
    return path === undefined ? undefined : { _tag: "backlog", path }
  },
  ({ files }) =>
    files.some((path) => path.startsWith(`${enhancementsFolder}/`))
      ? { _tag: "none", why: `${enhancementsFolder}/ takes its numbers from issues; open one` }
      : undefined,
]

/** Where a repository keeps its proposals; one that keeps none starts a folder of them. */
export function proposalPlace(ground: ProposalGround, configured?: ConfiguredPlace): ProposalPlace {
  if (configured !== undefined) return configuredPlace(ground, configured)
  for (const sign of signs) {
    const place = sign(ground)
    if (place !== undefined) return place
  }
  return inFolder("proposals", proposalsFolder)
}

function configuredPlace({ files }: ProposalGround, { dir, convention }: ConfiguredPlace): ProposalPlace {
  const folder = writtenFolder(dir)
  const known = proposalConventions.find((name) => name === convention)
  if (convention !== undefined && known === undefined) {
    return {
      _tag: "none",
      why: `proposals.convention in .retro.yaml is "${convention}"; use ${
        proposalConventions.join(", ")
      }, or leave it out`,
    }
  }
  if (known === "backlog") {
    return { _tag: "backlog", path: /\.md$/iu.test(folder) ? folder : under(folder, "BACKLOG.md") }
  }
  return inFolder(known ?? conventionIn(folder, files), folder)
}

/** The convention of a folder that says no more than its name and its files. */
function conventionIn(folder: string, files: readonly string[]): ProposalConvention {
  const name = baseName(folder)
  if (decisionFolders.includes(folder) || /^(?:adrs?|.*decisions?.*)$/iu.test(name)) {
    return decisionConvention(folder, files)
  }
  return name === rfcFolder || /^rfcs?$/iu.test(name) ? "rfc" : "proposals"
}

function decisionConvention(folder: string, files: readonly string[]): ProposalConvention {
  if (isDated(folder, files)) return "log4brains"
  return /(?:^|\/)decisions$/u.test(folder) && !/architecture\/decisions$/u.test(folder) ? "madr" : "adr-tools"
}

function numberedPlace(
  convention: ProposalConvention,
  folder: string,
  files: readonly string[],
): ProposalPlace | undefined {
  return numberingOf(folder, files) === undefined ? undefined : inFolder(convention, folder)
}

function inFolder(convention: ProposalConvention, folder: string): ProposalPlace {
  return { _tag: "folder", convention, folder }
}
