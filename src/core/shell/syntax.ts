import { forEachChild, parse } from "unbash"
import type {
  Command,
  CommandExpansionPart,
  HereDoc,
  ParsedScript,
  Script,
  Statement,
  SyntaxNode,
  Word,
  WordPart,
} from "unbash"

export type { Command, CommandExpansionPart, HereDoc, ParsedScript, Script, Statement, SyntaxNode, Word, WordPart }

/**
 * The word `case` that is an argument (`grep case`): the parser takes it for the keyword inside a substitution.
 * What is looked at around it is bounded, so that a line of nothing but `case` stays linear.
 */
const caseAsArgument =
  /(?<=[^\s;&|({`!][ \t]{1,8})(?<!\b(?:then|do|else|elif|if|while|until|time)[ \t]{1,8})case\b(?![^\n]{0,200}?\sin\b)/gu
const masked = "cas\u0001"

/**
 * The syntax tree of a text of bash. Never throws: what is wrong is in `errors`, and the tree is partial then; it is empty
 * where nesting overflows the stack of the parser.
 */
export function parseShell(source: string): ParsedScript {
  try {
    return parseMasked(source)
  } catch {
    const errors = [{ message: "too deep", pos: 0 }]
    return { type: "Script", pos: 0, end: source.length, shebang: undefined, commands: [], errors }
  }
}

function parseMasked(source: string): ParsedScript {
  const script = parse(source)
  const first = firstError(script)
  if (first === undefined || !source.includes("case") || source.includes("\u0001")) return script
  const again = parse(source.replace(caseAsArgument, masked))
  const later = firstError(again)
  return later === undefined || later > first ? again : script
}

function firstError(script: ParsedScript): number | undefined {
  return script.errors?.reduce((least, { pos }) => Math.min(least, pos), Infinity)
}

/** The source of a script in backticks, which the parser has freed of one level of backslashes; otherwise nothing. */
export function ownSource(script: Script): string | undefined {
  return script.source === undefined ? undefined : unmasked(script.source)
}

/** The value of a word, as it was before its text was masked. */
export function unmasked(value: string): string {
  return value.includes("\u0001") ? value.replaceAll(masked, "case") : value
}

/** The children of a node, in source order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  forEachChild(node, (child) => {
    children.push(child)
  })
  return children
}
