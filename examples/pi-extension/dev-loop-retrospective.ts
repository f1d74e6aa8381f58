/**
 * An extension of pi: when a dev loop in the background is done, its retrospective is required, and the agent is asked
 * for it. Copy it to `.pi/extensions/`. It needs `retro` on the PATH, or the name of the program, one word, in `RETRO`.
 */
import { spawn } from "node:child_process"
import process from "node:process"

/** What this extension needs of pi. */
interface Pi {
  on(event: "agent_end", handle: (event: object, context?: Context) => Promise<void>): void
  sendUserMessage(text: string): void
}

interface Context {
  readonly cwd?: string
}

/** pi calls this once. */
export default function devLoopRetrospective(pi: Pi): void {
  pi.on("agent_end", async (event, context) => {
    const observed = await observe(event, context?.cwd ?? process.cwd())
    // Not armed is no failure: nothing is printed then.
    if (observed.code === 0 && observed.stdout !== "") pi.sendUserMessage(observed.stdout)
    if (observed.code !== 0) {
      const why = observed.stderr.trim() || `exit code ${observed.code}`
      process.stderr.write(`dev-loop-retrospective: the run was not recorded: ${why}; run: retro gate require\n`)
    }
  })
}

interface Observed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function observe(event: object, cwd: string): Promise<Observed> {
  let input: string
  try {
    input = JSON.stringify(askedFields(event))
  } catch (error) {
    return Promise.resolve({ code: null, stdout: "", stderr: String(error) })
  }
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
    child.stdin.end(input)
  })
}

/** What `retro gate observe` looks at: the rest of an event may be large, or no JSON. */
function askedFields(event: { readonly messages?: unknown; readonly runId?: unknown }): object {
  const { messages, runId } = event
  return { type: "agent_end", runId, messages: Array.isArray(messages) ? messages.slice(0, 1) : messages }
}
