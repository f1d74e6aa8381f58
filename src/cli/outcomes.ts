import type { RouteOutcome } from "../core/schema/route_outcome.ts"

/** What became of each decision, a line each; a hand-off's text is indented below its line. */
export function printOutcomes(outcomes: readonly RouteOutcome[]): string {
  if (outcomes.length === 0) return "nothing selected"
  const width = Math.max(...outcomes.map((outcome) => outcome.result.length))
  return outcomes.flatMap((outcome) => [
    `${outcome.id}  ${outcome.result.padEnd(width)}  ${outcome.message}`,
    ...(outcome.hand_off === undefined ? [] : outcome.hand_off.text.split("\n").map((line) => `    ${line}`.trimEnd())),
  ]).join("\n")
}
