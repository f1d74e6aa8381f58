import { byCodeUnit } from "../../core/code_unit_order.ts"
import type { PathChange } from "../../core/corpus/path_change.ts"
import { linesOf } from "../../core/text_lines.ts"
import type { GitCommit } from "../../engine/git.ts"
import { givesAliases } from "../source/import_aliases.ts"
import { type ModuleGraph, moduleGraph } from "../source/module_graph.ts"
import { hasReadableImports, isForeign } from "../source/source_file.ts"
import type { SourceReader } from "../source/source_module.ts"
import type { Corpus } from "../../core/corpus/corpus.ts"
import { baseName } from "../../core/corpus/folder_path.ts"

/** A commit as passes see one. */
export type ModuleCommit = Omit<GitCommit, "first">

/** What a run knows of modules that were just built. */
export interface ModuleFacts {
  /** Their folders (or files), ascending. */
  readonly modules: readonly string[]
  /** What is not committed yet. */
  readonly touched: readonly PathChange[]
  /** The committed texts of touched files that had one. */
  readonly committed: ReadonlyMap<string, string>
  /** The commits since the first active plan was made, or of today when there is none; newest first. */
  readonly commits: readonly ModuleCommit[]
  /** Why nobody knows all of these commits; absent: they are known. */
  readonly commits_unknown?: string
  readonly read: SourceReader
}

/** The module that holds a path. */
export function moduleOf(modules: readonly string[], path: string): string | undefined {
  return modules.find((module) => path === module || path.startsWith(`${module}/`))
}

/** A source file of a module. */
export interface ModuleFile {
  readonly path: string
  readonly module: string
  readonly lines: readonly string[]
}

/** The source files of modules, path ascending. */
export function moduleFiles(corpus: Corpus, modules: readonly string[]): readonly ModuleFile[] {
  return [...corpus.texts].flatMap(([path, text]): readonly ModuleFile[] => {
    const module = hasReadableImports(path) && !isForeign(path) ? moduleOf(modules, path) : undefined
    return module === undefined ? [] : [{ path, module, lines: linesOf(text) }]
  }).sort((left, right) => byCodeUnit(left.path, right.path))
}

/** Which files the passes over modules read. */
export function readsForModules(path: string): boolean {
  return !isForeign(path) &&
    (hasReadableImports(path) || givesAliases(path) || /^(?:package|deno|jsr)\.jsonc?$/u.test(baseName(path)))
}

/** The modules of a corpus as they were before what is not committed. */
export function graphBefore({ paths }: Corpus, { committed, read }: ModuleFacts): ModuleGraph {
  return moduleGraph({ texts: committed, paths }, read)
}
