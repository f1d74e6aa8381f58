/** How many bytes at the beginning of a file tell whether it is text. */
export const headLength = 4096

const anyByte = -1
/** What no text begins with, and what to do about it. */
const beginnings: readonly (readonly [bytes: readonly number[], reason: string])[] = [
  [[0xff, 0xfe], "the file is UTF-16; convert it to UTF-8"],
  [[0xfe, 0xff], "the file is UTF-16; convert it to UTF-8"],
  [[0x1f, 0x8b], "the file is compressed (gzip); unpack it first"],
  [[0x28, 0xb5, 0x2f, 0xfd], "the file is compressed (zstd); unpack it first"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "the file is compressed (xz); unpack it first"],
  [[0x42, 0x5a, 0x68, anyByte, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], "the file is compressed (bzip2); unpack it first"],
  [[0x50, 0x4b, 0x03, 0x04], "the file is compressed (zip); unpack it first"],
  [[0x04, 0x22, 0x4d, 0x18], "the file is compressed (lz4); unpack it first"],
]

const noText = "the file is no text in UTF-8 (UTF-16 without a mark, a program, an archive?); convert it first"
/** What a crash leaves in a file that is text. */
const holes = /\0{16,}/g
/** What text holds only by mistake. */
// deno-lint-ignore no-control-regex -- finding control characters is the purpose of the pattern
const unlikely = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g
/** The share of such characters that no text has. */
const mostUnlikely = 0.3

/** Why a file of which this is the beginning cannot be read as text; `undefined` when it can. */
export function unreadable(head: Uint8Array): string | undefined {
  for (const [bytes, reason] of beginnings) {
    if (head.length >= bytes.length && bytes.every((byte, index) => byte === anyByte || head[index] === byte)) {
      return reason
    }
  }
  const text = new TextDecoder("utf-8").decode(head).replace(holes, "")
  const found = text.match(unlikely)?.length ?? 0
  return found > text.length * mostUnlikely ? noText : undefined
}
