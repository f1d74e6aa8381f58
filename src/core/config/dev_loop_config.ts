import { type ForeignObject, isMapping } from "../foreign/foreign_value.ts"
import { checkDevLoopFile } from "./dev_loop_checks.ts"
import type { DevLoopConfigError } from "./dev_loop_files.ts"
import { type ReadConfigFiles, readConfigFiles } from "./read_config_file.ts"

export type { DevLoopConfigError } from "./dev_loop_files.ts"

/** The configuration of a dev loop: the built-in defaults, and over them what the files say. */
export interface DevLoopConfig {
  /** The family that the retrospective belongs to. */
  readonly workflow: {
    /** Whether a missing retrospective closes the next start or resume. */
    readonly requireRetrospective: boolean
    readonly [field: string]: unknown
  }
  /** Other families, as the files say. */
  readonly [family: string]: unknown
}

/** A configuration, and what is wrong with its files. */
export interface LoadedDevLoopConfig {
  /** The configuration, every layer merged. */
  readonly config: DevLoopConfig
  /** `config.workflow.requireRetrospective`; `false` when only an unusable file would say otherwise. */
  readonly requireRetrospective: boolean
  /** A file with an error is left out as a whole. Where there is one, whether a gate applies cannot be told. */
  readonly errors: readonly DevLoopConfigError[]
  /** What is worth a word and changes nothing. */
  readonly warnings: readonly string[]
}

const defaults: DevLoopConfig = { version: 1, workflow: { requireRetrospective: false } }

/**
 * Reads the configuration of a dev loop from the texts of its files, by path relative to the root; files of other
 * paths are ignored. The first of `.devloops`, `.devloops.yaml`, `.devloops.yml` and `.devloops.json` is read, over
 * `.pi/dev-loop/defaults.*`; the old `.pi/dev-loop/settings.*` and `overrides.*` only where there is none of the four.
 * Families are merged one level deep. It never throws: a file that cannot be used is an error and is left out, and so
 * is what is no text.
 *
 * @example
 * ```ts
 * import { loadDevLoopConfig } from "@retro/cli/core"
 * import { deepStrictEqual, strictEqual } from "node:assert/strict"
 * const files = { ".devloops": "version: 1\nworkflow:\n  requireRetrospective: true\n" }
 * deepStrictEqual(loadDevLoopConfig(files), {
 *   config: { version: 1, workflow: { requireRetrospective: true } },
 *   requireRetrospective: true,
 *   errors: [],
 *   warnings: [],
 * })
 * const wrong = loadDevLoopConfig({ ".devloops": "version: 1\nworkflow:\n  requireRetrospective: yes\n" })
 * strictEqual(
 *   wrong.errors[0]?.message,
 *   'Cannot use .devloops, line 3: "workflow.requireRetrospective" is "yes"; write true or false',
 * )
 * ```
 */
export function loadDevLoopConfig(files: { readonly [path: string]: string | undefined }): LoadedDevLoopConfig {
  return configOf(readConfigFiles(files))
}

/** The configuration that the files amount to. */
export function configOf(found: ReadConfigFiles): LoadedDevLoopConfig {
  const read = found.files.map(({ path, document, layer }) => {
    const { problems, warnings } = checkDevLoopFile(document)
    return {
      value: problems.length === 0 && document._tag === "document" ? document.value : {},
      errors: problems.map(({ line, problem }) => ({
        path,
        message: `Cannot use ${path}, line ${line}: ${problem}`,
        layer,
      })),
      warnings: warnings.map(({ line, problem }) => `${path}, line ${line}: ${problem}`),
    }
  })
  const config = read.reduce((merged, { value }) => mergedConfig(merged, value), defaults)
  return {
    config,
    requireRetrospective: config.workflow.requireRetrospective,
    errors: [...found.errors, ...read.flatMap(({ errors }) => errors)],
    warnings: [...found.warnings, ...read.flatMap(({ warnings }) => warnings)],
  }
}

function mergedConfig(below: DevLoopConfig, above: unknown): DevLoopConfig {
  if (!isMapping(above)) return below
  const families = Object.entries(above).map(([family, value]) => {
    const lower = below[family]
    return [family, isMapping(lower) && isMapping(value) ? { ...lower, ...value } : value] as const
  })
  const merged: ForeignObject = { ...below, ...Object.fromEntries(families) }
  const workflow = isMapping(merged["workflow"]) ? merged["workflow"] : {}
  const required = workflow["requireRetrospective"]
  return {
    ...merged,
    workflow: { ...workflow, requireRetrospective: required === true },
  }
}
