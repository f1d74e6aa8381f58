import type { OrderKey } from "./order_key.ts"
import type { CommandInput } from "./simple_command.ts"

/**
 * A text that a shell reads: a transcript, or what stands in `sh -c '…'`, a heredoc, `eval`.
 * `read` is as long as `shown`, with what an outer shell has replaced by then turned into an opaque parameter:
 * substitutions of the outer text belong to the outer text, and must not be found twice.
 */
export interface ShellText {
  readonly shown: string
  readonly read: string
  /** Where the text lies: the keys of its commands begin with it. */
  readonly key: OrderKey
  /** Offset of the text in the one that `key` leads to. */
  readonly shift: number
  /** How the text was reached, outermost first. */
  readonly via: readonly string[]
  /** What its commands read when they do not say otherwise. */
  readonly input?: CommandInput
  /** Whether `((` opens two subshells, and not an arithmetic command. */
  readonly subshells?: boolean
}

/** The outermost text. */
export function outermostText(text: string): ShellText {
  return { shown: text, read: text, key: [], shift: 0, via: [] }
}

/** The key of an offset in a text. */
export function keyAt(text: ShellText, offset: number): OrderKey {
  return [...text.key, text.shift + offset]
}

/** A part of a text, still ordered where it lies. */
export function partOf(text: ShellText, start: number, end: number): ShellText {
  return {
    ...text,
    shown: text.shown.slice(start, end),
    read: text.read.slice(start, end),
    shift: text.shift + start,
  }
}

/** What stands in `read` for an expansion of `length` characters: dynamic, without line ends, quotes or substitutions. */
export function opaqueExpansion(length: number): string {
  return length < 4 ? "$$$".slice(0, length) : "${" + "x".repeat(length - 3) + "}"
}

/** Shown and read text of equal length. */
export interface TextPair {
  readonly shown: string
  readonly read: string
}

/** Replaces in both texts alike what `pattern` (global) finds in the one that is read. */
export function replaceInPair(pair: TextPair, pattern: RegExp, replacement: (found: string) => string): TextPair {
  if (pair.shown === pair.read) {
    const text = pair.read.replace(pattern, replacement)
    return { shown: text, read: text }
  }
  let [shown, read, from] = ["", "", 0]
  for (const match of pair.read.matchAll(pattern)) {
    const text = replacement(match[0])
    shown += pair.shown.slice(from, match.index) + text
    read += pair.read.slice(from, match.index) + text
    from = match.index + match[0].length
  }
  return { shown: shown + pair.shown.slice(from), read: read + pair.read.slice(from) }
}
