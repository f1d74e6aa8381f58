/**
 * Session files in the form of Claude Code, for measuring `tooling check`: turns with a call of a shell and what it gave
 * back, now and then a turn of prose. Every fortieth command is a raw call of `gh`.
 */
import { join } from "node:path"

const files = 10
const commands = [
  "git status --short",
  "git diff --stat main",
  "ls -la src | head -20",
  "rg --files -g '*.ts' | wc -l",
  "deno test -A test/core 2>&1 | tail -20",
  "sed -n 1,80p src/mod.ts",
  'git commit -m "Say what is read" -m "More words"',
]
const words = "tide harbour forecast gauge reading table station signal channel buoy current height".split(" ")

/** How many calls there are, and how many of them are raw. */
export interface SessionTruth {
  readonly calls: number
  readonly raw: number
}

/** Writes sessions of so many megabytes into a folder, which must be there. The same size gives the same files. */
export function writeSessions(folder: string, megabytes: number): SessionTruth {
  let [call, raw, state] = [0, 0, 20_270_301]
  function below(limit: number): number {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor(state / 2 ** 32 * limit)
  }
  function prose(length: number): string {
    return Array.from({ length }, () => words[below(words.length)]).join(" ")
  }
  const encoder = new TextEncoder()
  for (let file = 0; file < files; file++) {
    const session = `0000000${file}-0000-4000-8000-00000000000${file}`
    using handle = Deno.openSync(join(folder, `${session}.jsonl`), { write: true, create: true, truncate: true })
    for (let size = 0; size < megabytes * 1_000_000 / files;) {
      call++
      const isRaw = call % 40 === 0
      if (isRaw) raw++
      const command = isRaw ? `gh pr view ${call} --json state` : commands[below(commands.length)] ?? ""
      const records = [
        ...call % 7 === 0 ? [turn(session, call, [{ type: "text", text: prose(60) }])] : [],
        turn(session, call, [{ type: "tool_use", id: `toolu_${call}`, name: "Bash", input: { command } }]),
        result(session, call, prose(100 + below(300))),
      ]
      const bytes = encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join(""))
      handle.writeSync(bytes)
      size += bytes.length
    }
  }
  return { calls: call, raw }
}

function base(session: string, call: number): object {
  const timestamp = new Date(Date.UTC(2027, 0, 31) + call * 1000).toISOString()
  return {
    parentUuid: `p${call}`,
    isSidechain: false,
    cwd: "/w/tides",
    sessionId: session,
    version: "2.1.0",
    timestamp,
  }
}

function turn(session: string, call: number, content: unknown): object {
  const usage = { input_tokens: 12, output_tokens: 34, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  return {
    ...base(session, call),
    message: { id: `msg_${call}`, type: "message", role: "assistant", model: "m", content, stop_reason: null, usage },
    requestId: `req_${call}`,
    type: "assistant",
    uuid: `a${call}`,
  }
}

function result(session: string, call: number, output: string): object {
  const content = [{ tool_use_id: `toolu_${call}`, type: "tool_result", content: output, is_error: false }]
  return {
    ...base(session, call),
    type: "user",
    message: { role: "user", content },
    uuid: `u${call}`,
    toolUseResult: { stdout: output, stderr: "", interrupted: false, isImage: false },
  }
}
