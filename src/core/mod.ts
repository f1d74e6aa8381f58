/**
 * The pure core of retro: the data contracts, and the functions that match, render, read and check them. It touches no
 * file, clock, environment or network.
 *
 * @example What is new since the last run
 * ```ts
 * import { baselineOf, completeReport, diffFindings, parseReport, renderReport } from "@retro/cli/core"
 * import * as Result from "effect/Result"
 * import { deepStrictEqual } from "node:assert/strict"
 *
 * const finding = (locator: string) => ({
 *   pass: "link-integrity", locator, verdict: "DEAD", severity: "Low", what: "links to x.md, which is missing",
 *   route: "direct-fix", proposed_action: "remove the link",
 * } as const)
 * const last = diffFindings({ current: { findings: [finding("a.md")] }, today: "2027-01-31" })
 * const file = renderReport(completeReport({ ...last, date: "2027-01-31" }))
 *
 * const baseline = baselineOf(Result.getOrThrow(parseReport(file)), "v1.md")
 * const current = { findings: [finding("b.md"), finding("a.md")] }
 * const diff = diffFindings({ current, baseline, today: "2027-02-28" })
 * deepStrictEqual(diff.findings.map(({ id, tag, locator }) => [id, tag, locator]), [
 *   ["R001", "CARRIED", "a.md"],
 *   ["R002", "NEW", "b.md"],
 * ])
 * ```
 *
 * @module
 */

// Data contracts
export * from "./schema/line.ts"
export * from "./schema/locator.ts"
export * from "./schema/finding_id.ts"
export { formatStatus, parseStatus, Status, type StatusValue } from "./schema/status.ts"
export { Edit, Effort, Evidence, Finding, Relation, Route, severities, Severity } from "./schema/finding.ts"
export { NearMiss, PassResult } from "./schema/pass_result.ts"
export {
  BaselineFinding,
  BaselineReference,
  ClosedFinding,
  DiffResult,
  type MatchedBy,
  ResolvedFinding,
  type ResolvedHow,
  RunMode,
  type Tag,
  TaggedFinding,
  UnverifiedFinding,
  type UnverifiedWhy,
} from "./schema/diff_result.ts"
export { Orientation, type SinceMethod } from "./schema/orientation.ts"
export {
  completeReport,
  PassSummary,
  Report,
  type ReportFields,
  type ReportInput,
  ReportNearMiss,
  type SeverityCounts,
  type TagCounts,
} from "./schema/report.ts"
export { RouteOutcome, type RouteResult } from "./schema/route_outcome.ts"
export { PersistedRun } from "./schema/persisted_run.ts"
export { Config, type ConfigRoots, FailOn } from "./schema/config.ts"
export {
  ExternalPassSettings,
  type PassConfig,
  PassConfigs,
  type PassSettings,
  settingsOf,
} from "./schema/pass_settings.ts"
export { ConsolidationSettings } from "./schema/settings/consolidation.ts"
export { CountClaimSettings, type Counter } from "./schema/settings/count_claim.ts"
export { DeadConfigSettings } from "./schema/settings/dead_config.ts"
export { type FormatContract, FormatContractSettings } from "./schema/settings/format_contract.ts"
export { type FrontmatterRule, FrontmatterSettings } from "./schema/settings/frontmatter.ts"
export { PipelineGapsSettings, type PipelineStage } from "./schema/settings/pipeline_gaps.ts"
export { SlugConformanceSettings } from "./schema/settings/slug_conformance.ts"
export type { ScopeName } from "./schema/scope_name.ts"
export { ResponsibilityOverlapSettings } from "./schema/settings/responsibility_overlap.ts"
export { type ContractName, contractNames, type JsonSchemaDocument, jsonSchemaOf } from "./schema/json_schema.ts"

// Configuration
export { ConfigInvalid, parseConfig } from "./config/parse_config.ts"

// Corpus
export { type Corpus, isInScope, type UnreadableFile } from "./corpus/corpus.ts"
export type { CorpusHome } from "./corpus/corpus_home.ts"
export type { FileHistory } from "./corpus/file_history.ts"
export { corpusPath } from "./corpus/corpus_path.ts"
export { type CorpusKind, type NodeKind, nodeKindOf } from "./corpus/node_kind.ts"
export { type OutsidePath, type PathEntry, type PathIndex, pathIndex } from "./corpus/path_index.ts"
export { parseMarkdown } from "./markdown/parse_markdown.ts"
export { readFrontMatter } from "./markdown/read_front_matter.ts"
export { headingSlug } from "./markdown/heading_slug.ts"
export type { Heading, Link, MarkdownDocument } from "./markdown/markdown_document.ts"
export {
  type CodeBlock,
  lineIn,
  type LineRange,
  type List,
  type ListItem,
  type MarkdownBlocks,
  type Table,
  type TableRow,
  type TextBlock,
} from "./markdown/markdown_blocks.ts"
export { type CodeSpan, codeSpans } from "./markdown/code_span.ts"
export { type Section, sectionAt, sectionsOf } from "./markdown/section.ts"
export { type Sentence, sentenceAt, sentencesOf } from "./markdown/sentence.ts"
export type { FrontMatter, YamlValue } from "./markdown/front_matter.ts"
export { isDecisionCandidate, readDecisions } from "./decision/read_decisions.ts"
export type { DecisionFile } from "./decision/decision_file.ts"
export type { Field, FieldBlock, FieldItem } from "./decision/field.ts"
export type {
  DecisionNode,
  DecisionReference,
  DecisionStatus,
  ReferenceTarget,
  StatusClass,
} from "./decision/decision_node.ts"

// Diff
export type { Baseline } from "./diff/baseline.ts"
export type { CurrentRun, DiffInput } from "./diff/diff_input.ts"
export { diffFindings } from "./diff/diff_findings.ts"
export { BaselineInvalid, readBaseline } from "./diff/read_baseline.ts"
export { FindingsInvalid, readFindings } from "./diff/read_findings.ts"

// Report
export type { Destination } from "./report/dialect.ts"
export { type RenderOptions, renderReport } from "./report/render_report.ts"
export { type BodyOrder, renderBodies, type RenderBodiesOptions } from "./report/render_bodies.ts"
export type { Fragment, FragmentTier } from "./report/fragment.ts"
export { renderOrientation } from "./report/orientation_block.ts"
export { baselineOf, MergeConflict, type ParsedReport, parseReport, ReportMalformed } from "./report/parse_report.ts"
export type { ReportRow, RowTag } from "./report/report_entry.ts"
export type { FrontMatterPass, ReportFrontMatter, ResolutionCounts } from "./report/report_front_matter.ts"
export { validateReport, type Violation } from "./report/validate_report.ts"

// Selection and edits
export { parseSelection, type SelectableRows, type SelectionContext } from "./selection/parse_selection.ts"
export { type Decision, type Revision, type Selection, SelectionInvalid } from "./selection/selection.ts"
export { applyEdits, EditConflict, type Texts } from "./edit/apply_edits.ts"
export { type FilePreview, previewOf } from "./edit/preview.ts"
export { unifiedDiff } from "./edit/unified_diff.ts"

// Retrospective checkpoint: contracts
export {
  type CompleteCheckpoint,
  type RequiredCheckpoint,
  RetrospectiveCheckpoint,
  type SkippedCheckpoint,
} from "./schema/retrospective_checkpoint.ts"
export { RetrospectiveFindings } from "./schema/retrospective_findings.ts"
export {
  type AcceptanceCriterion,
  type AsyncStartMode,
  asyncStartModes,
  criterionSeverities,
  type CriterionSeverity,
  type EnvelopeTarget,
  HandoffEnvelope,
  type SpecSource,
  specSources,
} from "./schema/handoff_envelope.ts"
export { CanonicalState, type CanonicalTarget } from "./schema/canonical_state.ts"
export {
  type AsyncRun,
  type GateReviewEvidence,
  RoutingInput,
  type RoutingState,
  type RoutingTarget,
} from "./schema/routing_input.ts"
export {
  type ContractTrace,
  RoutingResult,
  type StateRefresh,
  type WaitTimeoutPolicy,
} from "./schema/routing_result.ts"
export * from "./schema/routing_vocabulary.ts"
export type { ForeignObject } from "./foreign/foreign_value.ts"

// Retrospective checkpoint: the record and the gate
export {
  normalizeRetrospectiveCheckpointState,
  RETROSPECTIVE_CHECKPOINT_STATE,
  type RetrospectiveCheckpointState,
  type RetrospectiveCheckpointStates,
} from "./gate/checkpoint_state.ts"
export {
  type CheckpointRead,
  type CheckpointReading,
  readCheckpointArtifact,
  resolveCheckpointStateFromArtifact,
} from "./gate/checkpoint_artifact.ts"
export {
  checkpointPath,
  CheckpointTextBlank,
  completeCheckpoint,
  formatCheckpoint,
  requireCheckpoint,
  skipCheckpoint,
} from "./gate/checkpoint_record.ts"
export { type CheckpointCycleIdentity, normalizeCheckpointCycleIdentity } from "./gate/cycle_identity.ts"
export { isQualifyingAsyncCompletion, RETROSPECTIVE_QUALIFYING_GATES } from "./gate/qualifying_completion.ts"
export { evaluateRetrospectiveGate, type RetrospectiveGateInput } from "./gate/evaluate_gate.ts"
export { checkRetrospectiveGate, type GateCheck, type GateCheckInput, type GateVerdict } from "./gate/check_gate.ts"
export { type AgentEndInput, type AgentEndObservation, isDevLoopCompletion, observeAgentEnd } from "./gate/agent_end.ts"
export { retrospectiveReviewPrompt } from "./gate/review_prompt.ts"

// Retrospective checkpoint: routing
export { evaluatePublicDevLoopRouting } from "./routing/evaluate_routing.ts"
export {
  type ActiveArtifact,
  resolveAuthoritativeStartupResumeBundle,
  type StartupResumeBundle,
} from "./routing/startup_bundle.ts"
export { type DevLoopStatus, resolveAuthoritativeDevLoopStatus } from "./routing/loop_status.ts"
export type { CanonicalAsyncRun } from "./routing/async_run.ts"

// Retrospective checkpoint: handoff envelope and configuration
export { buildDevLoopHandoffEnvelope, EnvelopeNotBuilt, type EnvelopeOptions } from "./envelope/build_envelope.ts"
export {
  type EnvelopeError,
  type EnvelopeValidation,
  type EnvelopeValidationOptions,
  type EnvelopeWarning,
  validateHandoffEnvelope,
} from "./envelope/validate_envelope.ts"
export { normalizeRetrospectiveFindings } from "./envelope/findings.ts"
export {
  type DevLoopConfig,
  type DevLoopConfigError,
  loadDevLoopConfig,
  type LoadedDevLoopConfig,
} from "./config/dev_loop_config.ts"
export { type ConfigLayer, devLoopConfigPaths } from "./config/dev_loop_files.ts"
export { type RetrospectiveKey, retrospectiveKey } from "./config/retrospective_key.ts"

// Secrets
export { findSecrets } from "./redact/find_secrets.ts"
export { redact, redactValue } from "./redact/redact.ts"
export type { SecretSpan } from "./redact/secret_span.ts"

// Transcripts: which raw calls an agent made, and the policy that says what counts
export {
  Policy,
  type PolicyAllowed,
  type PolicyInline,
  type PolicyResolve,
  type PolicyRule,
  type PolicyWrapper,
  type ProgramOnStdin,
} from "./schema/policy.ts"
export { defaultPolicy, strictPolicy } from "./transcript/built_in_policies.ts"
export { parsePolicy, PolicyInvalid } from "./transcript/parse_policy.ts"
export { analyzeTranscript, readTooling, type TranscriptFindings } from "./transcript/analyze_transcript.ts"
export type { ToolingUse, TranscriptReading, UndecidedCommand, UndecidedReason } from "./transcript/tooling_use.ts"
export {
  type SkippedLine,
  type ToolingCoverage,
  type ToolingDetail,
  ToolingReport,
  type ToolingSource,
  type UndecidedTooling,
} from "./schema/tooling_report.ts"

export type { SessionFormat } from "./session/session_event.ts"
export type { SessionFormatChoice } from "./session/session_file.ts"

// Transcripts: the advisory comment of a pull request
export { isAdvisoryComment } from "./comment/comment_marker.ts"
export { type CommentReading, renderAdvisoryComment } from "./comment/render_comment.ts"
