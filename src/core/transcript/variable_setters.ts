import { declarations } from "./builtin_names.ts"

/** How sure it is that a variable holds the last literal value that was assigned to it. */
export type VariableTrust =
  /** The text assigns it once, and nothing else in it can set it. */
  | "fixed"
  /** The text assigns it several times, maybe in a branch or a loop, or runs what is not known. */
  | "assigned"
  /** Something other than an assignment sets it: `read`, a loop, `declare -n`. */
  | "set elsewhere"

/** The line of a command that sets variables; a loop names but one. */
const setter = new RegExp(
  String
    .raw`\b(for|select|coproc|read|mapfile|readarray|printf|getopts|unset|let|wait|vared|set|setenv|declare|typeset|local|` +
    String.raw`export|readonly)[ \t]([^\n;|&()]*)`,
  "gu",
)
const loops: ReadonlySet<string> = new Set(["for", "select", "coproc"])
/** With these, a bare name keeps its value. */
const keepers: ReadonlySet<string> = new Set(["export", "readonly"])
const wordOf = /(?:[^\s"'\\]|\\.|"[^"]*"?|'[^']*'?)+/gu
const identifier = /[A-Za-z_]\w*/gu
const arithmetic = /\(\(([^\n]*)/gu
const runsUnknown = /\b(?:source|eval|trap)\b|(?:^|[\s;&|({])\.[ \t]/u

/** Tells of each variable how far its literal value can be trusted in a text. Whatever may be a setter counts as one. */
export function variableTrust(text: string): (name: string) => VariableTrust {
  const source = text.replaceAll("\\\n", "  ")
  const elsewhere = new Set<string>()
  let any = false
  for (const [, command = "", line = ""] of source.matchAll(setter)) {
    const words = [...line.matchAll(wordOf)].map(([word]) => word.replace(/["'\\]/gu, "")).filter((word) => word !== "")
    if (command === "printf" && words[0]?.startsWith("-v") !== true) continue
    const named = loops.has(command) ? words.slice(0, 1) : words
    const flags = words.slice(0, words.findIndex((word) => !/^[-+]/u.test(word)))
    const plain = declarations.has(command) && flags.every((flag) => /^-[xr]+$/u.test(flag))
    for (const word of named) {
      if (/^(?:-v)?[$`]/u.test(word)) any = true
      if (plain && (word.includes("=") || keepers.has(command))) continue
      for (const [name] of word.replace(/^-v/u, "").matchAll(identifier)) elsewhere.add(name)
    }
  }
  for (const [, inside = ""] of source.matchAll(arithmetic)) {
    for (const [name] of inside.matchAll(identifier)) elsewhere.add(name)
  }
  const [once, again] = [new Set<string>(), new Set<string>()]
  for (const { 0: name, index } of source.matchAll(identifier)) {
    const [before, after] = [
      source.slice(Math.max(0, index - 2), index),
      source.slice(index + name.length, index + name.length + 256),
    ]
    if (before === "${" ? /^:?=/u.test(after) : isSetInPlace(before, after)) elsewhere.add(name)
    else if (after.startsWith("=") && !/[$.{-]$/u.test(before)) (once.has(name) ? again : once).add(name)
  }
  const unknown = runsUnknown.test(source)
  return (name) =>
    any || elsewhere.has(name) ? "set elsewhere" : unknown || again.has(name) || !once.has(name) ? "assigned" : "fixed"
}

/** `G+=h`, `G[0]=gh`, `{G}> f`. */
function isSetInPlace(before: string, after: string): boolean {
  return /^(?:\[[^\]\n]*\])?\+=|^\[[^\]\n]*\]=/u.test(after) || (before.endsWith("{") && /^\}[<>]/u.test(after))
}
