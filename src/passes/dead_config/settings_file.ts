import { isMapping } from "../../core/foreign/foreign_value.ts"
import { jsonWithComments } from "../../core/foreign/json_with_comments.ts"
import { linesOf } from "../../core/text_lines.ts"
import { shown } from "../outcome/evidence.ts"

/** A settings file of an agent, as JSON with comments. */
export interface SettingsFile {
  readonly path: string
  readonly lines: readonly string[]
  readonly text: string
  /** `undefined`: it is no JSON. */
  readonly value: unknown
}

/** Reads a settings file. */
export function readSettings(path: string, text: string): SettingsFile {
  return { path, text, lines: linesOf(text), value: jsonWithComments(text) }
}

/** A command line that a settings file has a host run. */
export interface SettingsCommand {
  readonly file: SettingsFile
  readonly text: string
}

/** The keys under which hosts keep command lines, or parts of them. */
const commandKeys: ReadonlySet<string> = new Set(["command", "args", "bash", "powershell", "script"])
/** How deep a settings file is followed. */
const maxDepth = 50

/** The command lines of a settings file, in its order. */
export function commandsIn(file: SettingsFile): readonly SettingsCommand[] {
  const found: SettingsCommand[] = []
  const visit = (value: unknown, isCommand: boolean, depth: number): void => {
    if (typeof value === "string" && isCommand) found.push({ file, text: value })
    if (typeof value !== "object" || value === null || depth > maxDepth) return
    for (const [key, inner] of Object.entries(value)) {
      visit(inner, commandKeys.has(key) || Array.isArray(value) && isCommand, depth + 1)
    }
  }
  visit(file.value, false, 0)
  return found
}

/** The lines of a settings file that hold a text as JSON writes it. */
export function linesWith(file: SettingsFile, text: string): readonly number[] {
  const written = JSON.stringify(text).slice(1, -1)
  return file.lines.flatMap((line, index) => line.includes(written) || line.includes(text) ? [index + 1] : [])
}

/** The objects of a settings file whose key says that they are bundles, by key. */
export function bundlesIn({ value }: SettingsFile): readonly string[] {
  const names: string[] = []
  const visit = (inner: unknown, depth: number): void => {
    if (!isMapping(inner) || depth > maxDepth) return
    for (const [key, held] of Object.entries(inner)) {
      const isBundles = /bundles$/iu.test(key) && isMapping(held) && Object.values(held).every(isMapping)
      if (isBundles) names.push(...Object.keys(held).filter((name) => !name.startsWith("_")).map(shown))
      else visit(held, depth + 1)
    }
  }
  visit(value, 0)
  return names
}
