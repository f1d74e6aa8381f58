import type { DevLoopConfigError, LoadedDevLoopConfig } from "../config/dev_loop_config.ts"
import type { RetrospectiveKey } from "../config/retrospective_key.ts"
import type { ForeignObject } from "../foreign/foreign_value.ts"
import { howToOpen } from "./check_gate.ts"
import type { CheckpointReading } from "./checkpoint_artifact.ts"
import { checkpointPath } from "./checkpoint_record.ts"
import type { RetrospectiveCheckpointState } from "./checkpoint_state.ts"

/** What `retro gate status` prints. */
export interface GateStatus {
  /** What the checkpoint says. */
  readonly checkpointState: RetrospectiveCheckpointState
  /** Whether the gate is enforced; `null` when the configuration does not tell: it is invalid, or a key may be mistyped. */
  readonly enforced: boolean | null
  /** The checkpoint file, relative to the main work tree's root. */
  readonly file: string
  /** The record as it was read. */
  readonly record: ForeignObject | null
  /** Why a file that is there counts as `missing`. */
  readonly problem: string | null
  /** The configuration of the current work tree. */
  readonly config: {
    readonly file: string | null
    readonly errors: readonly DevLoopConfigError[]
    readonly warnings: readonly string[]
  }
  /** What there is to do; `null`: nothing. */
  readonly nextAction: string | null
}

type AskedConfig = LoadedDevLoopConfig & Partial<Pick<RetrospectiveKey, "doubts">>

/** Why it is not known whether the gate is enforced. */
function unknownBecause({ errors, requireRetrospective, doubts }: AskedConfig): DevLoopConfigError | undefined {
  return errors[0] ?? (requireRetrospective ? undefined : doubts?.[0])
}

interface ActionRow {
  readonly when: (checkpoint: CheckpointReading, config: AskedConfig) => boolean
  readonly nextAction: (checkpoint: CheckpointReading, config: AskedConfig) => string
}

/** What there is to do: the first row whose condition holds. */
const actions: readonly ActionRow[] = [
  {
    when: (_, config) => unknownBecause(config) !== undefined,
    nextAction: (_, config) => unknownBecause(config)?.message ?? "",
  },
  {
    when: ({ unreadable }) => unreadable === true,
    nextAction: ({ problem }) => `A retrospective counts as pending: ${problem}`,
  },
  {
    when: ({ checkpointState }, { requireRetrospective }) => checkpointState === "missing" && requireRetrospective,
    nextAction: () => `A retrospective is pending: ${howToOpen}`,
  },
  {
    when: ({ checkpointState }) => checkpointState === "missing",
    nextAction: () => "A retrospective is pending; the configuration does not require it, so it is advisory",
  },
]

/** What a checkpoint and a configuration amount to. */
export function gateStatus(
  checkpoint: CheckpointReading,
  config: AskedConfig & { readonly file: string | null },
): GateStatus {
  const { errors, warnings, requireRetrospective, file } = config
  return {
    checkpointState: checkpoint.checkpointState,
    enforced: unknownBecause(config) === undefined ? requireRetrospective : null,
    file: checkpointPath,
    record: checkpoint.record,
    problem: checkpoint.problem,
    config: { file, errors, warnings },
    nextAction: actions.find(({ when }) => when(checkpoint, config))?.nextAction(checkpoint, config) ?? null,
  }
}
