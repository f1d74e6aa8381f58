import { deepStrictEqual } from "node:assert/strict"
import { LineBlocks, longestLine } from "../../../src/core/session/line_blocks.ts"

const lineFeed = 10

/** What lines hold: their beginning, length and end tell them apart, and a failure prints no megabytes. */
function shape(line: string): string {
  return `${line.slice(0, 8)} ${line.length} ${line.slice(-8)}`
}

/** What a reader is told of bytes that come in pieces of a size. */
function told(bytes: Uint8Array, size: number): readonly string[] {
  const lines: string[] = []
  const blocks = new LineBlocks({
    onLines: (text) => {
      // The last piece is empty, since each line has its line feed.
      for (const line of text.split("\n").slice(0, -1)) lines.push(shape(line))
      if (!text.endsWith("\n")) lines.push("a line without its line feed")
    },
    onRest: (line) => lines.push(`rest ${shape(line)}`),
    onLongLine: () => lines.push("long"),
  })
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.slice(at, at + size)
    blocks.push(piece)
    piece.fill(0x7b)
  }
  blocks.end()
  return lines
}

/** The same, line by line. */
function expected(bytes: Uint8Array): readonly string[] {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  const lines: string[] = []
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, start)
    const end = feed < 0 ? bytes.length : feed
    const line = shape(decoder.decode(bytes.subarray(start, end)))
    lines.push(end - start > longestLine ? "long" : feed < 0 ? `rest ${line}` : line)
    start = end + 1
  }
  return lines
}

function joined(lines: readonly Uint8Array[], isEnded: boolean): Uint8Array {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  const bytes = new Uint8Array(length)
  let at = 0
  for (const line of lines) {
    bytes.set(line, at)
    bytes[at + line.length] = lineFeed
    at += line.length + 1
  }
  return isEnded ? bytes : bytes.subarray(0, -1)
}

const block = 1 << 19
const encoder = new TextEncoder()

Deno.test("LineBlocks gives each line once, whatever its length and its characters, and wherever the bytes are cut", () => {
  // A cut may fall into a character, and a line may hold half of one.
  const halves = [
    Uint8Array.of(0xc3),
    Uint8Array.of(0xe2, 0x82),
    Uint8Array.of(0xef, 0xbb, 0xbf, 0x41),
    Uint8Array.of(0),
  ]
  const lengths = [0, 1, 100, block - 2, block - 1, block, block + 1, 3 * block, 0, 7]
  const texts = lengths.flatMap((length) => ["x", "é", "世"].map((character) => character.repeat(length)))
  const lines = [...halves, ...texts.map((text) => encoder.encode(text)), ...halves]
  for (const isEnded of [true, false]) {
    const bytes = joined(lines, isEnded)
    for (const size of [1013, block - 1, block, block + 1, bytes.length]) {
      deepStrictEqual(told(bytes, size), expected(bytes))
    }
  }
})

Deno.test("LineBlocks passes over a line that is longer than 16 MiB, and reads one that is not", () => {
  const filled = (length: number): Uint8Array => new Uint8Array(length).fill(0x79)
  const lines = [filled(3), filled(longestLine), filled(longestLine + 1), filled(4), filled(longestLine * 2)]
  for (const isEnded of [true, false]) {
    const bytes = joined(lines, isEnded)
    for (const size of [block, 1_000_003, bytes.length]) deepStrictEqual(told(bytes, size), expected(bytes))
  }
})
