import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { systemCode, systemWords } from "../../src/engine/system_words.ts"

function thrown(message: string, code?: unknown): Error {
  return code === undefined ? new Error(message) : Object.assign(new Error(message), { code })
}

Deno.test("systemWords says the same of one failure, however a runtime says it", () => {
  for (
    const message of [
      "EPERM: operation not permitted, mkdir '/sys/x'",
      "Operation not permitted (os error 1): mkdir '/sys/x'",
      "Access is denied. (os error 5)",
    ]
  ) {
    strictEqual(systemWords(thrown(message, "EPERM")), "EPERM: operation not permitted")
  }
})

Deno.test("systemWords leaves what it does not know to the system, without the call and the path", () => {
  strictEqual(systemWords(thrown("EREMOTE: object is remote, open '/a'", "EREMOTE")), "EREMOTE: object is remote")
  strictEqual(systemWords(thrown("the disk is on fire", "EFIRE")), "the disk is on fire")
  strictEqual(systemWords(thrown("EACCES: permission denied, open 'a, b'")), "EACCES: permission denied")
})

Deno.test("systemCode gives the code of what a runtime threw, and of nothing else", () => {
  const codes = [thrown("m", "EIO"), thrown("m"), thrown("m", 5), { code: "EIO" }, "EIO", undefined].map(systemCode)
  deepStrictEqual(codes, ["EIO", undefined, undefined, undefined, undefined, undefined])
})
