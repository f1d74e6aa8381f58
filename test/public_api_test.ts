import { deepStrictEqual, ok } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Schema from "effect/Schema"
import { projectRoot, withFolder } from "./services/program.ts"

/** What `@retro/cli/core` exports, types included, by code unit. A name that leaves this list breaks its users. */
const coreNames = words(`
  AcceptanceCriterion ActiveArtifact AgentEndInput AgentEndObservation ArtifactState AsyncRun AsyncStartMode
  Authorization Baseline BaselineFinding BaselineInvalid BaselineReference BodyOrder CalendarDate CanonicalAsyncRun
  CanonicalState CanonicalTarget CheckpointCycleIdentity CheckpointRead CheckpointReading CheckpointTextBlank
  ClosedFinding CodeBlock CodeSpan CommentReading CompleteCheckpoint Config ConfigInvalid ConfigLayer ConfigRoots
  ConsolidationSettings ContractClassification ContractName ContractTrace Corpus CorpusHome CorpusKind
  CountClaimSettings Counter CriterionSeverity CurrentRun DeadConfigSettings Decision DecisionFile DecisionNode
  DecisionReference DecisionStatus Destination DevLoopConfig DevLoopConfigError DevLoopStatus DiffInput DiffResult
  Edit EditConflict Effort EnvelopeError EnvelopeNotBuilt EnvelopeOptions EnvelopeTarget EnvelopeValidation
  EnvelopeValidationOptions EnvelopeWarning Evidence ExecutionMode ExternalPassSettings FailOn Field FieldBlock
  FieldItem FileHistory FilePreview Finding FindingId FindingsInvalid ForeignObject FormatContract
  FormatContractSettings Fragment FragmentTier FrontMatter FrontMatterPass FrontmatterRule FrontmatterSettings
  GateCheck GateCheckInput GateReviewEvidence GateVerdict HandoffEnvelope Heading IssueAssignmentSeam
  IssueAssignmentState IssueLinkageResolution IssueReadiness JsonSchemaDocument Line LineRange Link List ListItem
  LoadedDevLoopConfig MarkdownBlocks MarkdownDocument MatchedBy MergeConflict NearMiss NodeKind Orientation
  OutsidePath ParsedReport PassConfig PassConfigs PassResult PassSettings PassSummary PathEntry PathIndex PersistedRun
  PipelineGapsSettings PipelineStage Policy PolicyAllowed PolicyInline PolicyInvalid PolicyResolve PolicyRule
  PolicyWrapper ProgramOnStdin RETROSPECTIVE_CHECKPOINT_STATE RETROSPECTIVE_QUALIFYING_GATES ReferenceTarget Relation
  RenderBodiesOptions RenderOptions Report ReportFields ReportFrontMatter ReportInput ReportMalformed ReportNearMiss
  ReportRow RequiredCheckpoint ResolutionCounts ResolvedFinding ResolvedHow ResponsibilityOverlapSettings
  RetrospectiveCheckpoint RetrospectiveCheckpointState RetrospectiveCheckpointStates RetrospectiveFindings
  RetrospectiveGateInput RetrospectiveKey Revision Route RouteKind RouteOutcome RouteResult RoutingActor RoutingGate
  RoutingInput RoutingIntent RoutingResult RoutingState RoutingStrategy RoutingTarget RowTag RunMode ScopeName
  SecretSpan Section SelectableRows Selection SelectionContext SelectionInvalid Sentence SessionFormat
  SessionFormatChoice Severity SeverityCounts SinceMethod SkippedCheckpoint SkippedLine SlugConformanceSettings
  SpecSource StartupResumeBundle StateRefresh Status StatusClass StatusValue Table TableRow Tag TagCounts
  TaggedFinding TargetKind TargetPreference TextBlock Texts ToolingCoverage ToolingDetail ToolingReport ToolingSource
  ToolingUse TranscriptFindings TranscriptReading UndecidedCommand UndecidedReason UndecidedTooling UnreadableFile
  UnverifiedFinding UnverifiedWhy Violation WaitSemantics WaitTimeoutClassification WaitTimeoutPolicy WorkStatus
  YamlValue analyzeTranscript applyEdits artifactStates asyncStartModes authorizations baselineOf
  buildDevLoopHandoffEnvelope checkRetrospectiveGate checkpointPath codeSpans completeCheckpoint completeReport
  contractClassifications contractNames corpusPath criterionSeverities defaultPolicy devLoopConfigPaths diffFindings
  evaluatePublicDevLoopRouting evaluateRetrospectiveGate executionModes findSecrets findingId findingNumber
  formatCheckpoint formatStatus headingSlug isAdvisoryComment isCalendarDate isDecisionCandidate isDevLoopCompletion
  isInScope isLine isQualifyingAsyncCompletion issueAssignmentSeams issueAssignmentStates issueLinkageResolutions
  issueReadinessWords jsonSchemaOf lineIn lineOf loadDevLoopConfig nodeKindOf nodeOf normalizeCheckpointCycleIdentity
  normalizeRetrospectiveCheckpointState normalizeRetrospectiveFindings observeAgentEnd parseConfig parseMarkdown
  parsePolicy parseReport parseSelection parseStatus pathIndex previewOf readBaseline readCheckpointArtifact
  readDecisions readFindings readFrontMatter readTooling redact redactValue renderAdvisoryComment renderBodies
  renderOrientation renderReport requireCheckpoint resolveAuthoritativeDevLoopStatus
  resolveAuthoritativeStartupResumeBundle resolveCheckpointStateFromArtifact retrospectiveKey
  retrospectiveReviewPrompt routeKinds routingActors routingGates routingIntents routingStrategies sectionAt
  sectionsOf sentenceAt sentencesOf settingsOf severities skipCheckpoint specSources strictPolicy targetKinds
  targetPreferences unifiedDiff validateHandoffEnvelope validateReport waitSemanticsWords waitTimeoutClassifications
  workStatuses
`)

/** What `@retro/cli` exports besides the core. */
const ownNames = words(`
  AdvisoryComment BaselineConflict BaselineFailure BaselineNewer ChangeBase CheckpointFailure CheckpointOptions
  CheckpointRun CheckpointScope CheckpointServices CommentsFailed CommentsFailedReason CommentsFailure CommitBefore DiffRequest
  ExternalOptions FileServices Git GitCommit GitFailed GitHubEnvironment GitHubSettingInvalid GitHubVariable
  GitListing GitTree History HistoryRun IoFailed Looked ModulesUnknown OrientFailure OrientTarget Pass PathChange
  PersistFailure PersistOptions PlanOptions PostedComment Progress PullRequest PullRequestComment PullRequestComments
  Repository RouteFailed RouteOptions RunOptions RunServices ScopeFailure ScopeSlugInvalid SessionNotOpened
  SessionServices SinceInvalid SlugUnknown TodayInvalid ToolingOptions ToolingRun VersionTaken builtInPasses checkTooling
  checkpoint diff gitHubLayer gitLayer history hostLayer lookedAt notRun orient persist postAdvisoryComment render
  route
`)

const expected: { readonly [entry: string]: readonly string[] } = {
  "cli.ts": ["run", "version"],
  "mod.ts": [...coreNames, ...ownNames].sort(),
  "src/core/mod.ts": coreNames,
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u)
}

function deno(args: readonly string[], options: { readonly cwd?: string; readonly input?: string } = {}): {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
} {
  const run = spawnSync(Deno.execPath(), [...args], {
    cwd: options.cwd ?? projectRoot,
    input: options.input ?? "",
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
  return { code: run.status ?? -1, stdout: run.stdout, stderr: run.stderr }
}

const documented = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({
  nodes: Schema.Record(
    Schema.String,
    Schema.Struct({ symbols: Schema.Array(Schema.Struct({ name: Schema.String })) }),
  ),
})))

Deno.test("the entry points export the names that are listed here, and no other", () => {
  const entries = Object.keys(expected)
  const { nodes } = documented(deno(["doc", "--json", ...entries]).stdout)
  const names = entries.map((entry) => {
    const symbols = nodes[pathToFileURL(join(projectRoot, entry)).href]?.symbols ?? []
    return [entry, [...new Set(symbols.map(({ name }) => name))].sort()]
  })
  deepStrictEqual(Object.fromEntries(names), expected)
})

for (const entry of ["@retro/cli", "@retro/cli/core", "@retro/cli/cli"]) {
  Deno.test(`importing ${entry} needs no permission and says nothing`, () => {
    const run = deno(["run", "--no-prompt", "--quiet", "-"], {
      input: `import * as entry from "${entry}"\nvoid entry\n`,
    })
    deepStrictEqual(run, { code: 0, stdout: "", stderr: "" })
  })
}

/** The files of a folder of the project that end so, by path; none where there is no such folder. */
function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(projectRoot, { encoding: "utf8" }).includes(folder)
    ? readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
    : []
}

type NamedText = readonly [name: string, text: string]

function textOf(path: string): string {
  return readFileSync(join(projectRoot, path), "utf8")
}

/** The TypeScript blocks of the documents that users read, each as a file named after its place. */
function documentBlocks(): readonly NamedText[] {
  return ["README.md", ...filesIn("docs", ".md")].flatMap((document) =>
    [...textOf(document).matchAll(/^```(?:ts|typescript)\b[^\n]*\n(.*?)^```$/gmsu)].map(([, code = ""], index) =>
      [`${document.replaceAll(/[^\w.-]/gu, "_")}-${index + 1}.ts`, code] as const
    )
  )
}

/** What a block may import as a neighbour: the files of the examples. */
function neighbours(): readonly NamedText[] {
  return filesIn("examples", ".ts").map((path) => [basename(path), textOf(path)])
}

const configuration = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({
  exports: Schema.Record(Schema.String, Schema.String),
  imports: Schema.Record(Schema.String, Schema.String),
  compilerOptions: Schema.Record(Schema.String, Schema.Unknown),
})))

Deno.test("every TypeScript block of README.md and docs/ type-checks", async () => {
  const blocks = documentBlocks()
  ok(blocks.some(([name]) => name.startsWith("README.md")), "README.md shows the library")
  const { exports, imports, compilerOptions } = configuration(textOf("deno.json"))
  const own = Object.entries(exports).map(([entry, file]) => [
    `@retro/cli${entry.slice(1)}`,
    pathToFileURL(join(projectRoot, file)).href,
  ])
  const settings = { imports: { ...imports, ...Object.fromEntries(own) }, compilerOptions, nodeModulesDir: "none" }
  const files = Object.fromEntries([["deno.json", JSON.stringify(settings)], ...neighbours(), ...blocks])
  await withFolder(files, (folder) => {
    const run = deno(["check", "--quiet", "--no-lock", ...blocks.map(([name]) => name)], { cwd: folder })
    deepStrictEqual(run, { code: 0, stdout: "", stderr: "" })
  })
})
