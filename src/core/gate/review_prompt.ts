import { checkpointPath } from "./checkpoint_record.ts"

/**
 * What an agent is asked after a dev loop completed: to look back on its behaviour, and to record that it did.
 *
 * @example
 * ```ts
 * import { retrospectiveReviewPrompt } from "@retro/cli/core"
 * import { strictEqual } from "node:assert/strict"
 * strictEqual(retrospectiveReviewPrompt().includes("retro gate complete --notes"), true)
 * ```
 */
export function retrospectiveReviewPrompt(): string {
  return `An asynchronous dev-loop run has completed, and its behavioral retrospective is now required.

Review how the run was done, not only what came out:

1. Did it follow the repository's working agreement, and where did it drift?
2. Which steps bypassed the internal tooling (raw \`gh\`, \`python\`, inline \`node -e\`)? \`retro tooling check\` lists them.
3. What should the next run do differently, and where does that belong: a rule, a skill, a follow-up issue?

The observations are advisory: report them to whoever decides. They block no merge and are not written to the checkpoint.

Then record that the retrospective happened, in ${checkpointPath}:

- done: \`retro gate complete --notes "<one sentence on what it found>"\`
- not needed: \`retro gate skip --reason "<why>"\`

Until one of them is recorded, and where the repository requires it, the next start or resume is answered with needs_reconcile.
`
}
