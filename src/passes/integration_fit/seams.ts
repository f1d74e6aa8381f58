import type { Corpus } from "../../core/corpus/corpus.ts"
import { baseName } from "../../core/corpus/folder_path.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { graphBefore, type ModuleFacts, type ModuleFile } from "../modules/module_facts.ts"
import { allSaid, nothing, type Said } from "../outcome/said.ts"
import type { ModuleGraph } from "../source/module_graph.ts"
import { hasReadableImports, isForeign, isTest } from "../source/source_file.ts"
import type { SourceExport } from "../source/source_module.ts"

const pass = "integration-fit"

/** What modules offer: exports that nothing takes, and names that two of them give to different things. */
export function seams(corpus: Corpus, graph: ModuleGraph, files: readonly ModuleFile[], facts: ModuleFacts): Said {
  return allSaid([unused(corpus, graph, files, facts), twice(corpus, graph, files)])
}

interface Offer {
  readonly file: ModuleFile
  readonly one: SourceExport
  readonly corpus: Corpus
}

const offerGuards: readonly Guard<Offer>[] = [
  { why: "test: what a test exports is for its tests", fires: ({ file }) => isTest(file.path) },
  {
    why: "entry: what is outside takes it",
    fires: ({ file, corpus }) =>
      /^(?:index|mod|main|cli|lib|exports|bin)\.\w+$/u.test(baseName(file.path)) || namedByPackage(corpus, file.path),
  },
  {
    why: "framework: the file's place says what takes it",
    fires: ({ file, one }) =>
      /(?:^|\/)(?:pages|app|routes|api|migrations|stories)\//u.test(file.path) || /\.config\.\w+$/u.test(file.path) ||
      one.name === "default" && /^[A-Z]|^\+|^\[/u.test(baseName(file.path)),
  },
]

/** Whether a package's own file names a module: it is offered to whoever installs it. */
function namedByPackage(corpus: Corpus, path: string): boolean {
  return [...corpus.texts].some(([file, text]) =>
    /^(?:package|deno|jsr)\.jsonc?$/u.test(baseName(file)) && text.includes(baseName(path))
  )
}

/** Exports that are new, and that no file of the repository imports. */
function unused(corpus: Corpus, graph: ModuleGraph, files: readonly ModuleFile[], facts: ModuleFacts): Said {
  const before = graphBefore(corpus, facts)
  const touched = new Map(facts.touched.map((change) => [change.path, change]))
  const offers = files.flatMap((file): readonly Offer[] => {
    const change = touched.get(file.path)
    if (change === undefined) return []
    const old = new Set(before.module(change.from ?? file.path)?.exports.map(({ name }) => name))
    return (graph.module(file.path)?.exports ?? []).filter(({ name }) => !old.has(name))
      .map((one) => ({ file, one, corpus }))
  })
  if (offers.length === 0) return nothing
  const taken = takenNames(corpus, graph, new Set(offers.map(({ one }) => one.name)))
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = []
  for (const offer of offers) {
    const { file, one } = offer
    if (taken.all.has(file.path) || taken.names.has(`${file.path}\0${one.name}`)) continue
    const what = `exports "${shown(one.name)}" now, which no file imports`
    const evidence = evidenceOf(file, [one.line], one.name)
    const why = excuse(offerGuards, offer)
    if (why !== undefined) {
      nearMisses.push({ locator: file.path, what, why, evidence })
      continue
    }
    findings.push({
      pass,
      locator: file.path,
      verdict: "UNUSED",
      severity: "Low",
      what,
      route: "none",
      proposed_action: `import "${shown(one.name)}" where it is needed, or keep it to the file`,
      evidence,
      key: shown(`unused:${one.name}`),
    })
  }
  return { findings, near_misses: nearMisses }
}

interface Taken {
  /** Modules that are taken whole. */
  readonly all: ReadonlySet<string>
  /** `<module>\0<name>`. */
  readonly names: ReadonlySet<string>
}

/** What the files of a corpus import; of a module that passes others on, what these have. */
function takenNames(corpus: Corpus, graph: ModuleGraph, wanted: ReadonlySet<string>): Taken {
  const all = new Set<string>()
  const names = new Set<string>()
  const add = (path: string, name: string, depth: number): void => {
    const key = `${path}\0${name}`
    if (depth > 20 || names.has(key)) return
    names.add(key)
    const module = graph.module(path)
    for (const specifier of module?.all_of ?? []) {
      const file = graph.target(path, specifier)?.file
      if (file !== undefined) add(file, name, depth + 1)
    }
  }
  for (const path of corpus.texts.keys()) {
    if (!hasReadableImports(path) || isForeign(path)) continue
    const passedOn = new Set(graph.module(path)?.all_of)
    for (const { specifier, names: taken } of graph.module(path)?.imports ?? []) {
      const file = graph.target(path, specifier)?.file
      if (file === undefined || file === path) continue
      for (const name of taken) {
        if (name === "*" && passedOn.has(specifier)) continue
        if (name === "*") all.add(file)
        else if (wanted.has(name)) add(file, name, 0)
      }
    }
  }
  return { all, names }
}

/** Names that say nothing about what they name. */
const common: ReadonlySet<string> = new Set(
  ("default config options settings meta metadata main handler run init setup id name version type types schema Props " +
    "Options Config State Context GET POST PUT DELETE PATCH loader action up down register test create look Request Response")
    .split(" "),
)

interface Own {
  readonly file: ModuleFile
  readonly one: SourceExport
}

interface Shared {
  readonly name: string
  readonly own: readonly Own[]
  readonly graph: ModuleGraph
  /** The modules that some file takes as a whole. */
  readonly whole: ReadonlySet<string>
  /** They are values, and not the same. */
  readonly differ: boolean
}

const twiceGuards: readonly Guard<Shared>[] = [
  { why: "convention: three files or more export it, each for its own part", fires: ({ own }) => own.length > 2 },
  {
    why: "common word: the name says nothing about what it names",
    fires: ({ name, differ }) => common.has(name) || !differ && /^[a-z]{1,9}$/u.test(name),
  },
  {
    why: "versions: the files lie in folders of two versions",
    fires: ({ own }) =>
      new Set(own.map(({ file }) => file.path.split("/").find((part) => /^v\d+$/u.test(part)))).size > 1,
  },
  {
    why: "namespace: the module is taken as a whole, so that its names are read with its own",
    fires: ({ own, whole, differ }) => !differ && own.some(({ file }) => whole.has(file.path)),
  },
  {
    why: "wrapped: one of the two is made of the other",
    fires: ({ name, own, graph }) =>
      own.some(({ file }) =>
        own.some((other) =>
          graph.module(file.path)?.imports.some(({ specifier, names }) =>
            (names.includes(name) || names.includes("*")) &&
            graph.target(file.path, specifier)?.file === other.file.path
          ) === true
        )
      ),
  },
]

/** Names that files of two modules export, each of its own. */
function twice(corpus: Corpus, graph: ModuleGraph, files: readonly ModuleFile[]): Said {
  if (new Set(files.map(({ module }) => module)).size < 2) return nothing
  const whole = takenNames(corpus, graph, new Set()).all
  const byName = new Map<string, Own[]>()
  for (const file of files) {
    if (isTest(file.path)) continue
    const seen = new Set<string>()
    for (const one of graph.module(file.path)?.exports ?? []) {
      // A type and a value of one name are one thing.
      if (one.passed_on === true || one.name === "default" || seen.has(one.name)) continue
      seen.add(one.name)
      byName.set(one.name, [...byName.get(one.name) ?? [], { file, one }])
    }
  }
  const findings: Finding[] = []
  const excused = new Map<string, readonly NearMiss[]>()
  for (const [name, own] of byName) {
    const [first, second] = own
    if (first === undefined || second === undefined) continue
    if (new Set(own.map(({ file }) => file.module)).size < 2) continue
    const literals = own.map(({ one }) => one.literal)
    const differ = !literals.includes(undefined) && new Set(literals).size > 1
    const rest = own.length - 2
    const others = rest === 0 ? shown(second.file.path) : `${shown(second.file.path)} and ${rest} more`
    const what = differ
      ? `gives "${shown(name)}" another value than ${others}`
      : `exports "${shown(name)}" of its own, as ${others} ${rest === 0 ? "does" : "do"}`
    const evidence = own.slice(0, 10).flatMap(({ file, one }) => evidenceOf(file, [one.line], name))
    const why = excuse(twiceGuards, { name, own, graph, whole, differ })
    if (why !== undefined) {
      const key = `${first.file.path}\0${why}`
      excused.set(key, [...excused.get(key) ?? [], { locator: first.file.path, what, why, evidence }])
      continue
    }
    findings.push({
      pass,
      locator: first.file.path,
      verdict: differ ? "CONTRADICTED" : "DUPLICATE-SEAM",
      severity: differ ? "Medium" : "Low",
      what,
      route: "proposal",
      proposed_action: differ
        ? `let one module say what "${shown(name)}" is`
        : "share it, or name the two by what tells them apart",
      evidence,
      key: shown(`twice:${name}`),
      relations: [{ from: first.file.path, to: second.file.path, kind: "same name" }],
    })
  }
  return { findings, near_misses: [...excused.values()].flatMap(together) }
}

/** What one file has many of is told once. */
function together(misses: readonly NearMiss[]): readonly NearMiss[] {
  const [first, ...more] = misses
  if (first === undefined || more.length === 0) return misses
  return [{
    ...first,
    what: `${first.what}, and ${more.length} more ${more.length === 1 ? "name" : "names"} that others have`,
  }]
}
