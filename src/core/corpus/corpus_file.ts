import { isDecisionCandidate } from "../decision/read_decisions.ts"
import type { Config } from "../schema/config.ts"
import { isHook } from "./node_kind.ts"

/**
 * Why a file is read. `markdown`, `decision` and `needed` (a pass of the run reads it, or the configuration names it) that
 * cannot be read are told, and no pass has looked at them; `organ` (a hook, a settings file) is read when it is text.
 */
export type CorpusFileRole = "markdown" | "decision" | "needed" | "organ"

/** Settings that wire hooks and plugins: `settings.json`, `settings.local.json`, `settings.json.template`, `hooks.json`. */
const settings = /(?:^|\/)(?:settings(?:\.[\w-]+)*\.json(?:\.[\w-]+)?|(?:hooks|plugin|marketplace)\.json)$/u

/** Whether a path is a settings file of an agent. */
export function isSettings(path: string): boolean {
  return settings.test(path)
}

/** Whether a path is a Markdown file. MDX is another language. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/iu.test(path)
}

/** Tells why a file is read; `undefined`: it is not. `isNeeded` knows what the passes of the run read. */
export function corpusFileRoles(
  config: Config,
  isNeeded: (path: string) => boolean = () => false,
): (path: string) => CorpusFileRole | undefined {
  const named = namedFiles(config)
  return (path) => {
    if (isMarkdown(path)) return "markdown"
    if (isDecisionCandidate(path)) return "decision"
    if (named.has(path) || isNeeded(path)) return "needed"
    return isHook(path) || isSettings(path) ? "organ" : undefined
  }
}

/** The files that the settings of passes name: `file` below `passes.<id>`, at any depth that a configuration has. */
function namedFiles(config: Config): ReadonlySet<string> {
  const files = new Set<string>()
  const collect = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > 4) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === "file" && typeof inner === "string") files.add(inner.replace(/^\.\//u, ""))
      else collect(inner, depth + 1)
    }
  }
  collect(config.passes, 0)
  return files
}
