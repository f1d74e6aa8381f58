import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import extension from "../../examples/pi-extension/dev-loop-retrospective.ts"
import { checkpointPath } from "../../src/core/gate/checkpoint_record.ts"
import { withFolder } from "../services/program.ts"
import { commandsWithRetro } from "./retro_command.ts"

type Handle = (event: object, context?: { readonly cwd?: string }) => Promise<void>

/** A pi that keeps what the extension registers and sends. */
function loaded(): { readonly end: Handle; readonly sent: readonly string[] } {
  const sent: string[] = []
  let end: Handle | undefined
  extension({ on: (_, handle) => end = handle, sendUserMessage: (text) => sent.push(text) })
  if (end === undefined) throw new Error("the extension listens to nothing")
  return { end, sent }
}

const completion = {
  messages: [{ role: "user", content: [{ type: "text", text: "Background task completed: dev-loop (issue 64)" }] }],
}

Deno.test({
  name: "the extension records a completed dev loop and asks the agent for its retrospective",
  ignore: process.platform === "win32",
  fn: async () => {
    using commands = commandsWithRetro()
    process.env["RETRO"] = join(commands.folder, "retro")
    try {
      await withFolder({}, async (cwd) => {
        const { end, sent } = loaded()
        await end({ messages: [{ role: "user", content: "hello" }] }, { cwd })
        deepStrictEqual([sent, existsSync(join(cwd, checkpointPath))], [[], false])
        await end(completion, { cwd })
        strictEqual(sent.length, 1)
        match(sent[0] ?? "", /retro gate complete --notes/u)
        match(readFileSync(join(cwd, checkpointPath), "utf8"), /"state": "required"/u)
        // What is no JSON, elsewhere in the event, keeps nothing from being recorded.
        await end({ ...completion, self: { size: 1n }, messages: [...completion.messages, { size: 1n }] }, { cwd })
        strictEqual(sent.length, 2)
        // In its first message it does: that is said, and no program is left waiting.
        await end({ messages: [{ role: "user", content: 1n }] }, { cwd })
        // What a program says that fails is no prompt.
        process.env["RETRO"] = commands.script("failing", "cat > /dev/null; echo review; exit 3")
        await end(completion, { cwd })
        process.env["RETRO"] = "/nowhere/retro"
        await end(completion, { cwd })
        await end(completion)
        strictEqual(sent.length, 2)
      })
    } finally {
      delete process.env["RETRO"]
    }
  },
})
