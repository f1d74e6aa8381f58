import process from "node:process"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The repository that is under test. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url))

/** What a run of the program did. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** How the program is run. */
export interface Running {
  readonly cwd?: string
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  /** A command that runs the command that follows it, such as `setpriv` with its flags. */
  readonly through?: readonly string[]
}

/** Runs `retro` as a real process, without a terminal. */
export function retro(args: readonly string[], options: Running = {}): Outcome {
  const [command = "", ...rest] = [
    ...(options.through ?? []),
    ...[Deno.execPath(), "run", "--allow-all", `${projectRoot}cli.ts`, ...args],
  ]
  const run = spawnSync(command, rest, {
    cwd: options.cwd ?? projectRoot,
    input: options.stdin ?? "",
    env: { ...process.env, NO_COLOR: "1", ...options.env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
  return { code: run.status ?? -1, stdout: run.stdout, stderr: run.stderr }
}

/** Makes a folder with files, hands it on, and removes it. */
export async function withFolder(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "retro-test-"))
  try {
    writeFiles(folder, files)
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes files into a folder, with the folders that they need. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Runs git in a folder, with an identity and without the user's configuration; throws when it fails. */
export function git(folder: string, ...args: readonly string[]): string {
  const run = spawnSync("git", [
    "-c",
    "user.name=t",
    "-c",
    "user.email=t@example.org",
    "-c",
    "commit.gpgsign=false",
    ...args,
  ], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  })
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`)
  return run.stdout
}
