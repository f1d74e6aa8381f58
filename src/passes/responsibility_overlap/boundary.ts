import { escapedPattern } from "../../core/escaped_pattern.ts"
import { sentencesOf } from "../../core/markdown/sentence.ts"
import { lineIn, type TextBlock } from "../../core/markdown/markdown_blocks.ts"
import type { Organ } from "./organ.ts"

/**
 * The line on which one organ names another in a sentence: as code, in bold, as a command, by its path, or as "the x
 * skill"; a name of several words as it is. `undefined`: it never does.
 */
export function namesAt(organ: Organ, other: Organ): number | undefined {
  // Most organs do not name each other: looking for the name is far cheaper than for a form of it.
  if (![other.name, other.fileName].some((name) => textOf(organ).includes(name.toLowerCase()))) return undefined
  const naming = namingOf(other)
  if (naming.test(organ.description)) return organ.line
  const block = organ.document.blocks.texts.find((text) => text.kind !== "heading" && isNamedIn(text, naming))
  const match = block === undefined ? null : naming.exec(block.text)
  return block === undefined || match === null ? undefined : lineIn(block, match.index)
}

function isNamedIn(block: TextBlock, naming: RegExp): boolean {
  // A name alone, in a list of names or a cell, states nothing.
  return naming.test(block.text) && sentencesOf(block).some(({ text }) => naming.test(text) && /\s\S+\s/u.test(text))
}

/** Kept as long as their organs: one that is compared often is prepared once. */
const texts = new WeakMap<Organ, string>()
const namings = new WeakMap<Organ, RegExp>()

function textOf(organ: Organ): string {
  const text = texts.get(organ) ?? organ.document.text.toLowerCase()
  texts.set(organ, text)
  return text
}

function namingOf(organ: Organ): RegExp {
  const naming = namings.get(organ) ?? makeNaming(organ)
  namings.set(organ, naming)
  return naming
}

/** How a text names an organ, and no other word that holds the name. */
function makeNaming({ name, kind, path }: Organ): RegExp {
  const word = escapedPattern(name)
  const folder = kind === "skill" ? escapedPattern(path.split("/").slice(-2).join("/")) : escapedPattern(path)
  const forms = [
    `\`/?${word}\``,
    `\\*\\*/?${word}\\*\\*`,
    `(?<![\\w./])/${word}(?![\\w/-])`,
    `\\b${word}(?: |-)(?:skill|agent|subagent|organ)\\b`,
    `\\b(?:skill|agent|subagent) ${word}\\b`,
    `(?:^|[^\\w-])${folder}`,
    `\\(use ${word}\\b`,
    `\\b(?:use|see|run|invoke|delegate to|prefer|hand off to) (?:the )?${word}(?![\\w-])`,
  ]
  if (/[-_]/u.test(name)) forms.push(`(?<![\\w/-])${word}(?![\\w-])`)
  return new RegExp(forms.join("|"), "iu")
}
