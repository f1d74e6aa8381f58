import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { writtenFolder } from "../core/corpus/folder_path.ts"
import { fieldOf } from "../core/foreign/foreign_value.ts"
import { backlogFiles, proposalFolders, type ProposalGround } from "../core/proposal/proposal_ground.ts"
import type { Config } from "../core/schema/config.ts"
import { parseYaml } from "../core/yaml/parse_yaml.ts"
import { readFilesBelow, readText } from "./files_below.ts"

/** Every place under a root where a stub may go, or may have gone before. */
export const readProposals: (
  root: string,
  config: Config,
) => Effect.Effect<ProposalGround, never, FileSystem.FileSystem | Path.Path> = Effect.fn("readProposals")(
  function* (root, config) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const adrDir = folderIn((yield* readText(fs, paths.join(root, ".adr-dir")))?.trim().split(/\r?\n/u)[0])
    const log4brains = folderIn(adrFolder((yield* readText(fs, paths.join(root, ".log4brains.yml"))) ?? ""))
    const configured = folderIn(config.proposals?.dir)
    const named = [adrDir, log4brains, configured].flatMap((folder) => folder === undefined ? [] : [folder])
    const lists = [...backlogFiles, ...named.filter((path) => /\.md$/iu.test(path))]
    const found = yield* readFilesBelow(root, [...named, ...proposalFolders])
    const texts = new Map(found.texts)
    for (const path of lists) {
      const text = yield* readText(fs, paths.join(root, path))
      if (text !== undefined) texts.set(path, text)
    }
    return {
      files: [...new Set([...found.files, ...texts.keys()])].sort(),
      texts,
      ...(adrDir === undefined ? {} : { adr_dir: adrDir }),
      ...(log4brains === undefined ? {} : { log4brains_dir: log4brains }),
    }
  },
)

/** A folder that a file names, if it lies inside the root. */
function folderIn(written: string | undefined): string | undefined {
  const folder = writtenFolder((written ?? "").replaceAll("\\", "/"))
  const leaves = folder.startsWith("/") || /^[a-z]:/iu.test(folder) || folder.split("/").includes("..")
  return folder === "" || folder === "." || leaves ? undefined : folder
}

/** `project.adrFolder` of a `.log4brains.yml`. */
function adrFolder(text: string): string | undefined {
  const document = text === "" ? undefined : parseYaml(text)
  const value = document?._tag === "invalid" ? undefined : document?.value
  const folder = fieldOf(fieldOf(value, "project"), "adrFolder")
  return typeof folder === "string" ? folder : undefined
}
