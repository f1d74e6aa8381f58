import { redactValue } from "../core/redact/redact.ts"
import type { TaggedFinding } from "../core/schema/diff_result.ts"
import type { RouteOutcome } from "../core/schema/route_outcome.ts"

/** What becomes of a capture that holds a secret: nothing, since what is captured is kept. Nothing to say of any other. */
export function refuseCapture(finding: TaggedFinding): RouteOutcome | undefined {
  if (finding.route !== "capture") return undefined
  const written = JSON.stringify([finding.capture, finding.edits])
  const redacted = JSON.stringify(redactValue([finding.capture, finding.edits]))
  if (redacted === written) return undefined
  return {
    id: finding.id,
    result: "failed",
    message: `Cannot capture ${finding.locator}: it holds a secret; take it out, and run again`,
    files: [],
  }
}
