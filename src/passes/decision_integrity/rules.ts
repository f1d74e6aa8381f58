import type { Route, Severity } from "../../core/schema/finding.ts"

/** One rule: what it says about a node, how much it matters and what fixes it, unless the convention says otherwise. */
export interface Rule {
  readonly verdict: "SUPERSEDED-unmarked" | "STALE" | "CONTRADICTED"
  readonly severity: Severity
  readonly route: Route
}

/**
 * The rules. `direct-fix` becomes `memory-audit` for memories. Other severities: a missing link back is `High` for two live
 * decisions and `Low` otherwise, or what the convention states; a bare label that resolves to nothing is `Low`; a version
 * that is superseded by nothing is `High`.
 */
export const rules = {
  // Links in both directions.
  "missing-superseded-by": { verdict: "SUPERSEDED-unmarked", severity: "Low", route: "direct-fix" },
  "missing-supersedes": { verdict: "SUPERSEDED-unmarked", severity: "Low", route: "direct-fix" },
  "one-way-convention": { verdict: "SUPERSEDED-unmarked", severity: "Low", route: "proposal" },
  // The status and the field say the same.
  "superseded-without-target": { verdict: "STALE", severity: "Medium", route: "proposal" },
  "target-without-superseded-status": { verdict: "STALE", severity: "Medium", route: "proposal" },
  "invalid-status": { verdict: "STALE", severity: "Low", route: "proposal" },
  // References resolve.
  "dangling-reference": { verdict: "STALE", severity: "Medium", route: "proposal" },
  "ambiguous-reference": { verdict: "STALE", severity: "Medium", route: "proposal" },
  "template-residue": { verdict: "STALE", severity: "Low", route: "direct-fix" },
  "vanished-artefact": { verdict: "STALE", severity: "Low", route: "direct-fix" },
  // The graph makes sense.
  "supersession-cycle": { verdict: "CONTRADICTED", severity: "High", route: "proposal" },
  "rival-superseders": { verdict: "CONTRADICTED", severity: "Medium", route: "none" },
  "superseded-by-not-live": { verdict: "STALE", severity: "Medium", route: "none" },
  "contradicting-decisions": { verdict: "CONTRADICTED", severity: "High", route: "capture" },
  // Versions of one subject.
  "two-active-versions": { verdict: "STALE", severity: "High", route: "proposal" },
  "version-gap": { verdict: "STALE", severity: "High", route: "proposal" },
  "stale-pin": { verdict: "STALE", severity: "High", route: "proposal" },
  "missing-pin": { verdict: "STALE", severity: "High", route: "proposal" },
  // Indexes show what the decisions say.
  "index-shows-superseded": { verdict: "SUPERSEDED-unmarked", severity: "Medium", route: "direct-fix" },
  "index-status-differs": { verdict: "STALE", severity: "Medium", route: "direct-fix" },
} as const satisfies { readonly [id: string]: Rule }

/** The id of a rule, which starts the key of its findings. */
export type RuleId = keyof typeof rules
