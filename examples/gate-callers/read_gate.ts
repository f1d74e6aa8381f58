import { lstatSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import {
  checkpointPath,
  type CheckpointRead,
  devLoopConfigPaths,
  loadDevLoopConfig,
  readCheckpointArtifact,
  type RetrospectiveCheckpointState,
  retrospectiveKey,
} from "@retro/cli/core"

/** What a caller of the gate has to know first. `root` is the work tree's, `main` the main work tree's. */
export function readGate(root: string, main: string): {
  readonly enforced: boolean
  readonly checkpointState: RetrospectiveCheckpointState
} {
  const files = Object.fromEntries(devLoopConfigPaths.map((path) => [path, textOf(bytesOf(root, path))]))
  const { requireRetrospective, errors } = loadDevLoopConfig(files)
  // Off, unusable and mistyped are not the same: what cannot be read must not open the gate.
  const [problem] = [...errors, ...(requireRetrospective ? [] : retrospectiveKey(files).doubts)]
  if (problem !== undefined) throw new Error(problem.message)
  return {
    enforced: requireRetrospective,
    checkpointState: readCheckpointArtifact(readRecord(main)).checkpointState,
  }
}

function readRecord(main: string): CheckpointRead {
  try {
    const bytes = bytesOf(main, checkpointPath)
    return bytes === undefined ? { _tag: "absent" } : { _tag: "bytes", bytes }
  } catch (error) {
    return { _tag: "unreadable", problem: String(error) }
  }
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}

const largestFile = 16 * 1024 * 1024

/** Only a file that is not there is none. A symbolic link to nowhere is there, and a pipe would be read for ever. */
function bytesOf(root: string, path: string): Uint8Array | undefined {
  let place = root
  for (const name of path.split("/")) {
    place = join(place, name)
    if (lstatSync(place, { throwIfNoEntry: false }) === undefined) return undefined
    // It throws where a link leads nowhere.
    if (!statSync(place).isDirectory()) break
  }
  const file = join(root, path)
  const found = statSync(file)
  if (!found.isFile() || found.size > largestFile) throw new Error(`Cannot read "${file}": make it a regular file`)
  return readFileSync(file)
}
