import { changeFitId } from "./change_fit.ts"
import { integrationFitId } from "./integration_fit.ts"
import { moduleDriftId } from "./module_drift.ts"
import { slugConformanceId } from "./slug_conformance.ts"

/** A pass that runs in one scope only. */
interface ScopedPass {
  readonly scope: string
  /** How that scope is asked for. */
  readonly how: string
}

const module: ScopedPass = { scope: "module", how: "a run over modules (--scope module)" }

/** The passes that run in one scope only. */
export const scopedPasses: ReadonlyMap<string, ScopedPass> = new Map([
  [changeFitId, { scope: "diff", how: "a run over a change (--since REF)" }],
  [integrationFitId, module],
  [moduleDriftId, module],
  [slugConformanceId, { scope: "conformance", how: "a run over one feature (its slug)" }],
])

/** Passes of the corpus that modules have as well. */
const alsoForModules: ReadonlySet<string> = new Set(["uncaptured-lessons"])

/** Whether a pass runs in a scope: those of the corpus look at a change, too. */
export function runsIn(pass: string, scope: string): boolean {
  const own = scopedPasses.get(pass)
  if (own !== undefined) return own.scope === scope
  return scope === "corpus" || scope === "diff" || scope === "module" && alsoForModules.has(pass)
}
