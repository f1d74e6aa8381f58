import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import { ofDocument } from "./document_guards.ts"

const past =
  /(?:^|\/)(?:change-?logs?|changes|history|news|release-?notes?|releases?|upgrad\w*|migrat\w*|post-?mortems?|blog|_posts|archive)(?:[-_.\/]|$)|(?:^|\/)\d{4}-\d{2}-\d{2}[-_]/iu

/** Whether a file tells of what was, whatever is there now. */
export function tellsOfThePast({ path }: Pick<MarkdownDocument, "path">): boolean {
  return past.test(path)
}

/** Whether a file speaks of another place than the one where it lies: a template, test data, somebody else's file. */
export function isElsewhere(document: Pick<MarkdownDocument, "path">): boolean {
  return ofDocument.some((guard) => guard.fires({ document }))
}
