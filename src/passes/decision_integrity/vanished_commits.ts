import type { DecisionNode } from "../../core/decision/decision_node.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import { excuse, type Guard } from "../guard/guard.ts"
import { evidenceAt, type RuleResult } from "./candidate.ts"
import { type CommitMention, commitMentions } from "./commit_mention.ts"

const guards: readonly Guard<CommitMention>[] = [
  {
    why: "another repository: the sentence speaks of one",
    fires: ({ sentence }) =>
      /\b(?:upstream|downstream|forks?|submodules?|vendored)\b|\b(?<!\b(?:this|our) )repo(?:s|sitory|sitories)?\b|\b[\w.-]+\/[\w.-]+@|:\/\//iu
        .test(sentence),
  },
  {
    why: "example: the sentence says so",
    fires: ({ sentence }) => /\be\.g\.|\bfor (?:example|instance)\b|\bsuch as\b|\bplaceholder\b/iu.test(sentence),
  },
  {
    why: "gone: the sentence says that the commit is in no clone any more",
    fires: ({ sentence }) =>
      /\b(?:squash\w*|rebas\w+|amended|force-push\w*|(?:is|are|was|were) (?:gone|lost)|no longer (?:there|exists?|reachable)|never merged|unmerged)\b|\brewr\w+ (?:the )?history|\bhistory (?:was |were )?rewr/iu
        .test(sentence),
  },
]

/** The commits in a memory that the repository does not have; nothing where git does not know all of its history. */
export function vanishedCommits(
  unknown: ReadonlySet<string>,
  node: DecisionNode,
  document: MarkdownDocument,
): RuleResult {
  const vanished = commitMentions(document).filter(({ hash }) => unknown.has(hash))
  const judged = vanished.map((mention) => ({ ...mention, why: excuse(guards, mention) }))
  return {
    candidates: judged.filter(({ why }) => why === undefined).map(({ hash, line }) => ({
      rule: "vanished-artefact",
      locator: node.path,
      subject: hash,
      what: `it names the commit "${hash}", which this repository does not have`,
      action: "Name the commit by the hash that it has now, or take it out.",
      evidence: evidenceAt(node, line),
    })),
    near_misses: judged.flatMap(({ hash, line, why }) =>
      why === undefined ? [] : [{
        locator: node.path,
        what: `names the commit "${hash}", which this repository does not have`,
        why,
        evidence: evidenceAt(node, line),
      }]
    ),
  }
}
