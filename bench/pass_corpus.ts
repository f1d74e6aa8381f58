/** Corpora for measuring passes: decisions that refer to each other, organs that describe themselves, and documents. */

/** Texts by path. */
export type Files = ReadonlyMap<string, string>

/** A linear congruential generator: the same seed gives the same corpus. */
function generator(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * limit)
  }
}

const syllables = "ba de ki lo mu na pe ri so tu va we xi yo zu".split(" ")

/** So many words that are no words. */
function vocabulary(size: number): readonly string[] {
  const count = syllables.length
  return Array.from(
    { length: size },
    (_, index) =>
      [index, Math.floor(index / count), Math.floor(index / count ** 2), index + 7]
        .map((part) => syllables[part % count] ?? "").join(""),
  )
}

/** The decisions that one of them names, newer ones first. */
type Relations = (number: number, count: number, random: (limit: number) => number) => readonly number[]

const related: Readonly<Record<string, Relations>> = {
  "each names four others": (_, count, random) => Array.from({ length: 4 }, () => random(count)),
  "a chain": (number, count) => number + 1 < count ? [number + 1] : [],
  "a ring": (number, count) => [(number + 1) % count],
  "all name one": () => [0],
}

/** Decisions in two conventions: `count` files, each with the relations of its shape, told on one side or on both. */
export function decisionShapes(count: number): ReadonlyMap<string, Files> {
  const shapes = new Map<string, Files>()
  const words = vocabulary(300)
  for (const [name, relations] of Object.entries(related)) {
    const random = generator(7)
    const edges = Array.from({ length: count }, (_, number) => relations(number, count, random))
    const title = (number: number): string =>
      `${words[number % 300]} ${words[(number * 7) % 300]} ${words[(number * 31) % 300]}`
    const peps = edges.map((
      names,
      number,
    ): [string, string] => [`peps/pep-${padded(number)}.rst`, pep(number, names, title)])
    const memories = edges.map((names, number): [string, string] => [memoryPath(number), memory(names, title(number))])
    shapes.set(`${count} PEPs, ${name}`, new Map(peps))
    shapes.set(`${count} memories, ${name}`, new Map(memories))
  }
  return shapes
}

function padded(number: number): string {
  return String(number).padStart(4, "0")
}

function pep(number: number, names: readonly number[], title: (number: number) => string): string {
  const [replaced, ...required] = names
  return [
    `PEP: ${number}`,
    `Title: ${title(number)}`,
    `Status: ${["Final", "Draft", "Superseded", "Active"][number % 4]}`,
    ...(replaced === undefined ? [] : [`${number % 2 === 0 ? "Replaces" : "Superseded-By"}: ${replaced}`]),
    ...(required.length === 0 ? [] : [`Requires: ${required.join(", ")}`]),
    "Created: 01-Jan-2026",
    "",
    "Abstract",
    "========",
    "",
    "Text.",
    "",
  ].join("\n")
}

function memoryPath(number: number): string {
  return `.claude/memory/decisions/m${padded(number)}.md`
}

function memory(names: readonly number[], title: string): string {
  const kinds = ["supersedes", "related", "contradicts", "depends_on"]
  return [
    "---",
    `name: ${title}`,
    `description: "${title}."`,
    "type: project",
    "kind: decision",
    "scope: [storage]",
    ...(names.length === 0 ? [] : ["relations:"]),
    ...names.flatMap((name, index) => [
      `  - type: ${kinds[index % kinds.length]}`,
      `    target: decisions/m${padded(name)}.md`,
    ]),
    "---",
    "",
    "Text.",
    "",
  ].join("\n")
}

/** Skills whose descriptions have words of their own, of a small vocabulary, or the very same ones. */
export function organShapes(count: number): ReadonlyMap<string, Files> {
  const sizes = { "3,000 words": 3_000, "300 words": 300, "30 words": 30 }
  const shapes = Object.entries(sizes).map(([name, size]): [string, Files] => {
    const [words, random] = [vocabulary(size), generator(11)]
    return [`${count} skills of ${name}`, skills(count, () => Array.from({ length: 20 }, () => words[random(size)]))]
  })
  const same = vocabulary(20)
  const own = vocabulary(count)
  return new Map([
    ...shapes,
    [`${count} skills of one description`, skills(count, () => same)],
    [
      `${count} skills of one trigger`,
      skills(count, (number) => [...same, own[number], '. Use when asked to "wrap up".']),
    ],
  ])
}

function skills(count: number, described: (number: number) => readonly (string | undefined)[]): Files {
  return new Map(Array.from({ length: count }, (_, number): [string, string] => {
    const body = `See \`skill-${(number + 1) % count}\`. Write \`.claude/notes/n${number}.md\`.`
    const front = `name: skill-${number}\ndescription: ${JSON.stringify(described(number).join(" "))}`
    return [`skills/skill-${number}/SKILL.md`, `---\n${front}\n---\n\n# Skill ${number}\n\n${body}\n`]
  }))
}

/** Documents of about 5 kB with links, paths, numbers, lists, tables, trees and code. */
export function documents(count: number): Files {
  const [words, random] = [vocabulary(500), generator(13)]
  const paths = Array.from({ length: count }, (_, number) => `docs/d${number % 40}/f${number}.md`)
  return new Map(paths.map((path, number): [string, string] => [path, documentOf(number, { paths, words, random })]))
}

interface Material {
  readonly paths: readonly string[]
  readonly words: readonly string[]
  readonly random: (limit: number) => number
}

function documentOf(number: number, { paths, words, random }: Material): string {
  const word = (): string => words[random(words.length)] ?? ""
  const isOdd = number % 50 === 0
  let text = `---\ntitle: Document ${number}\nstatus: ${word()}\n---\n\n# Document ${number}\n`
  for (let section = 1; text.length < 5000; section++) {
    const prose = Array.from({ length: 50 }, word).join(" ")
    const path = paths[random(paths.length)] ?? ""
    const values = Array.from({ length: 4 }, () => `\`${word()}\``).join(", ")
    text +=
      `\n## Section ${section}\n\n${prose}, see [it](../../${path}) and \`${path}\`, the ${random(20)} ${word()}s.\n` +
      `\nThe \`${word()}\` is one of ${values}${
        isOdd && section === 1 ? `; \`${word()}_dir: out/${word()}\`` : ""
      }.\n` +
      `\n- [ ] ${word()}\n- ${word()}\n\n| ${word()} | x |\n| --- | --- |\n| [a](../../${path}) | ${word()} |\n` +
      `\n\`\`\`\nd1/\n├── ${word()}.md\n└── ${word()}.md\n\`\`\`\n`
  }
  return text
}
