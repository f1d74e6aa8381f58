import * as Schema from "effect/Schema"
import { type ScopeName, scopeNames } from "./scope_name.ts"
import { ConsolidationSettings } from "./settings/consolidation.ts"
import { CountClaimSettings } from "./settings/count_claim.ts"
import { DeadConfigSettings } from "./settings/dead_config.ts"
import { PipelineGapsSettings } from "./settings/pipeline_gaps.ts"
import { ResponsibilityOverlapSettings } from "./settings/responsibility_overlap.ts"
import { FormatContractSettings } from "./settings/format_contract.ts"
import { FrontmatterSettings } from "./settings/frontmatter.ts"
import { SlugConformanceSettings } from "./settings/slug_conformance.ts"

/**
 * The settings of the built-in passes, by id: what `passes.<id>` of the configuration file may hold. A pass that is not
 * here has none. Every setting is optional; the pass that reads it has the default, and its doc comment says it.
 */
export interface PassSettings {
  /** How old a draft may be. */
  readonly consolidation: ConsolidationSettings
  /** Counters of the nouns that no general rule knows. */
  readonly "count-claim": CountClaimSettings
  /** When what nothing names is cold. */
  readonly "dead-config": DeadConfigSettings
  /** The stages of a pipeline. */
  readonly "pipeline-gaps": PipelineGapsSettings
  /** How alike two descriptions must be. */
  readonly "responsibility-overlap": ResponsibilityOverlapSettings
  /** What the lines of files look like, where no file says so by itself. */
  readonly "format-contract": FormatContractSettings
  /** Rules for front matter that no README gives. */
  readonly frontmatter: FrontmatterSettings
  /** Where the results of checks are. */
  readonly "slug-conformance": SlugConformanceSettings
}

/** A day: nobody waits longer, and timers of hosts have an end. */
const longestSeconds = 86_400

/** A program as a pass: it runs only when somebody asks for it. */
export interface ExternalPassSettings {
  /** The program and its arguments; it runs in the root, and one with a `/` in its name is looked for there. */
  readonly command: readonly string[]
  /** The scopes in which it runs; absent: all. */
  readonly scopes?: readonly ScopeName[]
  /** After how many seconds it is ended, at most a day; absent: 300. */
  readonly timeout_seconds?: number
}
/**
 * {@link ExternalPassSettings} as a schema.
 *
 * @example
 * ```ts
 * import { ExternalPassSettings } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * deepStrictEqual([["judge"], []].map((command) => Schema.is(ExternalPassSettings)({ command })), [true, false])
 * ```
 */
export const ExternalPassSettings: Schema.Codec<ExternalPassSettings> = Schema.Struct({
  command: Schema.Array(Schema.NonEmptyString).check(Schema.isMinLength(1)),
  scopes: Schema.optionalKey(Schema.Array(Schema.Literals(scopeNames)).check(Schema.isMinLength(1))),
  timeout_seconds: Schema.optionalKey(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(longestSeconds)),
  ),
})

/** `false` switches a pass off; otherwise its settings, or the command of an external pass. */
export type PassConfig = false | { readonly [setting: string]: unknown }

/** What the configuration says of passes, by id; the settings of built-in passes are typed. */
export type PassConfigs =
  & { readonly [pass: string]: PassConfig }
  & { readonly [Id in keyof PassSettings]?: false | PassSettings[Id] }
/** The passes that have settings. */
const settings = {
  consolidation: Schema.optionalKey(offOr(ConsolidationSettings)),
  "count-claim": Schema.optionalKey(offOr(CountClaimSettings)),
  "dead-config": Schema.optionalKey(offOr(DeadConfigSettings)),
  "pipeline-gaps": Schema.optionalKey(offOr(PipelineGapsSettings)),
  "responsibility-overlap": Schema.optionalKey(offOr(ResponsibilityOverlapSettings)),
  "format-contract": Schema.optionalKey(offOr(FormatContractSettings)),
  frontmatter: Schema.optionalKey(offOr(FrontmatterSettings)),
  "slug-conformance": Schema.optionalKey(offOr(SlugConformanceSettings)),
}

/** Whether a pass has settings besides being on or off. */
export function hasSettings(pass: string): pass is keyof PassSettings {
  return pass in settings
}

/**
 * {@link PassConfigs} as a schema.
 *
 * @example
 * ```ts
 * import { PassConfigs } from "@retro/cli/core"
 * import * as Schema from "effect/Schema"
 * import { deepStrictEqual } from "node:assert/strict"
 * const configs = [{ "link-integrity": false, "count-claim": {} }, { "count-claim": { nouns: [] } }]
 * deepStrictEqual(configs.map((config) => Schema.is(PassConfigs)(config)), [true, false])
 * ```
 */
export const PassConfigs: Schema.Codec<PassConfigs> = Schema.StructWithRest(
  Schema.Struct(settings),
  [Schema.Record(Schema.String, offOr(Schema.Record(Schema.String, Schema.Unknown)))],
)

function offOr<Settings>(settings: Schema.Codec<Settings>): Schema.Codec<false | Settings> {
  return Schema.Union([Schema.Literal(false), settings])
}

/**
 * The settings of a pass; none when the configuration has none, or switches it off.
 *
 * @example
 * ```ts
 * import { type Config, settingsOf } from "@retro/cli/core"
 * import { deepStrictEqual } from "node:assert/strict"
 * const config: Config = { passes: { "count-claim": { nouns: { tools: { glob: "tools/*.ts" } } } } }
 * deepStrictEqual(settingsOf(config.passes?.["count-claim"]).nouns, { tools: { glob: "tools/*.ts" } })
 * ```
 */
export function settingsOf<Settings extends object>(config: false | Settings | undefined): Partial<Settings> {
  return config === undefined || config === false ? {} : config
}
