import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A folder of a test, with git in it when asked for; gone at the end of the test. */
export interface TemporaryRepository extends Disposable {
  readonly directory: string
  /** Runs git and gives its trimmed output. `date` is the author's and committer's clock. */
  readonly git: (args: readonly string[], date?: string) => string
  readonly write: (path: string, content: string | Uint8Array) => void
  /** Writes files, commits everything and gives the commit. */
  readonly commit: (files: Readonly<Record<string, string>>, date?: string) => string
  readonly touch: (path: string, date: string) => void
}

/** A folder without git. */
export function temporaryFolder(): TemporaryRepository {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "retro-")))
  const git: TemporaryRepository["git"] = (args, date = "2026-01-01T00:00:00Z") =>
    execFileSync("git", ["-C", directory, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: Deno.env.get("PATH"),
        HOME: directory,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.org",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.org",
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    }).trim()
  const write: TemporaryRepository["write"] = (path, content) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  return {
    directory,
    git,
    write,
    commit: (files, date) => {
      for (const [path, content] of Object.entries(files)) write(path, content)
      git(["add", "-A"])
      git(["commit", "-q", "--allow-empty", "-m", "change"], date)
      return git(["rev-parse", "HEAD"])
    },
    touch: (path, date) => utimesSync(join(directory, path), new Date(date), new Date(date)),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** A folder with a repository without commits. */
export function temporaryRepository(): TemporaryRepository {
  const repository = temporaryFolder()
  repository.git(["init", "-q", "-b", "main"])
  return repository
}
