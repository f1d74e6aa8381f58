/**
 * An extension of pi: when a dev loop in the background is done, its retrospective is required, and the agent is asked
 * for it. Copy it to `.pi/extensions/`. It needs `retro` on the PATH, or its name in `RETRO`.
 */
import { spawn } from "node:child_process"
import process from "node:process"

/** What this extension needs of pi. */
interface Pi {
  on(event: "agent_end", handle: (event: object, context: Context) => Promise<void>): void
  sendUserMessage(text: string): void
}

interface Context {
  readonly cwd?: string
}

/** pi calls this once. */
export default function devLoopRetrospective(pi: Pi): void {
  pi.on("agent_end", async (event, { cwd }) => {
    const { code, stdout, stderr } = await observe({ type: "agent_end", ...event }, cwd ?? process.cwd())
    // Not armed is no failure: nothing is printed then.
    if (code === 0 && stdout !== "") pi.sendUserMessage(stdout)
    if (code !== 0) process.stderr.write(`dev-loop-retrospective: the run was not recorded: ${stderr}\n`)
  })
}

interface Observed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function observe(event: object, cwd: string): Promise<Observed> {
  return new Promise((resolve) => {
    const child = spawn(process.env["RETRO"] ?? "retro", ["gate", "observe"], { cwd })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => stdout += text)
    child.stderr.setEncoding("utf8").on("data", (text: string) => stderr += text)
    child.on("error", (error) => resolve({ code: null, stdout, stderr: error.message }))
    child.on("close", (code) => resolve({ code, stdout, stderr }))
    // A program that ends before it has read all is told by its exit code.
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(event))
  })
}
