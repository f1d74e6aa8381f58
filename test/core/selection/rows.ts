import type { ResolvedFinding, TaggedFinding, UnverifiedFinding } from "../../../src/core/schema/diff_result.ts"

/** A finding of a run, as a selection sees it. */
export function finding(id: string, fields: Partial<TaggedFinding> = {}): TaggedFinding {
  return {
    id,
    pass: "link-integrity",
    locator: `docs/${id}.md:3`,
    verdict: "BROKEN",
    severity: "Low",
    what: `The link of ${id} leads nowhere`,
    route: "direct-fix",
    proposed_action: "Repoint the link",
    tag: "NEW",
    ...fields,
  }
}

/** A baseline row that the run closed. */
export function resolved(id: string): ResolvedFinding {
  return { ...row(id), tag: "RESOLVED", how: "not detected" }
}

/** A baseline row that nobody looked at. */
export function unverified(id: string): UnverifiedFinding {
  return { ...row(id), tag: "UNVERIFIED", why: "pass did not run" }
}

function row(id: string): { id: string; pass: string; locator: string; what: string; status: string } {
  return { id, pass: "link-integrity", locator: `docs/${id}.md`, what: `The link of ${id}`, status: "open" }
}
