import { deepStrictEqual } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot, retro, withFolder } from "../services/program.ts"

const page = readFileSync(join(projectRoot, "docs/scopes.md"), "utf8")

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gmu"))].map(([, body = ""]) => body)
}

const [, spec = "", plan = ""] = blocks("markdown")
const [shown = ""] = blocks("text")
const [settings = ""] = blocks("yaml")
const results = /`(\{"search": .*\})`/u.exec(page)?.[1] ?? ""

function commit(folder: string, message: string): void {
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder })
  git("add", "-A")
  git("commit", "--quiet", "-m", message)
}

/** The findings of a run as the page shows them: its text blocks are no Markdown. */
function findingsOf(folder: string): readonly string[] {
  const { stdout } = retro(["checkpoint", "search", "--dry-run"], { cwd: folder })
  return stdout.split("\n").filter((line) => line.startsWith("- R")).map((line) => line.replaceAll("\\", ""))
}

Deno.test("the page on scopes shows what the feature of its spec and its plan comes to", () =>
  withFolder({ ".claude/specs/search/v1.md": spec, ".claude/plans/search/v1.md": plan }, (folder) => {
    execFileSync("git", ["init", "--quiet"], { cwd: folder })
    commit(folder, "Plan search")
    mkdirSync(join(folder, "src"))
    writeFileSync(join(folder, "src/index_pages.ts"), "export const pages = []\n")
    writeFileSync(join(folder, "src/cache.ts"), "export const cache = []\n")
    commit(folder, "search: index")
    deepStrictEqual(findingsOf(folder), shown.trimEnd().split("\n"))
    writeFileSync(join(folder, ".retro.yaml"), settings)
    writeFileSync(join(folder, "results.json"), results)
    deepStrictEqual(findingsOf(folder).some((line) => line.includes("UNPROVEN")), false)
  }))
