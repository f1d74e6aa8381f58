import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { git, withFolder } from "../services/program.ts"

/** The date of the runs that say no other. */
export const today = "2026-03-01"

/** Where the runs of the whole corpus are kept. */
export const runs = ".claude/checkpoints/corpus"

/**
 * A small repository. Findings in the order of their ids: R001 `docs/adr/0002-use-b.md` does not say what it supersedes
 * (Low, with edits), R002 `docs/gone.md` is gone (Medium), R003 has a wrong anchor (Medium, with edits), R004 `notse.md`
 * is misspelt (Medium).
 */
export const demoFiles: Readonly<Record<string, string>> = {
  "README.md": "# Demo\n\nSee [gone](docs/gone.md).\n\nSee [setup](docs/guide.md#set-up).\n",
  "docs/guide.md": "# Guide\n\n## Setup\n\nRead [the notes](notse.md).\n",
  "docs/notes.md": "# Notes\n",
  "docs/adr/0001-use-a.md":
    "# 1. Use A\n\nDate: 2024-01-01\n\n## Status\n\nSuperseded by [2. Use B](0002-use-b.md)\n\n## Context\n\nOld.\n",
  "docs/adr/0002-use-b.md": "# 2. Use B\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nNew.\n",
}

/** What a reader, who is no pass of the program, found in {@link demoFiles}. */
export const readFinding = {
  pass: "reading",
  locator: "README.md:3",
  verdict: "DEAD",
  severity: "High",
  what: "the link to the old notes is dead",
  route: "direct-fix",
  proposed_action: "point it to the notes",
  edits: [{ path: "README.md", find: "docs/gone.md", replace: "docs/notes.md" }],
}

/** Makes a repository of files with one commit, hands it on, and removes it. */
export function withRepository(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => void | Promise<void>,
): Promise<void> {
  return withFolder(files, (folder) => {
    git(folder, "init", "-q", "-b", "main")
    commitAll(folder)
    return use(folder)
  })
}

/** Commits everything, at a fixed time. */
export function commitAll(folder: string): void {
  git(folder, "add", "-A")
  git(folder, "commit", "-qm", "all", "--date", "2026-02-01T00:00:00Z")
}

/** The digest of every file below a folder, without git's own. */
export function treeOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith(".git/"))
    .sort()
  return new Map(
    names.map((name) => [name, createHash("sha256").update(readFileSync(join(folder, name))).digest("hex")]),
  )
}
