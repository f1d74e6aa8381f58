import { folderOf } from "../../core/corpus/folder_path.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { isForeign, isLock, isTest, stemOf } from "../source/source_file.ts"
import { namedBy } from "./feature_chain.ts"
import type { PlanStep } from "./plan_step.ts"

/** A file that was changed, and the plans that could have named it. */
export interface Unplanned {
  readonly path: string
  readonly steps: readonly PlanStep[]
}

/** Why a file that no step names need not be named. */
const guards: readonly Guard<Unplanned>[] = [
  { why: "lock file: it follows what is installed", fires: ({ path }) => isLock(path) },
  { why: "generated: a program or somebody else writes it", fires: ({ path }) => isForeign(path) },
  {
    why: "test of a planned file: steps name what is tested",
    fires: ({ path, steps }) => isTest(path) && steps.some((step) => step.files.some((file) => isTestOf(path, file))),
  },
  { why: "changelog: every change adds to it", fires: ({ path }) => /(?:^|\/)change(?:log|s)[^/]*$/iu.test(path) },
  {
    why: "index: it lists what there is",
    fires: ({ path }) => /(?:^|\/)(?:readme|index|_?sidebar|summary|backlog)\.(?:md|markdown)$/iu.test(path),
  },
  {
    why: "plan of a feature: it says what is to be done, and is no part of it",
    fires: ({ path }) => /(?:^|\/)(?:specs|plans|visions|proposals|blueprints|archive|sessions|memory)\//u.test(path),
  },
  {
    why: "settings of agents: they are no part of what is built",
    fires: ({ path }) => /^\.(?:claude|retro\.yaml)/u.test(path),
  },
]

/** A test in whatever folder whose name is a planned file's, or any test where a step names a folder. */
function isTestOf(path: string, planned: string): boolean {
  const stem = stemOf(path)
  return stem === stemOf(planned) || planned.endsWith("/") && path.startsWith(folderOf(planned))
}

/** Whether some step names a path. */
export function isPlanned(steps: readonly PlanStep[]): (path: string) => boolean {
  const named = steps.map(namedBy)
  return (path) => named.some((names) => names(path))
}

/** Why a path that no step names need not be named; `undefined`: it should be. */
export function excuseUnplanned(unplanned: Unplanned): string | undefined {
  return excuse(guards, unplanned)
}
