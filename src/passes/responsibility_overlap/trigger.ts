import type { TextBlock } from "../../core/markdown/markdown_blocks.ts"
import { sentencesOf } from "../../core/markdown/sentence.ts"

/** What a user says so that an organ starts. */
export interface Triggers {
  readonly phrases: readonly Phrase[]
  /** Commands such as `/review`, without the slash. */
  readonly commands: ReadonlySet<string>
}

/** A quoted phrase. */
export interface Phrase {
  readonly text: string
  /** Its words, short ones included; what is to be filled in is none. */
  readonly words: ReadonlySet<string>
}

/** What makes a sentence one about when to start. */
const starting =
  /\b(?:use (?:this |it )?(?:skill |agent )?(?:proactively |immediately )?(?:when|whenever|on|for|if|after|before)|used (?:when|for)|triggers?|triggered|fires?|invoke[ds]?|invocation|activates?|asks?|says?|said|types?|mentions?|requests?|wants?|phrases?)\b/iu
/** What makes it one about when not to. */
const stopping = /\b(?:not|never|skip|don't|do not|avoid|unless|instead of|there is no)\b/iu
const quoted = /["“”]([^"“”\n]{3,80})["“”]|(?<![\p{L}\p{N}])'([^'\n]{3,80})'(?![\p{L}\p{N}])|‘([^’\n]{3,80})’/gu
/** A command that the words before it claim; `after /x` and `via /x` speak of another one. */
const claimed =
  /(?:\b(?:on|types?|typing|triggers?|trigger:|invoked|also|or|says?|runs?|with)|[:,;.(]|^)\s*`?\/([a-z][a-z0-9_-]+)(?![\w/:]|\.\w)/giu
/** What a user is to fill in. */
export const toFillIn: RegExp = /<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|…|\.\.\./u

/** The triggers that a description states: those of sentences that say when to start, up to where they say when not to. */
export function triggersOf(description: TextBlock): Triggers {
  const phrases: Phrase[] = []
  const commands = new Set<string>()
  for (const { text } of sentencesOf(description)) {
    const unquoted = text.replace(quoted, (match) => " ".repeat(match.length))
    const start = starting.exec(unquoted)
    const stop = stopping.exec(unquoted)
    const end = stop === null ? text.length : stop.index
    if (start !== null && start.index < end) {
      for (const match of text.matchAll(quoted)) {
        if (match.index > end) break
        if (match.index > start.index) phrases.push(...phrasesIn(match[1] ?? match[2] ?? match[3] ?? ""))
      }
    }
    if (stop !== null && stop.index === 0) continue
    for (const match of unquoted.slice(0, end).matchAll(claimed)) commands.add((match[1] ?? "").toLowerCase())
  }
  return { phrases, commands }
}

/** `make this better / sharpen` are two phrases. */
function phrasesIn(text: string): readonly Phrase[] {
  return text.split(/(?<!\s)\s+\/\s+/u).flatMap((part): readonly Phrase[] => {
    const words = part.replaceAll(new RegExp(toFillIn, "gu"), " ").toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u).filter((
      word,
    ) => word !== "")
    return words.length === 0 ? [] : [{ text: part.trim(), words: new Set(words) }]
  })
}

/** Two organs, by position, that one user's words may start. */
export interface TriggerClash {
  readonly left: number
  readonly right: number
  /** `same`: word for word; `within`: the first phrase's words are all in the second. */
  readonly clash: "same command" | "same phrase" | "phrase within"
  /** The phrase or command of either. */
  readonly shown: readonly [string, string]
}

const rank = { "same command": 0, "same phrase": 1, "phrase within": 2 } as const

/** The fewest words of a phrase that another one may hold: a single word is in many phrases by chance. */
const fewestWords = 2

/**
 * The strongest clash of each pair of organs. A phrase is looked up by its rarest word: one that holds it, holds that word.
 */
export function triggerClashes(organs: readonly Triggers[]): readonly TriggerClash[] {
  const clashes = new Map<string, TriggerClash>()
  const add = (one: number, other: number, clash: TriggerClash["clash"], texts: readonly [string, string]): void => {
    if (one === other) return
    const isInOrder = one < other
    const [left, right] = isInOrder ? [one, other] : [other, one]
    const key = `${left} ${right}`
    const known = clashes.get(key)
    if (known !== undefined && rank[known.clash] <= rank[clash]) return
    clashes.set(key, { left, right, clash, shown: isInOrder ? texts : [texts[1], texts[0]] })
  }
  for (const [command, holders] of holdersOf(organs, ({ commands }) => commands)) {
    for (const pair of starOf(holders)) add(...pair, "same command", [`/${command}`, `/${command}`])
  }
  const held = heldPhrases(organs)
  const byWord = new Map<string, HeldPhrase[]>()
  for (const phrase of held) {
    for (const word of phrase.words) {
      const others = byWord.get(word)
      if (others === undefined) byWord.set(word, [phrase])
      else others.push(phrase)
    }
  }
  for (const phrase of held) {
    for (const [one, other] of pairsOf(phrase.holders)) {
      add(one.position, other.position, "same phrase", [one.text, other.text])
    }
    if (phrase.words.size < fewestWords) continue
    const words = [...phrase.words]
    const around = words.map((word) => byWord.get(word) ?? []).sort((one, two) => one.length - two.length)[0] ?? []
    for (const other of around) {
      if (other === phrase || !words.every((word) => other.words.has(word))) continue
      for (const [one, two] of pairsBetween(phrase.holders, other.holders)) {
        add(one.position, two.position, "phrase within", [one.text, two.text])
      }
    }
  }
  return [...clashes.values()].sort((one, two) => one.left - two.left || one.right - two.right)
}

function holdersOf(
  organs: readonly Triggers[],
  valuesOf: (organ: Triggers) => Iterable<string>,
): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>()
  for (const [position, organ] of organs.entries()) {
    for (const value of valuesOf(organ)) {
      const known = holders.get(value)
      if (known === undefined) holders.set(value, [position])
      else known.push(position)
    }
  }
  return holders
}

/** An organ that starts on a phrase, and how it writes it. */
interface Holder {
  readonly position: number
  readonly text: string
}

/** A phrase with those that start on it, whatever the order of its words. */
interface HeldPhrase {
  readonly words: ReadonlySet<string>
  readonly holders: Holder[]
}

function heldPhrases(organs: readonly Triggers[]): readonly HeldPhrase[] {
  const held = new Map<string, HeldPhrase>()
  for (const [position, { phrases }] of organs.entries()) {
    for (const { words, text } of phrases) {
      const name = [...words].sort().join(" ")
      const known = held.get(name)
      if (known === undefined) held.set(name, { words, holders: [{ position, text }] })
      else if (known.holders.at(-1)?.position !== position) known.holders.push({ position, text })
    }
  }
  return [...held.values()]
}

/** So many are told each with each; of more, the first with each of the others. */
const mostPaired = 12

function pairsOf(holders: readonly Holder[]): readonly (readonly [Holder, Holder])[] {
  const ones = holders.slice(0, holders.length > mostPaired ? 1 : holders.length)
  return ones.flatMap((one, index) => holders.slice(index + 1).map((other) => [one, other] as const))
}

function pairsBetween(some: readonly Holder[], others: readonly Holder[]): readonly (readonly [Holder, Holder])[] {
  const isMany = some.length * others.length > mostPaired ** 2
  return some.flatMap((one, index) =>
    (isMany && index > 0 ? others.slice(0, 1) : others).map((other) => [one, other] as const)
  )
}

/** What many share is told of the first with each of the others. */
function starOf([first, ...others]: readonly number[]): readonly (readonly [number, number])[] {
  return first === undefined ? [] : others.map((other) => [first, other] as const)
}
