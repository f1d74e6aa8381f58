/** A reason why something that looks bad is fine. */
export interface Guard<Subject> {
  /** What a reader of the near miss is told: the guard's name, and what it knows. */
  readonly why: string | ((subject: Subject) => string)
  readonly fires: (subject: Subject) => boolean
}

/** The guard that fires where there is a reason. */
export function wherever<Subject>(reason: (subject: Subject) => string | undefined): Guard<Subject> {
  return { why: (subject) => reason(subject) ?? "", fires: (subject) => reason(subject) !== undefined }
}

/** Why something that looks bad is fine, by the first guard that says so; `undefined`: it is bad. */
export function excuse<Subject>(guards: readonly Guard<Subject>[], subject: Subject): string | undefined {
  const why = guards.find((guard) => guard.fires(subject))?.why
  return typeof why === "function" ? why(subject) : why
}
