import * as NodeChildProcessSpawner from "@effect/platform-node-shared/NodeChildProcessSpawner"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as NodeStdio from "@effect/platform-node-shared/NodeStdio"
import * as NodeTerminal from "@effect/platform-node-shared/NodeTerminal"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import type * as Stdio from "effect/Stdio"
import type * as Terminal from "effect/Terminal"
import type * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"

/**
 * Files, paths, processes and streams of the machine, under Deno and Node alike: what the stages and `gitLayer` need.
 * Building it touches nothing.
 *
 * @example
 * ```ts
 * import { hostLayer } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as Path from "effect/Path"
 * import { strictEqual } from "node:assert/strict"
 * const name = Effect.map(Path.Path, (path) => path.basename("reports/corpus/v1.md"))
 * strictEqual(await Effect.runPromise(name.pipe(Effect.provide(hostLayer))), "v1.md")
 * ```
 */
export const hostLayer: Layer.Layer<
  | FileSystem.FileSystem
  | Path.Path
  | Stdio.Stdio
  | Terminal.Terminal
  | ChildProcessSpawner.ChildProcessSpawner
> = NodeChildProcessSpawner.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeStdio.layer, NodeTerminal.layer)),
)
