import { builtInPasses } from "./built_in.ts"
import { changeFitId } from "./change_fit.ts"

/** Passes that run in one scope only: the scope, and the flag that asks for it. */
export const scopedPasses: ReadonlyMap<string, { readonly scope: string; readonly flag: string }> = new Map([
  [changeFitId, { scope: "diff", flag: "--since REF" }],
])

/** Every id that a pass of this program has. */
export const passIds: readonly string[] = [...builtInPasses.map((pass) => pass.id), ...scopedPasses.keys()].sort()
