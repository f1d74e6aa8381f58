import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Report } from "../../src/core/schema/report.ts"
import type { Selection } from "../../src/core/selection/selection.ts"
import type { FileServices } from "../../src/engine/durable_file.ts"
import { gitLayer } from "../../src/host/git_process.ts"
import { hostLayer } from "../../src/host/host_layer.ts"
import { builtInPasses } from "../../src/passes/built_in.ts"
import { checkpoint } from "../../src/pipelines/checkpoint.ts"
import { git, projectRoot } from "../services/program.ts"

/** The real machine. */
export const machine = gitLayer().pipe(Layer.provideMerge(hostLayer))
const fixtures = join(projectRoot, "fixtures/routes")
/** The layouts in which proposals and memories are kept. */
export const layouts: readonly string[] = readdirSync(fixtures).sort()
/** Where the runs are kept. */
export const reports = ".claude/checkpoints"

/** Copies layouts, one over the other, into a repository with one commit, hands it on, and removes it. */
export async function withLayout(
  names: string | readonly string[],
  use: (root: string) => void | Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "retro-test-"))
  try {
    for (const name of [names].flat()) cpSync(join(fixtures, name), root, { recursive: true })
    git(root, "init", "-q", "-b", "main")
    commit(root)
    await use(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Commits everything. */
export function commit(root: string): void {
  git(root, "add", "-A")
  git(root, "commit", "-qm", "all", "--allow-empty")
}

/** What is decided about the findings of a run. */
export type Choose = (report: Report) => Selection

/** Applies every finding. */
export const everything: Choose = ({ findings }) => findings.map(({ id }) => ({ _tag: "apply", id }))

/** The date of each run. */
export const today = "2026-03-01"

/** A checkpoint of a repository; `look` is what a user does before deciding. */
export function run(
  root: string,
  choose: Choose,
  layer: typeof machine = machine,
  look: (report: Report) => Effect.Effect<void, unknown, FileServices> = () => Effect.void,
): Promise<Report> {
  const program = checkpoint({
    root,
    passes: builtInPasses,
    config: {},
    reportDir: reports,
    today,
    select: (report) => Effect.as(look(report), choose(report)),
  })
  return Effect.runPromise(program.pipe(Effect.provide(layer))).then(({ report }) => report)
}

/** Every file of a repository but its reports, and what it holds. */
export function filesOf(root: string): ReadonlyMap<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith(".git/") && !path.startsWith(reports)).sort()
  return new Map(files.map((path) => [path, readFileSync(join(root, path), "latin1")]))
}

/** The files that differ, or that one side lacks. */
export function changedBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort()
}
