import { type Corpus, isInScope } from "../../core/corpus/corpus.ts"
import { isSettings } from "../../core/corpus/corpus_file.ts"
import { type CorpusNode, nodesOf } from "../../core/corpus/corpus_node.ts"
import { baseName, folderOf } from "../../core/corpus/folder_path.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import { escapedPattern } from "../../core/escaped_pattern.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { readSettings, type SettingsFile } from "./settings_file.ts"

/** A skill or a command. */
export interface Organ {
  readonly path: string
  /** What a user types behind the slash. */
  readonly name: string
  /** The folder around `skills/` or `commands/`. */
  readonly home: string
  readonly document: MarkdownDocument
}

/** How the organs of a corpus hang together. */
export interface Wiring {
  readonly corpus: Corpus
  readonly isInScope: (path: string) => boolean
  readonly nodes: readonly CorpusNode[]
  readonly document: (path: string) => MarkdownDocument | undefined
  readonly skills: readonly Organ[]
  readonly commands: readonly Organ[]
  /** In any home, by name. */
  readonly skill: (name: string) => Organ | undefined
  readonly command: (name: string) => Organ | undefined
  /** The folders that hold commands: hosts make the first word of a command of them. */
  readonly commandFolders: ReadonlySet<string>
  /** The command of the same name and home. */
  readonly shimOf: (skill: Organ) => Organ | undefined
  /** Whether the skills of a home are started through commands: at least one has one, and most that name one. */
  readonly hasShims: (home: string) => boolean
  /** Whether at least one skill of a home has a command. */
  readonly hasShim: (home: string) => boolean
  readonly settings: readonly SettingsFile[]
}

/** Reads the wiring of a corpus, whatever the scope. */
export function wiringOf(corpus: Corpus): Wiring {
  const documents = new Map(corpus.documents.map((document) => [document.path, document]))
  const nodes = nodesOf(corpus)
  const organs = (kind: NodeKind): readonly Organ[] =>
    nodes.flatMap((node): readonly Organ[] => {
      const document = node.kind === kind ? documents.get(node.path) : undefined
      return document === undefined ? [] : [{ path: node.path, document, ...placeOf(node) }]
    })
  const skills = organs("skill")
  const commands = organs("command")
  const skillNames = firstByName(skills)
  const commandNames = firstByName(commands)
  const byPlace = new Map(commands.map((command) => [`${command.home}\0${command.name}`, command]))
  const shimOf = (skill: Organ): Organ | undefined => byPlace.get(`${skill.home}\0${skill.name}`)
  const shimmed = new Set(
    [...Map.groupBy(skills, ({ home }) => home)].flatMap(([home, inHome]) => {
      const named = inHome.filter((skill) => shimOf(skill) !== undefined || namesItsCommand(skill))
      const count = named.filter((skill) => shimOf(skill) !== undefined).length
      return count > 0 && count * 2 >= named.length ? [home] : []
    }),
  )
  const homes = new Set(skills.filter((skill) => shimOf(skill) !== undefined).map(({ home }) => home))
  return {
    corpus,
    isInScope: (path) => isInScope(corpus, path),
    nodes,
    document: (path) => documents.get(path),
    skills,
    commands,
    skill: (name) => skillNames.get(name),
    command: (name) => commandNames.get(name),
    commandFolders: new Set(commands.map(({ path }) => baseName(folderOf(path)))),
    shimOf,
    hasShims: (home) => shimmed.has(home),
    hasShim: (home) => homes.has(home),
    settings: [...corpus.texts].filter(([path]) => isSettings(path)).map(([path, text]) => readSettings(path, text))
      .sort((left, right) => left.path < right.path ? -1 : 1),
  }
}

function firstByName(organs: readonly Organ[]): ReadonlyMap<string, Organ> {
  return new Map([...organs].reverse().map((organ) => [organ.name, organ]))
}

function placeOf({ path, kind }: CorpusNode): Pick<Organ, "name" | "home"> {
  const folder = folderOf(path)
  if (kind === "skill") return { name: baseName(folder), home: folderOf(folderOf(folder)) }
  const match = /^(?:(.*)\/)?(?:commands|prompts)\//u.exec(path)
  return { name: baseName(path).replace(/(?:\.prompt)?\.md$/u, ""), home: match?.[1] ?? "" }
}

/** What the front matter of an organ says it is for. */
export function descriptionOf({ document: { front_matter } }: Organ): string {
  const description = front_matter._tag === "mapping" ? front_matter.values["description"] : undefined
  return typeof description === "string" ? description : ""
}

/** The line of that. */
export function descriptionLine({ document: { front_matter } }: Organ): number {
  return front_matter._tag === "mapping" ? front_matter.lines["description"] ?? 1 : 1
}

/** Whether the description of a skill holds the command of its name. */
export function namesItsCommand(skill: Organ): boolean {
  return commandForm(skill.name).test(descriptionOf(skill))
}

/** How a text shows a command. */
export function commandForm(name: string): RegExp {
  return new RegExp(`(?<![\\w/.~-])/${escapedPattern(name)}(?![\\w/-]|\\.\\w)`, "u")
}

/** Organs that are there to be copied or tested, or that are someone else's. */
export function isSample(path: string): boolean {
  return /(?:^|\/)(?:templates?|fixtures?|__fixtures__|testdata|test-data|tests?|examples?|vendor|third_party|node_modules)\//u
    .test(path)
}
