import { baseName, folderOf, joinPath } from "../../core/corpus/folder_path.ts"
import type { PathIndex } from "../../core/corpus/path_index.ts"

/** A script that a command line runs. */
export interface HookPath {
  /** As written, without the quotes around a variable. */
  readonly written: string
  /** From where it is seen. */
  readonly from: "project" | "plugin" | "home" | "absolute" | "unknown"
  /** Behind what says from where. */
  readonly rest: string
}

const script =
  /(?<![^\s"'`;|&()<>,=])(?:[^\s"'`;|&()<>,=]|<\w+>|\$\([^()]*\))*[\w-]\.(?:[cm]?[jt]s|sh|bash|py|rb|ps1)(?![\w.-])/gu
const prefixes: readonly (readonly [RegExp, HookPath["from"]])[] = [
  [
    /^(?:\$\{?CLAUDE_PROJECT_DIR(?::-[^}]*)?\}?|%CLAUDE_PROJECT_DIR%|\$\(git rev-parse --show-toplevel\)|\$\{?(?:PWD|workspaceFolder)\}?)\//u,
    "project",
  ],
  [/^(?:\$\{?[A-Z_]*PLUGIN_ROOT(?::-[^}]*)?\}?|%[A-Z_]*PLUGIN_ROOT%)\//u, "plugin"],
  [/^(?:~|\$\{?(?:env:)?(?:HOME|USERPROFILE)\}?|%(?:USERPROFILE|HOME)%|__HOME__|\{\{?\s*home\s*\}?\})\//iu, "home"],
  [/^(?:\/|[A-Za-z]:\/|\/\/)/u, "absolute"],
  [/^[^/]*[$%{}<>*]|^__\w+__\//u, "unknown"],
]

/** A variable that is quoted by itself, as shells are told to: `"$CLAUDE_PROJECT_DIR"/.claude/hooks/check.sh`. */
const quotedVariable = /(["'])(\$\{?\w+\}?|%\w+%)\1(?=[/\\])/gu

/** The scripts in a command line that lie in a folder of hooks, or in the project or plugin of the settings. */
export function hookPaths(command: string): readonly HookPath[] {
  return [...command.replaceAll(quotedVariable, "$2").matchAll(script)].flatMap((match): readonly HookPath[] => {
    const path = pathOf(
      match[0].replaceAll("\\", "/").replace(/\$\{CLAUDE_PROJECT_DIR\}/u, "$CLAUDE_PROJECT_DIR"),
      match[0],
    )
    const isHook = path.from === "absolute" || /(?:^|\/)hooks\//u.test(path.rest)
    return isHook || path.from === "project" && path.written.startsWith("$") || path.from === "plugin" ? [path] : []
  })
}

function pathOf(path: string, written: string): HookPath {
  for (const [prefix, from] of prefixes) {
    const match = prefix.exec(path)
    if (match !== null) return { written, from, rest: from === "unknown" ? path : path.slice(match[0].length) }
  }
  return { written, from: "project", rest: path }
}

/** What became of a script. */
export type HookPlace = "there" | "ignored" | "gone" | "unknown"

/**
 * Looks a script up: in the project or plugin that a settings file belongs to; one of a user's home, among the files that
 * an installer would copy there.
 */
export function placeOf(paths: PathIndex, settings: string, { from, rest }: HookPath): HookPlace {
  if (from === "absolute" || from === "unknown" || /[$%{}<>*]/u.test(rest)) return "unknown"
  const roots = rootsOf(settings)
  const entries = roots.flatMap((root) => {
    const path = joinPath(root, rest)
    return path === undefined ? [] : [paths.lookup(path)]
  })
  if (entries.includes("file")) return "there"
  if (from !== "home") return entries.includes("ignored") ? "ignored" : "gone"
  const isCopied = paths.named(baseName(rest)).some((path) => parentOf(path) === parentOf(rest))
  return isCopied ? "there" : installs(paths, rest) ? "gone" : "unknown"
}

/** Whether the repository keeps what an installer copies to that folder of the home. */
function installs(paths: PathIndex, rest: string): boolean {
  const folder = parentOf(rest)
  return paths.files.some((path) => parentOf(path) === folder && folder === "hooks" && !path.includes("node_modules/"))
}

function parentOf(path: string): string {
  return baseName(folderOf(path))
}

/** The folders that a settings file may belong to: around its tool's folder, around `hooks/`, or its own. */
function rootsOf(settings: string): readonly string[] {
  const folder = folderOf(settings)
  const isInner = /^(?:\.[\w-]+|hooks|settings)$/u.test(baseName(folder))
  return [...new Set([...(isInner ? [folderOf(folder)] : []), folder, ""])]
}
