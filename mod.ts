/**
 * retro finds what a repository of decisions, skills and docs says that is no longer true, run after run.
 *
 * The five stages (`orient`, `diff`, `render`, `route`, `persist`) are Effect programs that need only services;
 * {@link checkpoint} composes them; everything pure is in `@retro/cli/core` and here too. Run as the main module, this
 * file starts the program.
 *
 * @example A pass of one's own through all stages
 * ```ts
 * import { checkpoint, gitLayer, hostLayer, type Pass } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as FileSystem from "effect/FileSystem"
 * import * as Layer from "effect/Layer"
 * import { deepStrictEqual } from "node:assert/strict"
 *
 * const untitled: Pass = {
 *   id: "untitled",
 *   look: ({ documents }) => {
 *     const findings = documents.filter(({ headings }) => headings.length === 0).map(({ path }) => ({
 *       pass: "untitled", locator: path, verdict: "STALE", severity: "Low", route: "none", proposed_action: "",
 *       what: "the document has no heading", key: "heading",
 *     } as const))
 *     const scanned = documents.map(({ path }) => path)
 *     return { pass: "untitled", ran: true, complete: true, scanned, clean: scanned.length - findings.length, findings }
 *   },
 * }
 * const program = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   const root = yield* fs.makeTempDirectoryScoped()
 *   yield* fs.writeFileString(`${root}/a.md`, "No heading.\n")
 *   return yield* checkpoint({
 *     root, passes: [untitled], config: {}, reportDir: "runs", today: "2026-12-01", select: () => Effect.succeed([]),
 *   })
 * })
 * const machine = gitLayer().pipe(Layer.provideMerge(hostLayer))
 * const { report } = await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(machine)))
 * deepStrictEqual(report.tags, { new: 1, carried: 0, wont_fix: 0, unverified: 0, resolved: 0 })
 * ```
 *
 * @module
 */
export * from "./src/core/mod.ts"

// Stages
export { orient, type OrientFailure, type OrientTarget } from "./src/engine/orient.ts"
export { diff, type DiffRequest } from "./src/engine/diff.ts"
export { render } from "./src/engine/render.ts"
export { route, RouteFailed, type RouteOptions } from "./src/engine/route.ts"
export { persist, type PersistFailure, type PersistOptions, VersionTaken } from "./src/engine/persist.ts"
export { type BaselineFailure } from "./src/engine/report_store.ts"
export { ScopeSlugInvalid } from "./src/engine/report_folder.ts"
export { TodayInvalid } from "./src/engine/run_date.ts"
export { BaselineConflict, BaselineNewer } from "./src/engine/stored_report.ts"
export { type History, history, type HistoryRun } from "./src/engine/history.ts"
export { type AdvisoryComment, postAdvisoryComment, type PostedComment } from "./src/engine/advisory_comment.ts"
export { IoFailed } from "./src/engine/io_failed.ts"
export type { FileServices } from "./src/engine/durable_file.ts"

// Services, and their implementation on a machine
export {
  type ChangeBase,
  type CommitBefore,
  Git,
  type GitCommit,
  GitFailed,
  type GitListing,
  type GitTree,
  type PathChange,
  type Repository,
} from "./src/engine/git.ts"
export { Progress } from "./src/engine/progress.ts"
export {
  type CommentsFailure,
  type PullRequest,
  type PullRequestComment,
  PullRequestComments,
} from "./src/engine/pull_request_comments.ts"
export { CommentsFailed, type CommentsFailedReason, GitHubSettingInvalid } from "./src/engine/comments_failed.ts"
export { gitHubLayer } from "./src/host/github/github_layer.ts"
export type { GitHubEnvironment, GitHubVariable } from "./src/host/github/github_settings.ts"
export { gitLayer } from "./src/host/git_process.ts"
export { hostLayer } from "./src/host/host_layer.ts"

// Passes and pipelines
export type { Pass } from "./src/passes/pass.ts"
export { type Looked, lookedAt, notRun } from "./src/passes/outcome/pass_outcome.ts"
export { builtInPasses } from "./src/passes/built_in.ts"
export {
  checkpoint,
  type CheckpointFailure,
  type CheckpointOptions,
  type CheckpointRun,
  type CheckpointServices,
  type ScopeFailure,
} from "./src/pipelines/checkpoint.ts"
export type { PlanOptions } from "./src/engine/plan_finding.ts"
export type { RunOptions } from "./src/pipelines/checkpoint_options.ts"
export type { CheckpointScope } from "./src/pipelines/checkpoint_scope.ts"
export type { RunServices } from "./src/pipelines/prepared_run.ts"
export { SinceInvalid } from "./src/pipelines/diff_run.ts"
export { ModulesUnknown } from "./src/pipelines/module_run.ts"
export { SlugUnknown } from "./src/pipelines/conformance_run.ts"
export type { ExternalOptions } from "./src/passes/external/external_options.ts"
export { checkTooling, type ToolingOptions, type ToolingRun } from "./src/pipelines/tooling.ts"
export type { SessionServices } from "./src/engine/read_sessions.ts"
export { SessionNotOpened } from "./src/engine/session_sources.ts"

if (import.meta.main) {
  // Not awaited: scripts can `require` only modules that await nothing.
  import("./cli.ts").then(({ run }) => run())
}
