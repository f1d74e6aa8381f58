import * as Schema from "effect/Schema"
import { Config } from "./config.ts"
import { DiffResult } from "./diff_result.ts"
import { Finding } from "./finding.ts"
import { HandoffEnvelope } from "./handoff_envelope.ts"
import { Orientation } from "./orientation.ts"
import { PassResult } from "./pass_result.ts"
import { PersistedRun } from "./persisted_run.ts"
import { Policy } from "./policy.ts"
import { Report } from "./report.ts"
import { RetrospectiveCheckpoint } from "./retrospective_checkpoint.ts"
import { RetrospectiveFindings } from "./retrospective_findings.ts"
import { RouteOutcome } from "./route_outcome.ts"
import { RoutingInput } from "./routing_input.ts"
import { RoutingResult } from "./routing_result.ts"
import { ToolingReport } from "./tooling_report.ts"

/** The name of a data contract: that of its schema. */
export type ContractName =
  | "Finding"
  | "PassResult"
  | "Orientation"
  | "DiffResult"
  | "Report"
  | "RouteOutcome"
  | "PersistedRun"
  | "Config"
  | "RetrospectiveCheckpoint"
  | "RoutingInput"
  | "RoutingResult"
  | "HandoffEnvelope"
  | "RetrospectiveFindings"
  | "Policy"
  | "ToolingReport"

const contracts: { readonly [name in ContractName]: Schema.Top } = {
  Finding,
  PassResult,
  Orientation,
  DiffResult,
  Report,
  RouteOutcome,
  PersistedRun,
  Config,
  RetrospectiveCheckpoint,
  RoutingInput,
  RoutingResult,
  HandoffEnvelope,
  RetrospectiveFindings,
  Policy,
  ToolingReport,
}

/** The names of all data contracts, in the order in which a run meets them: what `retro schema` lists. */
export const contractNames: readonly ContractName[] = [
  "Finding",
  "PassResult",
  "Orientation",
  "DiffResult",
  "Report",
  "RouteOutcome",
  "PersistedRun",
  "Config",
  "RetrospectiveCheckpoint",
  "RoutingInput",
  "RoutingResult",
  "HandoffEnvelope",
  "RetrospectiveFindings",
  "Policy",
  "ToolingReport",
]

/** A JSON Schema document. */
export interface JsonSchemaDocument {
  /** The dialect: always the 2020-12 one. */
  readonly $schema: string
  /** Every other keyword; `title` is the name of the contract. */
  readonly [keyword: string]: unknown
}

/**
 * The JSON Schema (2020-12) of a data contract, for tools that read or write its JSON. Rules that span several fields
 * are not in it: the schema of the same name checks them.
 *
 * @example
 * ```ts
 * import { jsonSchemaOf } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual(jsonSchemaOf("RetrospectiveFindings"), {
 *   $schema: "https://json-schema.org/draft/2020-12/schema",
 *   title: "RetrospectiveFindings",
 *   $ref: "#/$defs/RetrospectiveFindings",
 *   $defs: {
 *     RetrospectiveFindings: {
 *       type: "object",
 *       properties: {
 *         internalToolingOnly: { type: "boolean" },
 *         rawCallViolations: { type: "array", items: { type: "string" } },
 *         allowedWriteOps: { type: "array", items: { type: "string" } },
 *       },
 *       required: ["internalToolingOnly", "rawCallViolations", "allowedWriteOps"],
 *       additionalProperties: true,
 *       description: "What a retrospective found: advisory",
 *     },
 *   },
 * })
 * ```
 */
export function jsonSchemaOf(name: ContractName): JsonSchemaDocument {
  const document = Schema.toJsonSchemaDocument(contracts[name])
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: name,
    ...document.schema,
    $defs: document.definitions,
  }
}
