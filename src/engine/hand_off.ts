import type { TaggedFinding } from "../core/schema/diff_result.ts"

/** What an agent or a person needs to fix a finding that nothing can be written for; `notes` are lines of their own. */
export function handOffText(finding: TaggedFinding, notes: readonly string[] = []): string {
  const { id, pass, severity, locator, what, evidence = [], proposed_action, capture, proposal } = finding
  return [
    `${id} ${locator} (${pass}, ${severity})`,
    what,
    ...evidence.map(({ path, line, quote }) =>
      `Evidence: ${path}:${line}: ${quote.replace(/(?<!\s)\s*\n\s*/gu, " ⏎ ")}`
    ),
    `To do: ${proposed_action}`,
    ...[capture, proposal].flatMap((payload) => payload === undefined ? [] : [`Payload: ${JSON.stringify(payload)}`]),
    ...notes,
  ].join("\n")
}
