import * as Result from "effect/Result"
import { pathIndex } from "../corpus/path_index.ts"
import type { DecisionNode } from "../decision/decision_node.ts"
import { readDecisions } from "../decision/read_decisions.ts"
import { writable, writeReferences } from "../decision/write_field.ts"
import { lineEdits } from "../edit/line_edits.ts"
import { parseMarkdown } from "../markdown/parse_markdown.ts"
import type { Edit } from "../schema/finding.ts"
import { memoryName, type MemoryTree, relatedMemory } from "./memory_tree.ts"

/**
 * The edits that make memories say what superseded them. It fails when one of them does not exist, is no memory, or was
 * superseded by something else, whichever side says so: then none of them is to be written.
 */
export function supersededEdits(
  tree: MemoryTree,
  by: string,
  targets: readonly string[],
): Result.Result<readonly Edit[], string> {
  if (targets.length === 0) return Result.succeed([])
  const nodes = memoriesOf(tree)
  const edits: Edit[] = []
  for (const path of targets) {
    const node = nodes.find((memory) => memory.path === path)
    if (node === undefined) return Result.fail(`${path}, which it supersedes, has no front matter of a memory`)
    const rival = rivalOf(tree, nodes, node, by)
    if (rival !== undefined) return Result.fail(`${path} is superseded by ${rival} already; decide which one holds`)
    if (node.superseded_by.length > 0) continue
    const decision = writable(node)
    const changes = decision === undefined
      ? undefined
      : writeReferences(decision, "superseded_by", [memoryName(tree, by)])
    const written = changes === undefined ? undefined : lineEdits(path, node.text, changes)
    if (written === undefined) {
      return Result.fail(`the field superseded_by cannot be written into ${path} without a judgement; write it by hand`)
    }
    edits.push(...written.edits)
  }
  return Result.succeed(edits)
}

function memoriesOf({ texts }: MemoryTree): readonly DecisionNode[] {
  const files = [...texts].map(([path, text]) => ({ path, text, document: parseMarkdown(path, text) }))
  return readDecisions(files, pathIndex([...texts.keys()], [])).filter(({ adapter }) => adapter === "contexture-memory")
}

/** What superseded a memory before, by its own word or by that of another one. */
function rivalOf(tree: MemoryTree, nodes: readonly DecisionNode[], old: DecisionNode, by: string): string | undefined {
  const own = old.superseded_by.filter(({ target }) => target._tag !== "none")
    .find(({ raw }) => relatedMemory(tree, old.path, raw) !== by && raw !== memoryName(tree, by))
  if (own !== undefined) return own.raw
  return nodes.find((node) =>
    node.path !== by &&
    node.supersedes.some(({ target, raw }) =>
      target._tag === "node" ? target.path === old.path : relatedMemory(tree, node.path, raw) === old.path
    )
  )?.path
}
