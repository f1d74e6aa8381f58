import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import { type NodeKind, nodeKindOf } from "../core/corpus/node_kind.ts"
import { frontMatterBlock } from "../core/markdown/front_matter_block.ts"
import { parseMarkdown } from "../core/markdown/parse_markdown.ts"
import { redact } from "../core/redact/redact.ts"
import { plainLines } from "../core/report/markdown_text.ts"
import { renderBodies } from "../core/report/render_bodies.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import { lineOf, nodeOf } from "../core/schema/locator.ts"
import { readEditFile } from "../engine/edit_file.ts"

/** How many lines of a node are shown before and after the line of a finding. */
const around = 5

/** Nodes whose body is short, and one thought: it is shown whole. */
const wholeKinds: ReadonlySet<NodeKind | undefined> = new Set(["memory", "recap", "rule"])

/** A longer body is shown around the line of the finding, as a file of another kind is. */
const wholeLines = 60

/**
 * The text of a finding's node: of a memory its body, of other files the lines around the finding, or the first ones.
 * None when the node is no readable file of the root.
 */
export const nodeDetail: (
  finding: TaggedFinding,
  root: string,
) => Effect.Effect<readonly string[], never, FileSystem.FileSystem | Path.Path> = Effect.fnUntraced(
  function* (finding, root) {
    const node = nodeOf(finding.locator)
    const file = yield* Effect.result(readEditFile(root, node))
    if (Result.isFailure(file) || file.success.present === undefined) return []
    // Before lines are cut out: a secret of several lines is known only by its first.
    const text = redact(file.success.present.text)
    const lines = plainLines(text.replace(/\r?\n$/u, ""))
    const line = lineOf(finding.locator) ?? finding.evidence?.find(({ path }) => path === node)?.line
    return [`${node}, ${lines.length} lines:`, ...(bodyLines(node, text, line) ?? linesAround(lines, line ?? 1))]
  },
)

function linesAround(lines: readonly string[], line: number): readonly string[] {
  const first = Math.max(1, line - around)
  return lines.slice(first - 1, line + around).map((text, index) => `${String(first + index).padStart(6)} ${text}`)
}

/** The body of a memory, each line marked as quoted; `undefined` when the finding is about its front matter. */
function bodyLines(node: string, text: string, line: number | undefined): readonly string[] | undefined {
  const block = frontMatterBlock(text)
  if (block === undefined || (line !== undefined && line <= block.endLine)) return undefined
  const document = parseMarkdown(node, text)
  if (document.front_matter._tag !== "mapping" || !wholeKinds.has(nodeKindOf(node, document))) return undefined
  const body = text.slice(block.bodyStart).replace(/^[\r\n]+/u, "")
  const shown = plainLines(renderBodies([{ path: node, frontmatter: document.front_matter.values, body }]))
  return shown.length > wholeLines ? undefined : shown.map((shownLine) => `  | ${shownLine}`)
}
