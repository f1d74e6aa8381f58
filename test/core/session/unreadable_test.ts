import { deepStrictEqual, match, strictEqual } from "node:assert/strict"
import { deflateRawSync, gzipSync } from "node:zlib"
import { bashCall, bytesOf, reportOn, type TestFile, toolResult } from "./session_report.ts"

const session = [bashCall("t1", "gh x"), toolResult("t1", true), bashCall("t2", "python3 y")]
const expected = ["gh: gh x", "python3: python3 y"]

/** What was read of a file, in short. */
function reading(file: TestFile, from: "auto" | "claude" | "codex" | "pi" = "auto"): readonly unknown[] {
  const { coverage, rawCallViolations } = reportOn([file], { from })
  return [rawCallViolations, coverage.complete, coverage.skipped.first?.reason]
}

Deno.test("a compressed file, a program and UTF-16 without a mark are named, and the check is not complete", () => {
  const text = bytesOf(session)
  const noise = new Uint8Array(
    deflateRawSync(bytesOf(Array.from({ length: 3000 }, (_, index) => index * 7919 % 10007))),
  )
  const wide = new Uint8Array(Uint16Array.from("gh api x\ngh y\n", (letter) => letter.charCodeAt(0)).buffer)
  const program = Uint8Array.from({ length: 9000 }, (_, index) => index % 3 === 0 ? 0 : index % 251)
  const files: readonly (readonly [Uint8Array, RegExp])[] = [
    [new Uint8Array(gzipSync(text)), /compressed \(gzip\); unpack it first$/u],
    [new Uint8Array(gzipSync("")), /gzip/u],
    [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x0a), /zstd/u],
    [Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1), /xz/u],
    [Uint8Array.of(0x50, 0x4b, 3, 4, 10), /zip/u],
    [noise, /no text in UTF-8/u],
    [wide, /no text in UTF-8/u],
    [program, /no text in UTF-8/u],
  ]
  for (const [bytes, reason] of files) {
    for (const from of ["auto", "claude", "codex", "pi"] as const) {
      const [violations, complete, why] = reading(bytes, from)
      deepStrictEqual([violations, complete], [[], false], String(reason))
      match(String(why), reason)
    }
  }
  deepStrictEqual(reading("gh a 'ä世\u001b[1m'\n"), [["gh: gh a 'ä世\u001b[1m'"], true, undefined])
})

Deno.test("a list of records, and records over several lines, are read as records", () => {
  const pretty = JSON.stringify(session, undefined, 2)
  const several = session.map((record) => JSON.stringify(record, undefined, 2)).join("\n")
  for (const text of [JSON.stringify(session), pretty, several, `\uFEFF${pretty}\n`, `[${pretty}]`, `\n\n${pretty}`]) {
    deepStrictEqual(reading(text), [expected, true, undefined], text)
    deepStrictEqual(reading(text.replaceAll("\n", "\r\n")), [expected, true, undefined])
    strictEqual(reportOn([text]).details[0]?.outcome, "error")
  }
  const lines = reportOn([pretty]).details.map(({ source }) => pretty.split("\n")[source.line - 1])
  deepStrictEqual(lines, ["  {", "  {"])
})

Deno.test("JSON that holds no record is not clean", () => {
  const texts: readonly string[] = [
    `[\n  "ls",\n  "gh x"\n]\n`,
    `"ls -l"\n"gh api x"\n`,
    JSON.stringify([{ command: "gh x" }], undefined, 2),
    JSON.stringify({ commands: ["gh x"] }, undefined, 2),
    JSON.stringify([{ command: "gh x" }]),
    `{"command":"gh x"}\n`,
    `{\n  "cut": "of`,
  ]
  for (const text of texts) {
    const { coverage } = reportOn([text])
    deepStrictEqual([coverage.complete, coverage.formats.lines, coverage.commands], [false, 0, 0], text)
  }
})

Deno.test("shell text that begins with a bracket or a quoted word stays shell text", () => {
  const texts: readonly string[] = [
    '{ gh x; }\n"python3" y\n',
    '[ "$x" = y ] && gh x\npython3 y\n',
    "[[ -f a ]] && gh x\npython3 y\n",
    "{\n  gh x\n  python3 y\n}\n",
    '{ "gh" x; }\n[ -f a ] || python3 y',
  ]
  for (const text of texts) strictEqual(reading(text)[1], true, text)
  for (const text of texts.slice(1, 4)) deepStrictEqual(reading(text)[0], expected, text)
  deepStrictEqual(reading('"gh"\n')[0], ['gh: "gh"'])
})

Deno.test("a file that is read in a format that is not its own is not clean", () => {
  const codex = [{
    type: "response_item",
    payload: { type: "function_call", name: "shell", arguments: "{}", call_id: "c" },
  }]
  for (const from of ["codex", "pi"] as const) {
    const [, complete, why] = reading(session, from)
    strictEqual(complete, false)
    match(String(why), /^no record of the file is of a known type, .*--from$/u)
  }
  strictEqual(reading(codex, "claude")[1], false)
  const { complete, skipped } = reportOn(["gh x\nls\n"], { from: "claude" }).coverage
  deepStrictEqual([complete, skipped.count, skipped.first?.reason], [false, 2, "it is not JSON"])
  deepStrictEqual(reportOn(["\n\n"], { from: "claude" }).coverage.complete, true)
  deepStrictEqual(reading(session, "claude"), [expected, true, undefined])
})
