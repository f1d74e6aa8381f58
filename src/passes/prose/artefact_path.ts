import { sentenceWords } from "../../core/markdown/block_words.ts"
import type { TextBlock } from "../../core/markdown/markdown_blocks.ts"
import { type Sentence, sentencesOf } from "../../core/markdown/sentence.ts"

/** What a text says that is done with a file. */
export type ArtefactUse = "writes" | "reads"

/** A file that a text says is written or read. */
export interface ArtefactMention {
  /** Relative to the project: placeholders and wildcards are `*`, no `./`. */
  readonly path: string
  readonly use: ArtefactUse
  /** Where in the block the path starts. */
  readonly start: number
}

/** A path: at least one folder and an extension or a final slash; placeholders such as `<slug>` are part of it. */
const path =
  /(?<![\w@:/.~$-])(?:\.\/)?\.?[\w<>{}*$[\]-]+(?:\/\.?[\w<>{}*$[\].-]+)*(?:\/|\.[A-Za-z][A-Za-z0-9]{0,5})(?![\w/])/gu
const placeholder = /<[^<>\/]*>|\{[^{}\/]*\}|\$\{?\w+\}?|\[[^[\]\/]*\]|\*+|(?<![A-Za-z])N(?![A-Za-z])/gu

const writing =
  /\b(?:writes?|written|writing|persist(?:s|ed|ing)?|append(?:s|ed|ing)?|creates?|created|creating|emit(?:s|ted|ting)?|sav(?:e[sd]?|ing)|produc(?:e[sd]?|ing)|generat(?:e[sd]?|ing)|regenerat(?:e[sd]?|ing)|record(?:s|ed|ing)?|stor(?:e[sd]|ing)|output(?:s|ting)?|updat(?:e[sd]?|ing)|lands?|scaffold(?:s|ed|ing)?)\b/giu
const reading =
  /\b(?:reads?|reading|load(?:s|ed|ing)?|consum(?:e[sd]?|ing)|consult(?:s|ed|ing)?|pars(?:e[sd]?|ing)|pick(?:s|ed)? up|resolv(?:e[sd]?|ing)|inspect(?:s|ed|ing)?|check(?:s|ed|ing)?|scan(?:s|ned|ning)?|open(?:s|ed|ing)?|render(?:s|ed|ing)?|from|against|uses?|using|input|sourc(?:e|ed)|walk(?:s|ed|ing)?|list(?:s|ed|ing)?|extract(?:s|ed|ing)?|grep(?:s|ped)?|look(?:s|ed)? (?:in|at|up)|if|when|exists?|fit(?:s)?|cites?|pins?|pinned)\b/giu
/** A write that is denied is none. */
const negated =
  /\b(?:not|never|no|without|n't|doesn't|don't|nor|neither|cannot|refuses? to|instead of|rather than)\b[^.;:—]{0,40}$/iu

/**
 * The files that a sentence says are written or read: by the verb before the path, the nearest one, else by the first one
 * behind it. A path that no verb speaks of is left out.
 */
export function artefactMentions(block: TextBlock): readonly ArtefactMention[] {
  return sentencesOf(block).flatMap((sentence) => mentionsIn(block, sentence))
}

function mentionsIn(block: TextBlock, sentence: Sentence): readonly ArtefactMention[] {
  const paths = [...sentence.text.matchAll(path)]
  if (paths.length === 0) return []
  const verbs = verbsOf(sentenceWords(block, sentence), paths)
  return paths.flatMap((match): readonly ArtefactMention[] => {
    const before = verbs.findLast((verb) => verb.at < match.index)
    const verb = before ?? verbs.find((other) => other.at > match.index)
    if (verb === undefined || verb.denied) return []
    return [{ path: artefactName(match[0]), use: verb.use, start: sentence.start + match.index }]
  })
}

interface Verb {
  readonly at: number
  readonly use: ArtefactUse
  readonly denied: boolean
}

/** The verbs of a sentence outside its paths, in its order. */
function verbsOf(text: string, paths: readonly RegExpExecArray[]): readonly Verb[] {
  const isInPath = (at: number): boolean => paths.some(({ index, 0: { length } }) => index <= at && at < index + length)
  const found = ([[writing, "writes"], [reading, "reads"]] as const).flatMap(([verb, use]) =>
    [...text.matchAll(verb)].flatMap((match): readonly Verb[] =>
      isInPath(match.index) ? [] : [{ at: match.index, use, denied: negated.test(text.slice(0, match.index)) }]
    )
  )
  return found.sort((left, right) => left.at - right.at)
}

/** A path as a pattern: what is to be filled in becomes `*`. */
export function artefactName(written: string): string {
  return written.replace(/^\.\//u, "").replace(placeholder, "*").replace(/\*(?:[*.-]*\*)+/gu, "*")
}
