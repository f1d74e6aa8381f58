import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { CapturePayload } from "../core/capture/capture_payload.ts"
import { memoryFolders } from "../core/capture/memory_place.ts"
import type { MemoryTree } from "../core/capture/memory_tree.ts"
import { folderOf, foldersAround, under, writtenFolder } from "../core/corpus/folder_path.ts"
import type { Config } from "../core/schema/config.ts"
import { readFilesBelow } from "./files_below.ts"
import { isThere } from "./is_there.ts"

const indexName = "MEMORY.md"
/** Where memories are looked for when nobody says where they are; the first is where they are begun. */
const usualHomes: readonly string[] = [".claude/memory", ".agents/memory", "memory", ".memory", "docs/memory"]

/** The memories of a home, as they lie under the root, with the project's rules where those are asked for. */
export const readMemories: (
  root: string,
  home: string,
  config: Config,
  withRules: boolean,
) => Effect.Effect<MemoryTree, never, FileSystem.FileSystem | Path.Path> = Effect.fn("readMemories")(
  function* (root, home, config, withRules) {
    // The root of a repository holds much that is no memory.
    const folders = memoryFolders.map((folder) => under(home, folder))
    const inside = yield* readFilesBelow(root, home === "" ? folders : [home])
    const beside = home === "" ? yield* readFilesBelow(root, ["."], false) : undefined
    const rules = withRules ? yield* readFilesBelow(root, [".claude/rules"]) : undefined
    return {
      root: home,
      index: under(home, config.memory?.index ?? indexName),
      texts: new Map([...beside?.texts ?? [], ...inside.texts, ...rules?.texts ?? []]),
    }
  },
)

/** The folder of the memories among which a payload belongs; empty: the root itself. */
export const memoryHome: (
  root: string,
  config: Config,
  payload: Pick<CapturePayload, "path">,
) => Effect.Effect<string, never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (root, config, { path }) {
    if (config.memory !== undefined) {
      const configured = writtenFolder(config.memory.root)
      return configured === "." ? "" : configured
    }
    if (path !== undefined) {
      const indexed = yield* firstThat(
        foldersAround(folderOf(path)),
        (folder) => exists(root, under(folder, indexName)),
      )
      return indexed ?? folderOf(folderOf(path))
    }
    const home = yield* firstThat(usualHomes, (folder) => exists(root, under(folder, indexName)))
    return home ?? (yield* firstThat(usualHomes, (folder) => exists(root, folder))) ?? usualHomes[0] ?? ""
  },
)

const firstThat: (
  folders: readonly string[],
  holds: (folder: string) => Effect.Effect<boolean, never, FileSystem.FileSystem | Path.Path>,
) => Effect.Effect<string | undefined, never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (folders, holds) {
    for (const folder of folders) if (yield* holds(folder)) return folder
    return undefined
  },
)

const exists: (
  root: string,
  path: string,
) => Effect.Effect<boolean, never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(function* (root, path) {
  const file = (yield* Path.Path).join(root, path)
  return yield* Effect.orElseSucceed(isThere(file), () => false)
})
