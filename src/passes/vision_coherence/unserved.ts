import type { Corpus } from "../../core/corpus/corpus.ts"
import { isMarkdown } from "../../core/corpus/corpus_file.ts"
import { nodesOf } from "../../core/corpus/corpus_node.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceOf, shown } from "../outcome/evidence.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import type { Said } from "../outcome/said.ts"
import { naming } from "./naming.ts"
import type { Module, Vision } from "./vision.ts"

/** A module that no organ and no file is there for. */
interface Unserved {
  readonly document: MarkdownDocument
  readonly module: Module
  /** Specs, plans and proposals that name it. */
  readonly underWay: readonly string[]
}

const plans: ReadonlySet<NodeKind> = new Set<NodeKind>(["spec", "plan", "proposal", "decision"])
const organs: ReadonlySet<NodeKind> = new Set<NodeKind>(["skill", "command", "agent", "hook", "rule"])
const external = /\bdepends on\b[^\n]*\bexternal\b/iu

const guards: readonly Guard<Unserved>[] = [
  {
    why: "external: the vision says that something outside does its work",
    fires: ({ document, module: { section } }) =>
      section !== undefined && document.lines.slice(section.line, section.end_line).some((line) => external.test(line)),
  },
  {
    why: ({ underWay }) => `under way: ${underWay[0] ?? ""} is about it`,
    fires: ({ underWay }) => underWay.length > 0,
  },
]

/** The modules of a vision that nothing in the repository is there for. */
export function unservedModules(
  pass: string,
  corpus: Corpus,
  visions: readonly Vision[],
): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  const nodes = nodesOf(corpus)
  const organPaths = nodes.filter(({ kind }) => organs.has(kind)).map(({ path }) => path)
  const planPaths = nodes.filter(({ kind }) => plans.has(kind)).map(({ path }) => path)
  // A text about a module does none of its work.
  const built = corpus.paths.files.filter((path) => !isMarkdown(path))
  const texts = corpus.texts
  for (const { document, modules } of visions) {
    for (const module of modules) {
      const names = naming(module.slug)
      const isNamed = (path: string): boolean => names.inPath(path) || names.inText(texts.get(path) ?? "")
      if (built.some(names.inPath) || organPaths.some(isNamed)) continue
      const underWay = planPaths.filter(isNamed)
      const why = excuse(guards, { document, module, underWay })
      const what = `has the module "${shown(module.slug)}", which no skill, command, agent or file names`
      const lines = [module.line, ...(module.section === undefined ? [] : [module.section.line])]
      const evidence = evidenceOf(document, lines, module.slug)
      if (why === undefined) findings.push(findingOf(pass, document, module, what, evidence))
      else near_misses.push({ locator: document.path, what, why, evidence })
    }
  }
  return { findings, near_misses }
}

function findingOf(
  pass: string,
  { path }: MarkdownDocument,
  { slug }: Module,
  what: string,
  evidence: NonNullable<Finding["evidence"]>,
): Finding {
  return {
    pass,
    locator: path,
    verdict: "UNSERVED-MODULE",
    severity: "Medium",
    what,
    route: "proposal",
    proposed_action: `specify "${shown(slug)}", or take it out of the vision`,
    evidence,
    key: shown(`module ${slug}`),
  }
}
