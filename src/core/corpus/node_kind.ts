import type { DecisionNode } from "../decision/decision_node.ts"
import type { MarkdownDocument } from "../markdown/markdown_document.ts"

/** The corpora of a repository. */
export type CorpusKind = "decisions" | "system" | "docs"

/** What a node is. */
export type NodeKind =
  | "decision"
  | "proposal"
  | "memory"
  | "recap"
  | "spec"
  | "plan"
  | "vision"
  | "skill"
  | "command"
  | "agent"
  | "hook"
  | "rule"
  | "doc"

/** The corpus of each node kind, in the order in which a census names them. */
export const corpusOfKind: Readonly<Record<NodeKind, CorpusKind>> = {
  decision: "decisions",
  proposal: "decisions",
  memory: "decisions",
  recap: "decisions",
  spec: "decisions",
  plan: "decisions",
  vision: "decisions",
  skill: "system",
  command: "system",
  agent: "system",
  hook: "system",
  rule: "system",
  doc: "docs",
}

/** Every corpus, in the order in which a report names them. */
export const corpusKinds: readonly CorpusKind[] = ["decisions", "system", "docs"]

/**
 * Where an agent's organs lie: the root, a tool's own folder at any depth, or a plugin. `docs/commands/` is none: a page
 * about commands is not a command.
 */
const home = "^(?:(?:.*/)?(?:\\.(?:claude|agents|codex|cursor|gemini|opencode|github|windsurf)|plugins/[^/]+)/)?"

/** Files that are about their folder: README in any case, `index`, `template`, and names in capitals. */
const folderPage = /(?:^|\/)(?:[Rr][Ee][Aa][Dd][Mm][Ee]|_?index|_?template|(?!SKILL\.)[A-Z][A-Z_-]+)\.\w+$/u

/** Tests and React's `useThing.ts`: they lie in folders named `hooks` and are no agent's hooks. */
const noHook = /(?:\.(?:test|spec)\.\w+|_test\.\w+|(?:^|\/)test_[^/]*|(?:^|\/)use[A-Z][^/]*|\.d\.ts)$/u

interface PathRule {
  readonly kind: NodeKind
  readonly path: RegExp
}

/** What a path alone says, whatever the file holds. The first row that matches decides. */
const byPath: readonly PathRule[] = [
  { kind: "skill", path: /(?:^|\/)SKILL\.md$/u },
  { kind: "rule", path: /(?:^|\/)architectural-rules(?:-[\w-]+)?\/.+\.mdc?$/u },
  { kind: "rule", path: new RegExp(`${home}rules/.+\\.mdc?$`, "u") },
  { kind: "rule", path: /(?:^|\/)\.github\/(?:instructions\/.+\.instructions|copilot-instructions)\.md$/u },
  { kind: "command", path: new RegExp(`${home}(?:commands/.+|prompts/.+\\.prompt)\\.md$`, "u") },
  { kind: "agent", path: new RegExp(`${home}(?:agents/.+|chatmodes/.+\\.chatmode)\\.md$`, "u") },
  { kind: "hook", path: new RegExp(`${home}hooks/[^/]+\\.(?:[cm]?[jt]s|sh|bash|py|rb|ps1)$`, "u") },
]

/** What a path says of a file whose content says nothing. */
const byFolder: readonly PathRule[] = [
  { kind: "spec", path: new RegExp(`${home}specs/.+\\.md$`, "u") },
  { kind: "plan", path: new RegExp(`${home}plans/.+\\.md$`, "u") },
  { kind: "vision", path: new RegExp(`${home}visions/.+\\.md$`, "u") },
  { kind: "recap", path: /(?:^|\/)sessions\/[^/]+\.md$/u },
  { kind: "proposal", path: /(?:^|\/)proposals\/.+\.md$/u },
]

/** Whether a path is an agent's hook. */
export function isHook(path: string): boolean {
  return kindByPath(path, byPath) === "hook"
}

/**
 * What a file is, or `undefined` when it is no node: neither Markdown, nor a decision, nor a hook.
 *
 * @example
 * ```ts
 * import { nodeKindOf } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(nodeKindOf("skills/deliver/SKILL.md"), "skill")
 * strictEqual(nodeKindOf(".claude/hooks/guard.js"), "hook")
 * strictEqual(nodeKindOf("docs/commands/list.md"), "doc")
 * strictEqual(nodeKindOf("src/main.js"), undefined)
 * ```
 */
export function nodeKindOf(path: string, document?: MarkdownDocument, decision?: DecisionNode): NodeKind | undefined {
  return kindByPath(path, byPath) ?? kindByFrontMatter(path, document) ?? kindByFolder(path, decision) ??
    (decision !== undefined && isDecision(decision) ? "decision" : undefined) ??
    (document !== undefined || /\.(?:md|markdown)$/iu.test(path) ? "doc" : undefined)
}

function kindByPath(path: string, rules: readonly PathRule[]): NodeKind | undefined {
  if (folderPage.test(path)) return undefined
  const kind = rules.find((rule) => rule.path.test(path))?.kind
  return kind === "hook" && noHook.test(path) ? undefined : kind
}

/** Memories and recaps say what they are: `type` and `scope`. */
function kindByFrontMatter(path: string, document: MarkdownDocument | undefined): NodeKind | undefined {
  const front = document?.front_matter
  if (front?._tag !== "mapping" || typeof front.values["type"] !== "string") return undefined
  if (front.values["type"] === "session-recap") return "recap"
  if (front.values["scope"] === undefined || front.values["scope"] === null) return undefined
  return /(?:^|\/)sessions\//u.test(path) ? "recap" : "memory"
}

/** A folder's name counts for what it holds, but not for a form to copy or a redirection. */
function kindByFolder(path: string, decision: DecisionNode | undefined): NodeKind | undefined {
  const kind = decision === undefined || isDecision(decision) ? kindByPath(path, byFolder) : undefined
  // A file with slug, version and status outside those folders is what the three are versions of: a proposal.
  return kind ?? (decision?.adapter === "versioned" && isDecision(decision) ? "proposal" : undefined)
}

function isDecision(decision: DecisionNode): boolean {
  return !decision.template && decision.redirect_to === undefined
}
