/**
 * What makes a bundle start faster, and changes nothing of what it does.
 *
 * An engine compiles a function when it is first called, and keeps for the next start what was compiled when the file was loaded.
 * So the functions that every start calls are put into parentheses, by which engines know what is called at once:
 * `x = (() => …)`. And a text with a single character beyond Latin-1 takes two bytes for each of its characters, so patterns have
 * `\u2014` for such a character.
 */
import { parse } from "@babel/parser"
import { isMapping } from "../src/core/foreign/foreign_value.ts"
import { type FunctionPlace, placeOf } from "./called_at_start.ts"

/** Text in place of some characters; without any, it is put in. */
interface Edit {
  readonly at: number
  readonly length: number
  readonly text: string
}

/** A bundle, made faster to start; `called` are the functions that every start calls. */
export function withFastStart(bundle: string, called: ReadonlySet<FunctionPlace>): string {
  const edits = nodesOf(parse(bundle, { sourceType: "module" }).program).flatMap((node) => {
    if (node.type === "RegExpLiteral") return escapes(bundle.slice(node.start, node.end), node.start)
    return isBareFunction(node) && called.has(placeOf(node)) ? parentheses(node) : []
  })
  // One function may begin where another one ends.
  edits.sort((left, right) => left.at - right.at || Number(left.text === "(") - Number(right.text === "("))
  const parts: string[] = []
  let from = 0
  for (const { at, length, text } of edits) {
    parts.push(bundle.slice(from, at), text)
    from = at + length
  }
  return parts.join("") + bundle.slice(from)
}

/** A node of the syntax tree. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

function nodesOf(program: unknown): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  const values: unknown[] = [program]
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    if (!Array.isArray(value) && !isMapping(value)) continue
    if (isNode(value)) found.push(value)
    for (const below of Object.values(value)) if (typeof below === "object" && below !== null) values.push(below)
  }
  return found
}

function isNode(value: object): value is SyntaxNode {
  return "type" in value && "start" in value && "end" in value && typeof value.type === "string" &&
    typeof value.start === "number" && typeof value.end === "number"
}

/** Whether a node is a function that can be put into parentheses, and is not: declarations and methods can not. */
function isBareFunction({ type, extra }: SyntaxNode): boolean {
  const isExpression = type === "ArrowFunctionExpression" || type === "FunctionExpression"
  return isExpression && !(isMapping(extra) && extra["parenthesized"] === true)
}

function parentheses({ start, end }: SyntaxNode): readonly Edit[] {
  return [{ at: start, length: 0, text: "(" }, { at: end, length: 0, text: ")" }]
}

/** Escapes in place of the characters of a pattern that are not ASCII, and of backslashes before them, which mean nothing there. */
function escapes(pattern: string, start: number): readonly Edit[] {
  return [...pattern.matchAll(/(\\*)([^\0-\x7f])/g)].map(
    ({ index, 0: found, 1: backslashes = "", 2: character = "" }) => {
      const isEscaped = backslashes.length % 2 === 1
      const skipped = found.length - character.length - (isEscaped ? 1 : 0)
      return {
        at: start + index + skipped,
        length: found.length - skipped,
        text: `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      }
    },
  )
}
