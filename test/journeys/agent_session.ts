/** One call of Bash in a session, and how it ended. */
export interface Call {
  readonly command: string
  readonly output: string
  readonly fails?: boolean
}

const session = "0b6c3f5e-4f0d-4a57-9d1e-2f6f3a9c71aa"

/** A session of Claude Code as it lies on the disk: the user asks, the agent thinks, calls Bash and says what it did. */
export function agentSession(request: string, calls: readonly Call[]): string {
  const records: unknown[] = []
  let parent: string | null = null
  const add = (type: "user" | "assistant", message: unknown, more: object = {}): void => {
    const number = records.length
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`
    records.push({
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: "/home/ada/notes",
      sessionId: session,
      version: "2.1.0",
      gitBranch: "main",
      type,
      message,
      uuid,
      timestamp: `2026-02-28T09:00:${String(number % 60).padStart(2, "0")}.000Z`,
      ...more,
    })
    parent = uuid
  }
  const answer = (id: string, content: unknown): unknown => ({
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: "claude",
    content,
    stop_reason: "tool_use",
    usage: { input_tokens: 12, cache_read_input_tokens: 9000, output_tokens: 80 },
  })
  add("user", { role: "user", content: request })
  for (const [index, { command, output, fails = false }] of calls.entries()) {
    const id = `toolu_${String(index).padStart(2, "0")}`
    add("assistant", answer(`${index}a`, [{ type: "thinking", thinking: `Next: ${command}`, signature: "c2ln" }]))
    add(
      "assistant",
      answer(`${index}b`, [{ type: "tool_use", id, name: "Bash", input: { command, description: "d" } }]),
    )
    add(
      "user",
      { role: "user", content: [{ tool_use_id: id, type: "tool_result", content: output, is_error: fails }] },
      {
        toolUseResult: fails ? `Error: ${output}` : { stdout: output, stderr: "", interrupted: false, isImage: false },
      },
    )
  }
  add("assistant", answer("end", [{ type: "text", text: "Done: I ran `gh api` only where it was needed." }]))
  const summary = { type: "summary", summary: "Merge the notes; gh api calls", leafUuid: parent }
  return [summary, ...records].map((record) => `${JSON.stringify(record)}\n`).join("")
}
