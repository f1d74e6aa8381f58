import { fieldOf, isGiven, textOf } from "../foreign/foreign_value.ts"
import type { RequiredCheckpoint } from "../schema/retrospective_checkpoint.ts"
import { resolveCheckpointStateFromArtifact } from "./checkpoint_artifact.ts"
import { requireCheckpoint } from "./checkpoint_record.ts"
import { retrospectiveReviewPrompt } from "./review_prompt.ts"

/** What the first message says when a dev loop in the background is done: both, anywhere, exactly so. */
const completionPhrases: readonly string[] = ["Background task completed", "dev-loop"]

/**
 * Whether an `agent_end` event tells that an asynchronous dev loop completed. Only the first message counts; it must be
 * the user's. The texts of its parts are joined without a separator.
 *
 * @example
 * ```ts
 * import { isDevLoopCompletion } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * const message = { role: "user", content: [{ text: "Background task " }, { text: "completed: dev-loop" }] }
 * strictEqual(isDevLoopCompletion({ type: "agent_end", messages: [message] }), true)
 * strictEqual(isDevLoopCompletion({ type: "agent_end", messages: [{ ...message, role: "assistant" }] }), false)
 * ```
 */
export function isDevLoopCompletion(event: unknown): boolean {
  const messages = fieldOf(event, "messages")
  const first: unknown = Array.isArray(messages) ? messages[0] : undefined
  if (fieldOf(first, "role") !== "user") return false
  const text = contentText(fieldOf(first, "content"))
  return completionPhrases.every((phrase) => text.includes(phrase))
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return content.map((part: unknown) => fieldOf(part, "text")).filter((text) => typeof text === "string").join("")
}

/** What an event does to the checkpoint. */
export interface AgentEndObservation {
  /** Whether a record that requires a retrospective is to be written. */
  readonly armed: boolean
  /** Why, in words. */
  readonly why: string
  /** What to write; `null` when the file stays as it is. */
  readonly record: RequiredCheckpoint | null
  /** What to ask of the agent; `null` when nothing was armed. */
  readonly prompt: string | null
}

/** The input of {@link observeAgentEnd}. */
export interface AgentEndInput {
  /** The event, as the host gave it. */
  readonly event: unknown
  /** The record of the checkpoint file, or `undefined`. */
  readonly record?: unknown
  /** The time of the observation: ISO 8601, UTC, milliseconds. */
  readonly at: string
}

interface ObservationRow {
  readonly when: (input: AgentEndInput) => boolean
  readonly why: string
}

/** What leaves the checkpoint alone: the first row that holds. Every other event arms it. */
const leftAlone: readonly ObservationRow[] = [
  {
    when: ({ event }) => isGiven(fieldOf(event, "type")) && fieldOf(event, "type") !== "agent_end",
    why: "the event is no agent_end",
  },
  {
    when: ({ event }) => !isDevLoopCompletion(event),
    why: "the first message does not tell of a completed dev-loop",
  },
  {
    when: ({ event, record }) => isReplay(event, record),
    why: "the retrospective of this run is discharged already",
  },
]

/** A completion whose record is discharged, of the same run: without a run id nothing is known to be a replay. */
function isReplay(event: unknown, record: unknown): boolean {
  const run = textOf(fieldOf(event, "runId"))
  const state = resolveCheckpointStateFromArtifact(record)
  return run !== undefined && run === textOf(fieldOf(record, "runId")) && (state === "complete" || state === "skipped")
}

/**
 * What an `agent_end` event does: a completed dev loop arms the checkpoint, over whatever it said, and asks for the
 * review. Configuration, route and findings play no part in this.
 *
 * @example
 * ```ts
 * import { observeAgentEnd } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const event = {
 *   type: "agent_end",
 *   runId: "run-8",
 *   messages: [{ role: "user", content: "Background task completed: dev-loop" }],
 * }
 * const at = "2027-03-04T16:30:00.000Z"
 * deepStrictEqual(observeAgentEnd({ event, at }).record, { state: "required", triggeredAt: at, runId: "run-8" })
 * deepStrictEqual(observeAgentEnd({ event, at, record: { state: "complete", runId: "run-8" } }), {
 *   armed: false,
 *   why: "the retrospective of this run is discharged already",
 *   record: null,
 *   prompt: null,
 * })
 * ```
 */
export function observeAgentEnd(input: AgentEndInput): AgentEndObservation {
  const alone = leftAlone.find((row) => row.when(input))
  if (alone !== undefined) return { armed: false, why: alone.why, record: null, prompt: null }
  return {
    armed: true,
    why: "a dev-loop completed: its retrospective is required",
    record: requireCheckpoint(input.record, input.at, textOf(fieldOf(input.event, "runId"))),
    prompt: retrospectiveReviewPrompt(),
  }
}
