import { folderOf } from "../../core/corpus/folder_path.ts"
import type { NodeKind } from "../../core/corpus/node_kind.ts"
import { sectionAt, sectionsOf } from "../../core/markdown/section.ts"
import { folderHolding } from "../lookup/corpus_lookup.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { ofDocument, tellsOfThePast } from "../guard/set_apart.ts"
import { siteConfigurations } from "../guard/site_configuration.ts"
import type { MissingPath } from "./judge_path.ts"
import { saysOf } from "./sentence_around.ts"
import { hasPlaceholder } from "./written_path.ts"

/** What an agent's organ is. One in a tool's own folder (`.claude/`) serves this repository, any other one others, too. */
const organs: ReadonlySet<NodeKind> = new Set<NodeKind>(["skill", "command", "agent", "rule"])
const ownFolder = /(?:^|\/)\.(?:claude|agents|codex|cursor|gemini|opencode|github|windsurf)\//u
/** Folders that any repository may have: in a text for the readers' repositories they are the readers'. */
const anyones =
  /^(?:docs?|src|lib|libs|tests?|specs?|plans?|scripts?|bin|examples?|apps?|packages|pkg|cmd|config|public|static|assets|content|pages|components|themes|layouts|blog|\.github|\.gitlab|\.vscode|\.idea|\.claude|\.cursor|\.husky)\//u

const missing: readonly Guard<MissingPath>[] = [
  { why: "placeholder: a part of it is to be filled in", fires: ({ written }) => hasPlaceholder(written) },
  {
    why: ({ lookup, written }) => `seen from another folder: ${lookup.endingIn(written)[0] ?? ""} is there`,
    fires: ({ lookup, written }) => written.named.includes("/") && lookup.endingIn(written).length > 0,
  },
]

const ofPlace: readonly Guard<MissingPath>[] = [
  ...ofDocument,
  { why: "history: the file tells of what was", fires: ({ document }) => tellsOfThePast(document) },
  {
    why: "record: it speaks of the repository of its day",
    fires: ({ lookup, document }) => lookup.records.has(document.path),
  },
  { why: "quotation: somebody else's words", fires: ({ span }) => span.block.quoted },
  {
    why: "another repository: the text is installed elsewhere, and speaks of a folder that any repository may have",
    fires: ({ lookup, document, written }) => {
      if (!anyones.test(`${written.named}/`) || ownFolder.test(document.path)) return false
      return organs.has(lookup.kindOf(document.path) ?? "doc") ||
        folderHolding(lookup.paths, folderOf(document.path), ["SKILL.md"]) !== undefined
    },
  },
  {
    why: "reader's project: the page of a site speaks of a folder that any repository may have",
    fires: ({ lookup, document, written }) =>
      anyones.test(`${written.named}/`) &&
      folderHolding(lookup.paths, folderOf(document.path), siteConfigurations) !== undefined,
  },
  {
    why: "example: the section gives examples",
    fires: ({ document, span }) =>
      /\b(?:examples?|samples?|tutorial|walkthrough)\b/iu.test(
        sectionAt(sectionsOf(document), span.line)?.heading.text ?? "",
      ),
  },
]

const ofSentence: readonly Guard<MissingPath>[] = saysOf.map(({ why, says }) => ({
  why,
  fires: ({ span }: MissingPath) => says(span),
}))

/** Why a written path that leads to nothing is fine; `undefined`: nothing speaks for it. */
export function excusePath(path: MissingPath): string | undefined {
  const why = excuse(missing, path)
  // A path that starts like nothing in this repository needs no excuse; it is told only when it is somewhere else.
  if (path.path === undefined) return why?.startsWith("seen from") === true && path.written.isRelative ? why : undefined
  return why ?? excuse(ofPlace, path) ?? excuse(ofSentence, path)
}
