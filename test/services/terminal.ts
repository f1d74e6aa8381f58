import { spawn, spawnSync } from "node:child_process"
import process from "node:process"

/** The question of the batch prompt. */
export const question = "Apply which? [ids | all | none | skip … | wontfix … | show ID] "

/** `script` of util-linux makes a terminal; the one of other systems takes other flags. */
export const hasTerminal: boolean = /util-linux/u.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
)

/** The sequences that readline writes to redraw its line. */
// deno-lint-ignore no-control-regex -- the pattern looks for escape characters
const cursorMoves = /\u001b\[\d*[A-Z]/gu

/** What happened at a terminal. */
export interface Session {
  readonly code: number | null
  /** What a person saw, without the sequences that move the cursor. */
  readonly seen: string
}

/** A person's part in a talk: what they wait for, and what they type then. */
export type Step = readonly [awaited: string, keys: string]

/** Runs a shell command in a terminal of its own, and types each answer when the question stands there. */
export function atTerminal(command: string, cwd: string, answers: readonly string[]): Promise<Session> {
  return talkAtTerminal(command, cwd, answers.map((answer) => [question, answer]))
}

/** Runs a shell command in a terminal of its own, and types the keys of each step when what it waits for is there. */
export async function talkAtTerminal(
  command: string,
  cwd: string,
  steps: readonly Step[],
  env: Readonly<Record<string, string>> = { NO_COLOR: "1" },
): Promise<Session> {
  const { NO_COLOR: _, VISUAL: _visual, EDITOR: _editor, ...rest } = process.env
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd,
    env: { ...rest, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  })
  const ahead = [...steps]
  let seen = ""
  let answered = 0
  child.stdout.on("data", (bytes: Uint8Array) => {
    seen += new TextDecoder().decode(bytes)
    while (ahead.length > 0) {
      const [awaited = "", keys = ""] = ahead[0] ?? []
      const at = seen.indexOf(awaited, answered)
      if (at < 0) break
      answered = at + awaited.length
      ahead.shift()
      child.stdin.write(keys)
    }
  })
  const timeout = setTimeout(() => child.kill(), 60_000)
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
  clearTimeout(timeout)
  return { code, seen: seen.replace(cursorMoves, "").replaceAll("\r", "") }
}
