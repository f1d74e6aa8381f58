import type { Corpus } from "../core/corpus/corpus.ts"
import { isSettings } from "../core/corpus/corpus_file.ts"
import { nodeKindOf } from "../core/corpus/node_kind.ts"
import type { PassResult } from "../core/schema/pass_result.ts"
import { bundleDrift } from "./dead_config/bundles.ts"
import { coldAfterDays, coldOrgans } from "./dead_config/cold.ts"
import { folded } from "./dead_config/fold.ts"
import { missingHooks, orphanHooks } from "./dead_config/hooks.ts"
import { deadShims, flagDrift, shimGaps } from "./dead_config/shims.ts"
import { foldersWithoutSkill } from "./dead_config/skill_folders.ts"
import { triggerGhosts } from "./dead_config/trigger_ghosts.ts"
import { type Wiring, wiringOf } from "./dead_config/wiring.ts"
import { isClosedFolder } from "./outcome/not_read.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, notRun } from "./outcome/pass_outcome.ts"
import type { Said } from "./outcome/said.ts"

const id = "dead-config"

/** Commands, skills, hooks, rules and agents that nothing reaches, and what settings and pages name that is not there. */
export const deadConfig: Pass = {
  id,
  history: (corpus) => coldAfterDays(corpus) === undefined ? undefined : [],
  look,
}

const rules: readonly ((wiring: Wiring) => Said)[] = [
  deadShims,
  shimGaps,
  foldersWithoutSkill,
  flagDrift,
  triggerGhosts,
  missingHooks,
  orphanHooks,
  bundleDrift,
  coldOrgans,
]

function look(corpus: Corpus): PassResult {
  const wiring = wiringOf(corpus)
  const organs = wiring.nodes.filter(({ path, kind }) => organKinds.has(kind) && wiring.isInScope(path))
  const settings = wiring.settings.filter(({ path }) => wiring.isInScope(path))
  const missed = corpus.unreadable.filter((file) => isClosedFolder(corpus, file) || isUnreadOrgan(file.path))
  if (organs.length === 0 && settings.length === 0 && missed.length === 0) {
    return notRun(id, "no skills, commands, agents, hooks, rules or their settings")
  }
  const outcomes = rules.map((rule) => rule(wiring))
  // Pages are looked at for what they say of organs.
  const pages = corpus.documents.filter(({ path }) => wiring.isInScope(path))
  return lookedAt(id, {
    scanned: [...organs, ...settings, ...pages].map(({ path }) => path),
    findings: outcomes.flatMap(({ findings }) => findings),
    near_misses: outcomes.flatMap(({ near_misses }) => folded(near_misses)),
    missed,
  })
}

const organKinds: ReadonlySet<string> = new Set(["skill", "command", "agent", "hook", "rule"])

function isUnreadOrgan(path: string): boolean {
  return isSettings(path) || organKinds.has(nodeKindOf(path) ?? "")
}
