import { strictEqual } from "node:assert/strict"
import { callHash, SeenCalls } from "../../../src/core/session/seen_calls.ts"

Deno.test("SeenCalls knows each of many calls again, by id and text, however often it has grown", () => {
  const seen = new SeenCalls()
  const many = 20_000
  const added = (text: string): number => {
    let count = 0
    for (let index = 0; index < many; index++) if (seen.add(callHash(`call_${index}`, text))) count++
    return count
  }
  strictEqual(added("ls"), many)
  strictEqual(added("ls"), 0)
  // Another text is another call, whatever its id.
  strictEqual(added("gh x"), many)
  strictEqual(seen.has(callHash("call_7", "pwd").id), true)
  strictEqual(seen.has(callHash("call_-1", "ls").id), false)
})

Deno.test("SeenCalls takes a hash of 0 for an id like any other", () => {
  const seen = new SeenCalls()
  strictEqual(seen.has(0), false)
  strictEqual(seen.add({ id: 0, text: 0 }), true)
  strictEqual(seen.add({ id: 0, text: 0 }), false)
  strictEqual(seen.has(0), true)
})
