import { byCodeUnit } from "../../core/code_unit_order.ts"
import { type Corpus, isInScope, type UnreadableFile } from "../../core/corpus/corpus.ts"
import { isMarkdown } from "../../core/corpus/corpus_file.ts"
import type { MarkdownDocument } from "../../core/markdown/markdown_document.ts"
import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss, PassResult } from "../../core/schema/pass_result.ts"
import { isClosedFolder, notRead } from "./not_read.ts"

/** What a pass looked at and found, in any order. */
export interface Looked {
  /** The nodes that it looked at; those with a finding belong to them. */
  readonly scanned: Iterable<string>
  /** Sorted by {@link lookedAt}. */
  readonly findings: readonly Finding[]
  /** What looked bad and is fine, each with the guard that says so. */
  readonly near_misses?: readonly NearMiss[]
  /** What it needed and could not read: one is enough to make it incomplete. */
  readonly missed?: readonly UnreadableFile[]
}

/** The result of a pass that did not run, and why. */
export function notRun(pass: string, skip_reason: string): PassResult {
  return { pass, ran: false, complete: false, scanned: [], clean: 0, findings: [], skip_reason }
}

/** The result of a pass that ran: sorted, and the clean nodes counted. */
export function lookedAt(pass: string, { scanned, findings, near_misses = [], missed = [] }: Looked): PassResult {
  const nodes = [...new Set(scanned)].sort(byCodeUnit)
  const found = new Set(findings.map((finding) => finding.locator))
  return {
    pass,
    ran: true,
    complete: missed.length === 0,
    scanned: nodes,
    clean: nodes.filter((node) => !found.has(node)).length,
    findings: [...findings].sort((left, right) =>
      byCodeUnit(left.locator, right.locator) || byCodeUnit(left.key ?? "", right.key ?? "")
    ),
    near_misses: [...near_misses].sort((left, right) =>
      byCodeUnit(left.locator, right.locator) || byCodeUnit(left.what, right.what)
    ),
    ...notRead(missed),
  }
}

/** The Markdown files of a run's scope, and the folders that may hide more of them. */
export interface MarkdownInScope {
  readonly documents: readonly MarkdownDocument[]
  readonly closed: readonly UnreadableFile[]
}

/** What a pass over Markdown files looks at; `undefined` when there are none in scope, not even unreadable ones. */
export function markdownInScope(corpus: Corpus): MarkdownInScope | undefined {
  const documents = corpus.documents.filter((document) => isInScope(corpus, document.path))
  const closed = corpus.unreadable.filter((folder) => isClosedFolder(corpus, folder))
  const hasUnread = corpus.unreadable.some(({ path }) => isMarkdown(path) && isInScope(corpus, path))
  return documents.length === 0 && closed.length === 0 && !hasUnread ? undefined : { documents, closed }
}
