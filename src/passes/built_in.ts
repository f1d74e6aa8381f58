import { consolidation } from "./consolidation.ts"
import { countClaim } from "./count_claim.ts"
import { deadConfig } from "./dead_config.ts"
import { decisionIntegrity } from "./decision_integrity.ts"
import { enumDrift } from "./enum_drift.ts"
import { formatContract } from "./format_contract.ts"
import { frontmatter } from "./frontmatter.ts"
import { indexDrift } from "./index_drift.ts"
import { intentVsShipped } from "./intent_vs_shipped.ts"
import { linkIntegrity } from "./link_integrity.ts"
import type { Pass } from "./pass.ts"
import { pathConfig } from "./path_config.ts"
import { pathReference } from "./path_reference.ts"
import { pipelineGaps } from "./pipeline_gaps.ts"
import { responsibilityOverlap } from "./responsibility_overlap.ts"
import { reviewDue } from "./review_due.ts"
import { uncapturedLessons } from "./uncaptured_lessons.ts"
import { visionCoherence } from "./vision_coherence.ts"

/** The passes that run over a whole corpus without being asked for. */
export const builtInPasses: readonly Pass[] = [
  consolidation,
  countClaim,
  deadConfig,
  decisionIntegrity,
  enumDrift,
  formatContract,
  frontmatter,
  indexDrift,
  intentVsShipped,
  linkIntegrity,
  pathConfig,
  pathReference,
  pipelineGaps,
  responsibilityOverlap,
  reviewDue,
  uncapturedLessons,
  visionCoherence,
]
