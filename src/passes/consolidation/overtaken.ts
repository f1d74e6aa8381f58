import type { Finding } from "../../core/schema/finding.ts"
import type { NearMiss } from "../../core/schema/pass_result.ts"
import { evidenceAt } from "../decision_integrity/candidate.ts"
import {
  hasTakenOver,
  type IntegrityContext,
  statusOf,
  type Supersession,
} from "../decision_integrity/integrity_context.ts"
import { shown } from "../outcome/evidence.ts"
import type { Said } from "../outcome/said.ts"

/** Open proposals that something in force says it replaced, or that say so themselves. */
export function overtaken(
  pass: string,
  context: IntegrityContext,
): Said {
  const findings: Finding[] = []
  const near_misses: NearMiss[] = []
  for (const edge of context.supersessions) {
    const { newer, older } = edge
    const status = statusOf(context, older)
    if (status?.class !== "open") continue
    const evidence = [
      ...evidenceAt(newer, edge.by_newer?.line),
      ...evidenceAt(older, edge.by_older?.line),
      ...evidenceAt(older, status.line),
    ]
    if (hasTakenOver(context, newer)) findings.push(findingOf(pass, edge, status.normal, evidence))
    else {
      near_misses.push({
        locator: older.path,
        what: `is ${status.normal}, and ${newer.path} is to replace it`,
        why: `not in force: that one is ${statusOf(context, newer)?.normal ?? "without a status"}`,
        evidence,
      })
    }
  }
  return { findings, near_misses }
}

function findingOf(
  pass: string,
  { newer, older }: Supersession,
  status: string,
  evidence: NonNullable<Finding["evidence"]>,
): Finding {
  return {
    pass,
    locator: older.path,
    verdict: "OVERTAKEN",
    severity: "Medium",
    what: `is ${status}, and ${newer.path}, which is in force, replaced it`,
    route: "proposal",
    proposed_action: `close ${older.path}, or say what of it is still to be decided besides ${newer.path}`,
    evidence,
    key: shown(`overtaken by ${newer.path}`),
    relations: [{ from: newer.path, to: older.path, kind: "supersedes" }],
  }
}
