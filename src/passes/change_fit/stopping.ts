/** When an agent may leave its work, as its contract of autonomy says. */
export type Stopping = "criteria-met" | "diminishing-returns" | "budget" | "user-anytime"

/** Where the contract is kept. */
export const autonomyPath = ".claude/autonomy/active.md"

const postures: readonly Stopping[] = ["criteria-met", "diminishing-returns", "budget", "user-anytime"]

/** What a contract says, in its front matter or on a line of its own; by default, work ends when its criteria are met. */
export function stoppingIn(contract: string): Stopping {
  const [, written] = /^stopping:[ \t]*["']?([a-z-]+)/mu.exec(contract) ?? []
  return postures.find((posture) => posture === written) ?? "criteria-met"
}

/** Why what is left to do is no finding; `undefined`: it is one. */
export function leftOnPurpose(stopping: Stopping): string | undefined {
  return stopping === "criteria-met"
    ? undefined
    : `stopping: ${autonomyPath} says "${stopping}", so that work may end before all is done`
}
