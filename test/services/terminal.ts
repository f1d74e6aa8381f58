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

/** Runs a shell command in a terminal of its own, and types each answer when the question stands there. */
export async function atTerminal(command: string, cwd: string, answers: readonly string[]): Promise<Session> {
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  })
  let seen = ""
  let typed = 0
  child.stdout.on("data", (bytes: Uint8Array) => {
    seen += new TextDecoder().decode(bytes)
    while (typed < answers.length && seen.split(question).length - 1 > typed) child.stdin.write(answers[typed++] ?? "")
  })
  const timeout = setTimeout(() => child.kill(), 60_000)
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
  clearTimeout(timeout)
  return { code, seen: seen.replace(cursorMoves, "").replaceAll("\r", "") }
}
