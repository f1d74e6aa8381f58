import type { Policy } from "../../../src/core/schema/policy.ts"
import type { ToolingReport } from "../../../src/core/schema/tooling_report.ts"
import type { SessionFormatChoice } from "../../../src/core/session/session_file.ts"
import { SessionReader } from "../../../src/core/session/session_reader.ts"
import { ToolingTally } from "../../../src/core/session/tooling_tally.ts"
import { defaultPolicy } from "../../../src/core/transcript/built_in_policies.ts"

/** A file of a test: records are written as JSON, a line each; texts and bytes stay as they are. */
export type TestFile = string | Uint8Array | readonly unknown[]

/** How files are read. */
export interface Reading {
  readonly from?: SessionFormatChoice
  readonly policy?: Policy
  /** Where the bytes of each file are cut. */
  readonly cuts?: readonly number[]
}

/** The bytes of a file. */
export function bytesOf(file: TestFile): Uint8Array {
  if (file instanceof Uint8Array) return file
  const text = typeof file === "string" ? file : file.map((record) => `${JSON.stringify(record)}\n`).join("")
  return new TextEncoder().encode(text)
}

/** The report on some files, named `0`, `1` and so on. */
export function reportOn(files: readonly TestFile[], reading: Reading = {}): ToolingReport {
  const tally = new ToolingTally(reading.policy ?? defaultPolicy)
  for (const [index, file] of files.entries()) {
    tally.open(String(index))
    const reader = new SessionReader(tally, reading.from ?? "auto")
    const bytes = bytesOf(file)
    let start = 0
    for (const cut of [...reading.cuts ?? [], bytes.length]) {
      const end = Math.min(cut, bytes.length)
      if (end < start) continue
      // Readers must not keep what they are given.
      const piece = bytes.slice(start, end)
      reader.push(piece)
      piece.fill(0x7b)
      start = end
    }
    reader.end()
  }
  return tally.report()
}

/** A call of Bash in a session of Claude Code. */
export function bashCall(id: string, command: string): unknown {
  const content = [{ type: "tool_use", id, name: "Bash", input: { command, description: "d" } }]
  return turn(content)
}

/** The same as a line of a file. */
export function bashLine(id: string, command: string): string {
  return `${JSON.stringify(bashCall(id, command))}\n`
}

/** A turn of the agent in a session of Claude Code. */
export function turn(content: unknown): unknown {
  return {
    parentUuid: null,
    isSidechain: false,
    sessionId: "s1",
    type: "assistant",
    uuid: "a1",
    message: { id: "m1", role: "assistant", content, stop_reason: "tool_use", usage: { output_tokens: 1 } },
  }
}

/** What a tool gave back in a session of Claude Code. */
export function toolResult(id: string, isError: boolean, output = "ok"): unknown {
  const content = [{ type: "tool_result", tool_use_id: id, content: output, is_error: isError }]
  return {
    parentUuid: "a1",
    sessionId: "s1",
    type: "user",
    uuid: `r-${id}`,
    message: { role: "user", content },
    toolUseResult: { stdout: output, stderr: "", interrupted: false },
  }
}

/** What a person said in a session of Claude Code. */
export function said(content: unknown, uuid = "u1"): unknown {
  return { parentUuid: null, sessionId: "s1", type: "user", uuid, message: { role: "user", content } }
}
