import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  checkpointPath,
  type CheckpointRead,
  devLoopConfigPaths,
  loadDevLoopConfig,
  readCheckpointArtifact,
  type RetrospectiveCheckpointState,
} from "@retro/cli/core"

/** What a caller of the gate has to know first. `root` is the work tree's, `main` the main work tree's. */
export function readGate(root: string, main: string): {
  readonly enforced: boolean
  readonly checkpointState: RetrospectiveCheckpointState
} {
  const files = Object.fromEntries(devLoopConfigPaths.map((path) => [path, textOf(join(root, path))]))
  const { requireRetrospective, errors: [error] } = loadDevLoopConfig(files)
  // Off and unusable are not the same: what cannot be read must not open the gate.
  if (error !== undefined) throw new Error(error.message)
  return {
    enforced: requireRetrospective,
    checkpointState: readCheckpointArtifact(readRecord(join(main, checkpointPath))).checkpointState,
  }
}

function readRecord(path: string): CheckpointRead {
  try {
    const text = textOf(path)
    return text === undefined ? { _tag: "absent" } : { _tag: "text", text }
  } catch (error) {
    return { _tag: "unreadable", problem: String(error) }
  }
}

/** Only a file that is not there is none. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}
