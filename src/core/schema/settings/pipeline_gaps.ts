import * as Schema from "effect/Schema"

/** A stage of a pipeline: an organ that makes files out of those of earlier stages. */
export interface PipelineStage {
  /** What reports call it. */
  readonly name: string
  /** The skill, command or agent that runs it; the one with its name unless set. */
  readonly organ?: string
  /** What it writes, as its organ says it: a path with `*` for what differs. */
  readonly writes?: string
  /** What it reads of what earlier stages wrote. */
  readonly reads?: readonly string[]
}

/** The settings of `pipeline-gaps`. */
export interface PipelineGapsSettings {
  /**
   * The stages, in their order; unless set: envision, spec, draft-plan, blueprint, execute and close-out, where at least
   * half of them are there.
   */
  readonly stages?: readonly PipelineStage[]
}

const stageSchema: Schema.Codec<PipelineStage> = Schema.Struct({
  name: Schema.NonEmptyString,
  organ: Schema.optionalKey(Schema.NonEmptyString),
  writes: Schema.optionalKey(Schema.NonEmptyString),
  reads: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
})

/**
 * {@link PipelineGapsSettings} as a schema.
 *
 * @example
 * ```ts
 * import { PipelineGapsSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const is = Schema.is(PipelineGapsSettings)
 * const stages = [{ name: "spec", writes: "specs/*.md" }, { name: "build", reads: ["specs/*.md"] }]
 * deepStrictEqual([{ stages }, {}, { stages: [{}] }].map((settings) => is(settings)), [true, true, false])
 * ```
 */
export const PipelineGapsSettings: Schema.Codec<PipelineGapsSettings> = Schema.Struct({
  stages: Schema.optionalKey(Schema.Array(stageSchema)),
})
