import type { TaggedFinding } from "../core/schema/diff_result.ts"

/** Whether nobody has decided anything about a finding that still holds. */
export function isOpen({ status = "open", tag }: TaggedFinding): boolean {
  return status === "open" && tag !== "WONT_FIX"
}

/** What was decided in earlier runs, such as `R001 applied, R002 won't fix`; empty: nothing. */
export function decidedBefore(findings: readonly TaggedFinding[]): string {
  return findings.filter((finding) => !isOpen(finding))
    .map(({ id, tag, status = "open" }) => `${id} ${tag === "WONT_FIX" ? "won't fix" : status}`)
    .join(", ")
}
