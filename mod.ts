/**
 * retro finds what a repository of decisions, skills and docs says that is no longer true, run after run.
 *
 * The five stages (`orient`, `diff`, `render`, `route`, `persist`) are Effect programs that need only services;
 * {@link checkpoint} composes them; everything pure is in `@retro/cli/core` and here too. Run as the main module, this
 * file starts the program.
 *
 * @example A pass of one's own through all stages
 * ```ts no-eval
 * import { checkpoint, gitLayer, hostLayer, type Pass } from "@retro/cli"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const shortTitles: Pass = {
 *   id: "short-titles",
 *   look: ({ documents }) => {
 *     const findings = documents.flatMap(({ path, headings: [title] }) =>
 *       title === undefined || title.text.length <= 60 ? [] : [{
 *         pass: "short-titles", locator: path, verdict: "LONG", severity: "Low", route: "none", proposed_action: "",
 *         what: "the title is longer than 60 characters", key: "title",
 *       } as const]
 *     )
 *     const scanned = documents.map(({ path }) => path)
 *     return { pass: "short-titles", ran: true, complete: true, scanned, clean: scanned.length - findings.length, findings }
 *   },
 * }
 * const { report } = await Effect.runPromise(
 *   checkpoint({
 *     root: ".", passes: [shortTitles], config: {}, reportDir: "reports", today: "2026-12-01", select: () => Effect.succeed([]),
 *   }).pipe(Effect.provide(gitLayer().pipe(Layer.provideMerge(hostLayer)))),
 * )
 * console.log(report.tags)
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
export { BaselineConflict } from "./src/engine/stored_report.ts"
export { type History, history, type HistoryRun } from "./src/engine/history.ts"
export { IoFailed } from "./src/engine/io_failed.ts"
export type { FileServices } from "./src/engine/durable_file.ts"

// Services, and their implementation on a machine
export {
  type CommitBefore,
  Git,
  GitFailed,
  type GitListing,
  type PathChange,
  type Repository,
} from "./src/engine/git.ts"
export { Progress } from "./src/engine/progress.ts"
export { gitLayer } from "./src/host/git_process.ts"
export { hostLayer } from "./src/host/host_layer.ts"

// Passes and pipelines
export type { Pass } from "./src/passes/pass.ts"
export { builtInPasses } from "./src/passes/built_in.ts"
export {
  checkpoint,
  type CheckpointFailure,
  type CheckpointOptions,
  type CheckpointRun,
  type CheckpointServices,
} from "./src/pipelines/checkpoint.ts"

if (import.meta.main) {
  const { run } = await import("./cli.ts")
  run()
}
