import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { folderOf } from "../../core/corpus/folder_path.ts"

/** What a form says of one key. */
export type KeyRule =
  /** It is there, whatever it says. */
  | { readonly _tag: "any" }
  /** It is one of these words. */
  | { readonly _tag: "words"; readonly words: readonly string[] }
  /** It says just this. */
  | { readonly _tag: "fixed"; readonly text: string }

/** A key of a form. */
export interface TemplateKey {
  readonly key: string
  readonly rule: KeyRule
  readonly optional: boolean
  readonly line: number
}

/** The front matter that a README gives the files of its folder to copy. */
export interface TreeTemplate {
  readonly document: MarkdownDocument
  /** Where those files are: the folder of the README, and what is in it. */
  readonly folder: string
  readonly keys: readonly TemplateKey[]
  /** Whether the text before it says that its words are to be kept. */
  readonly binding: boolean
}

const keyLine = /^([A-Za-z_][\w-]*):[ \t]*((?:[^ \t](?:.*[^ \t])?)?)[ \t]*$/u
/** The page of a tree: a changelog or a guide beside it says nothing of its files. */
const treePage = /(?:^|\/)(?:readme|_?index)\.[a-z]+$/iu
const placeholder = /[<>{}…]|\.\.\.|\bYYYY\b/u
const binding = /\b(?:fixed|must|always|every|each|all files|required|exactly|mandatory)\b/iu

/** The forms that the READMEs of a corpus give; one that leaves nothing to fill in is an example, not a form. */
export function treeTemplates(documents: readonly MarkdownDocument[]): readonly TreeTemplate[] {
  return documents.flatMap((document): readonly TreeTemplate[] => {
    if (!treePage.test(document.path)) return []
    for (const { text, text_line, quoted, line } of document.blocks.code) {
      const keys = quoted ? undefined : keysOf(text, text_line)
      if (keys === undefined) continue
      const before = document.blocks.texts.findLast((block) => block.end_line < line)
      return [{ document, folder: folderOf(document.path), keys, binding: binding.test(before?.text ?? "") }]
    }
    return []
  })
}

function keysOf(text: string, firstLine: number): readonly TemplateKey[] | undefined {
  const lines = text.trimEnd().split("\n")
  const end = lines.indexOf("---", 1)
  if (lines[0] !== "---" || end < 0) return undefined
  const keys = lines.slice(1, end).flatMap((line, index): readonly TemplateKey[] => {
    const [, key, written] = keyLine.exec(line) ?? []
    if (key === undefined || written === undefined) return []
    const [, value = "", comment = ""] = /^(.*?)(?:(?<!\s)\s+#\s(.*))?$/u.exec(written) ?? []
    const optional = /\boptional\b/iu.test(written) || /\bif (?:any|needed|present)\b/iu.test(comment)
    return [{ key, rule: ruleOf(value), optional, line: firstLine + 1 + index }]
  })
  return keys.length > 1 && keys.some(({ rule }) => rule._tag !== "fixed") ? keys : undefined
}

function ruleOf(value: string): KeyRule {
  const words = value.replace(/^(["']?)(?:<|\{\{|\{)(.*)(?:>|\}\}|\})\1$/u, "$2").split("|").map((word) =>
    word.trim().replace(/^(["'`])(.*)\1$/u, "$2")
  )
  // A word with a capital at its end (`when-X`) stands for any.
  if (words.length > 1 && words.every((word) => /^[A-Za-z][\w.-]*$/u.test(word) && !/[-_.][A-Z]$/u.test(word))) {
    return { _tag: "words", words }
  }
  const text = value.replace(/^(["'])(.*)\1$/u, "$2")
  return text === "" || placeholder.test(value) || value.includes("|") || /^[[&*!|]/u.test(value)
    ? { _tag: "any" }
    : { _tag: "fixed", text }
}
