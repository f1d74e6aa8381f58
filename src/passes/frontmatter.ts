import { nodeKindOf } from "../core/corpus/node_kind.ts"
import { type Corpus, isInScope } from "../core/corpus/corpus.ts"
import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import type { Finding } from "../core/schema/finding.ts"
import { settingsOf } from "../core/schema/pass_settings.ts"
import type { NearMiss, PassResult } from "../core/schema/pass_result.ts"
import { organProblems } from "./frontmatter/organ_problems.ts"
import { memoryProblems } from "./frontmatter/memory_problems.ts"
import type { Problem } from "./frontmatter/problem.ts"
import { ruleProblems } from "./frontmatter/rule_problems.ts"
import { treeProblems } from "./frontmatter/tree_problems.ts"
import { yamlProblems } from "./frontmatter/yaml_problems.ts"
import { excuse, type Guard, wherever } from "./guard/guard.ts"
import type { Pass } from "./pass.ts"
import { lookedAt, markdownInScope, notRun } from "./outcome/pass_outcome.ts"
import { setApart } from "./guard/set_apart.ts"

const id = "frontmatter"

/**
 * Front matter that cannot be read, that lacks what skills, agents, commands and memories need, or that is not as the
 * README of its tree or the configuration has it.
 */
export const frontmatter: Pass = { id, look }

function look(corpus: Corpus): PassResult {
  const inScope = markdownInScope(corpus)
  if (inScope === undefined) return notRun(id, "no Markdown files")
  const { rules = [] } = settingsOf(corpus.config.passes?.["frontmatter"])
  const hasAny = corpus.documents.some(({ path, front_matter }) =>
    front_matter._tag !== "absent" || nodeKindOf(path) === "skill"
  )
  if (!hasAny && rules.length === 0) return notRun(id, "no file has front matter")
  const tree = treeProblems(corpus.documents)
  const organs = organProblems(corpus)
  const memories = memoryProblems(corpus)
  const byRule = ruleProblems(rules)
  const findings: Finding[] = []
  const nearMisses: NearMiss[] = tree.nearMisses.filter(({ locator }) => isInScope(corpus, locator))
  for (const document of inScope.documents) {
    // What a person wrote into the configuration comes first, what was only seen in the neighbours last.
    const problems = [
      ...yamlProblems(document),
      ...byRule(document),
      ...(tree.problems.get(document.path) ?? []),
      ...(organs.get(document.path) ?? []),
      ...(memories.get(document.path) ?? []),
    ]
    const keys = new Set<string>()
    for (const problem of problems) {
      if (keys.has(problem.key)) continue
      keys.add(problem.key)
      const why = problem.excuse ?? excuse(guards, document)
      if (why === undefined) findings.push(findingOf(document, problem))
      else nearMisses.push({ locator: document.path, what: problem.what, why, evidence: problem.evidence })
    }
  }
  return lookedAt(id, {
    scanned: inScope.documents.map(({ path }) => path),
    findings,
    near_misses: nearMisses,
    missed: inScope.closed,
  })
}

function findingOf({ path }: MarkdownDocument, { excuse: _, ...problem }: Problem): Finding {
  return { pass: id, locator: path, ...problem }
}

const guards: readonly Guard<MarkdownDocument>[] = [
  wherever(({ path }) => setApart(path)),
  {
    why: "form: its front matter is to be filled in",
    fires: ({ lines, front_matter }) => front_matter._tag === "invalid" && hasPlaceholder(lines),
  },
  {
    why: "no front matter: the lines at its start are text between two rules",
    fires: ({ lines, front_matter }) => front_matter._tag === "invalid" && !hasKeys(lines),
  },
]

function block(lines: readonly string[]): readonly string[] {
  return lines.slice(1, lines.findIndex((line, index) => index > 0 && /^---\s*$/u.test(line)))
}

function hasPlaceholder(lines: readonly string[]): boolean {
  return block(lines).some((line) =>
    /\{\{.*\}\}|\{%|<%|\$?\{[A-Za-z_][\w. -]*\}|:\s+["']?<[^<>]+>["']?\s*$/u.test(line)
  )
}

function hasKeys(lines: readonly string[]): boolean {
  return block(lines).some((line) => /^["']?[\w-]+["']?:(?:\s|$)/u.test(line))
}
